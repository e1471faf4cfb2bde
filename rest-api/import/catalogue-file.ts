import path from 'node:path';
import type { z } from 'zod';
import { readCsv } from './csv-file.ts';
import { readJson } from './json-file.ts';
import { columns, type ImportedProduct, importedRow } from './product-row.ts';

/** What is wrong at one place of a file. */
export interface Fault {
  readonly line: number;
  /** Undefined when the fault is the line's as a whole. */
  readonly column?: string;
  readonly value?: unknown;
  readonly reason: string;
}

/** One record of a file as it was found, with the line on which it starts. */
export interface FoundRecord {
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A file that cannot be imported: every fault of it, in the order of lines. */
export class FaultyFile extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(`The file has ${faults.length} faults`);
    this.name = 'FaultyFile';
    this.faults = faults;
  }
}

/**
 * Reads a whole CSV or JSON file (by its ending) and checks every row.
 * @throws FaultyFile with all faults; the file system's error when it cannot be read.
 */
export async function readCatalogueFile(file: string): Promise<ImportedProduct[]> {
  const faults: Fault[] = [];
  const report = (fault: Fault) => faults.push(fault);
  const records =
    path.extname(file).toLowerCase() === '.json' ? readJson(file, report) : readCsv(file, report);
  const products: ImportedProduct[] = [];
  const lineOfId = new Map<number, number>();
  for await (const { line, fields } of records) {
    const read = importedRow.safeParse(fields);
    if (!read.success) {
      for (const issue of read.error.issues) {
        const column = String(issue.path[0]);
        report({ line, column, value: fields[column], reason: reasonOf(issue) });
      }
      continue;
    }
    const earlier = lineOfId.get(read.data.id);
    if (earlier !== undefined) {
      report({ line, column: 'id', value: read.data.id, reason: `is already the id of line ${earlier}` });
    } else {
      lineOfId.set(read.data.id, line);
      products.push(read.data);
    }
  }
  if (faults.length > 0) throw new FaultyFile(faults.toSorted((one, other) => one.line - other.line));
  if (products.length === 0) throw new FaultyFile([{ line: 1, reason: 'the file holds no products' }]);
  return products;
}

/** Of several shapes without a reason of their own, such as null or a number, the last is what was meant. */
function reasonOf(issue: z.core.$ZodIssue): string {
  const isPlain = issue.code === 'invalid_union' && issue.message === 'Invalid input';
  const likeliest = isPlain ? issue.errors.at(-1)?.[0] : undefined;
  return likeliest === undefined ? issue.message : reasonOf(likeliest);
}

/**
 * The columns as they are called inside, in the order given: `discription` counts as `description` where
 * that is missing (requirements.md 3). Reports names that are unknown or there twice, and that there is no id.
 */
export function readColumns(
  names: readonly string[],
  line: number,
  report: (fault: Fault) => void,
): readonly string[] {
  const given = names.map((name) =>
    name === 'discription' && !names.includes('description') ? 'description' : name,
  );
  const known = new Set<string>(columns);
  for (const [index, name] of given.entries()) {
    if (!known.has(name)) {
      report({ line, column: name, reason: `is no column of a catalogue; these are: ${columns.join(', ')}` });
    } else if (given.indexOf(name) < index) report({ line, column: name, reason: 'is there twice' });
  }
  if (!given.includes('id')) report({ line, column: 'id', reason: 'is missing' });
  return given;
}
