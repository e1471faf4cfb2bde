import { readFile } from 'node:fs/promises';
import { getErrorMessage } from '../error-message.ts';
import { type FileIssue, type FileRecord, maxDepth, readColumns } from './file-record.ts';

/** Reads a JSON file that contains an array of products. */
export async function* readJson(
  file: string,
  report: (issue: FileIssue) => void,
): AsyncGenerator<FileRecord> {
  const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    report(describeSyntaxError(error, text));
    return;
  }
  if (!Array.isArray(parsed)) {
    report({ line: 1, reason: 'must be an array of products: [ {…}, {…} ]' });
    return;
  }
  const { lines, tooDeepLine } = scanLines(text);
  if (tooDeepLine !== undefined) {
    report({ line: tooDeepLine, reason: `is nested more than ${maxDepth} levels deep` });
    return;
  }
  for (const [index, element] of parsed.entries()) {
    const line = lines[index] ?? 1;
    const value: unknown = element;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      report({ line, value, reason: 'must be an object with the fields of a product' });
      continue;
    }
    const fieldNames = readColumns(Object.keys(value), line, report);
    if (fieldNames === undefined) continue;
    const values: readonly unknown[] = Object.values(value);
    yield { line, fields: Object.fromEntries(fieldNames.map((name, position) => [name, values[position]])) };
  }
}

function describeSyntaxError(error: unknown, text: string): FileIssue {
  const message = getErrorMessage(error);
  const offset = /at position (\d+)/.exec(message)?.[1];
  const lines = text.slice(0, offset === undefined ? undefined : Number(offset)).split('\n');
  const line = isUnexpectedToken(message) ? findLineOfUnexpectedToken(lines) : lines.length;
  return { line, reason: 'is not valid JSON' };
}

/** Whether the message of a syntax error is about an unexpected token. V8 states no offset in such a message. */
function isUnexpectedToken(message: string): boolean {
  return message.startsWith('Unexpected token');
}

/** Finds the line with the unexpected token by bisection: text that ends before that line is merely incomplete. */
function findLineOfUnexpectedToken(lines: readonly string[]): number {
  let [low, high] = [1, lines.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (hasUnexpectedToken(lines.slice(0, middle).join('\n'))) high = middle;
    else low = middle + 1;
  }
  return low;
}

function hasUnexpectedToken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return isUnexpectedToken(getErrorMessage(error));
  }
}

/**
 * Finds the line on which each element of the outermost array starts, and the first line that is nested too deeply. The
 * text must be valid JSON.
 */
function scanLines(text: string): { lines: number[]; tooDeepLine: number | undefined } {
  const lines: number[] = [];
  let tooDeepLine: number | undefined;
  let line = 1;
  let depth = 0;
  let expectsElement = false;
  // A string is one token, so that brackets and commas inside it are not counted.
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[\n[\]{},]|[^\s"[\]{},]+/g)) {
    if (token === '\n') {
      line += 1;
      continue;
    }
    if (expectsElement && token !== ']') {
      lines.push(line);
      expectsElement = false;
    }
    const depthChange = getDepthChange(token);
    depth += depthChange;
    if (depth > maxDepth) tooDeepLine ??= line;
    if (depthChange === 1 || token === ',') expectsElement = depth === 1;
  }
  return { lines, tooDeepLine };
}

function getDepthChange(token: string): number {
  if (token === '[' || token === '{') return 1;
  return token === ']' || token === '}' ? -1 : 0;
}
