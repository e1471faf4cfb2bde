import { readFile } from 'node:fs/promises';
import { type Fault, type FoundRecord, readColumns } from './catalogue-file.ts';

/** Reads a JSON file that holds one array of products. */
export async function* readJson(file: string, report: (fault: Fault) => void): AsyncGenerator<FoundRecord> {
  const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    report(faultOf(error, text));
    return;
  }
  if (!Array.isArray(parsed)) {
    report({ line: 1, reason: 'must be an array of products: [ {…}, {…} ]' });
    return;
  }
  const lines = linesOfElements(text);
  for (const [index, element] of parsed.entries()) {
    const line = lines[index] ?? 1;
    const value: unknown = element;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      report({ line, value, reason: 'must be an object with the fields of a product' });
      continue;
    }
    let isUsable = true;
    const entries = Object.entries(value);
    const columns = readColumns(
      entries.map(([name]) => name),
      line,
      (fault) => {
        isUsable = false;
        report(fault);
      },
    );
    if (isUsable) {
      yield { line, fields: Object.fromEntries(columns.map((column, at) => [column, entries[at]?.[1]])) };
    }
  }
}

/** V8 names the place where JSON breaks by its offset, and at the end of the text not at all. */
function faultOf(error: unknown, text: string): Fault {
  const message = error instanceof Error ? error.message : String(error);
  const offset = /at position (\d+)/.exec(message)?.[1];
  const before = offset === undefined ? text : text.slice(0, Number(offset));
  return { line: before.split('\n').length, reason: 'the JSON breaks here' };
}

/** The line on which each element of the text's outermost array starts; the text is valid JSON. */
function linesOfElements(text: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  let expectsElement = false;
  // A string as a whole, so that brackets and commas within it do not count; or a single mark.
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[\n[\]{},]|[^\s"[\]{},]+/g)) {
    if (token === '\n') {
      line += 1;
      continue;
    }
    if (expectsElement && token !== ']') {
      lines.push(line);
      expectsElement = false;
    }
    if (token === '[' || token === '{') {
      depth += 1;
      expectsElement = depth === 1;
    } else if (token === ']' || token === '}') depth -= 1;
    else if (token === ',') expectsElement = depth === 1;
  }
  return lines;
}
