import path from 'node:path';
import type { z } from 'zod';
import { readCsv } from './csv-file.ts';
import { readJson } from './json-file.ts';
import { columns, type ImportedProduct, importedRow } from './product-row.ts';

/** One error in a file. */
export interface FileIssue {
  readonly line: number;
  /** Undefined if the error concerns the whole line. */
  readonly column?: string;
  readonly value?: unknown;
  readonly reason: string;
}

/** One record of a file, not yet validated, with the line on which it starts. */
export interface FileRecord {
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A file that cannot be imported, with all its errors, ordered by line. */
export class InvalidFileError extends Error {
  readonly issues: readonly FileIssue[];

  constructor(issues: readonly FileIssue[]) {
    super(`The file has ${issues.length} errors`);
    this.name = 'InvalidFileError';
    this.issues = issues;
  }
}

/**
 * Reads and validates a catalogue file: JSON if its name ends in .json, otherwise CSV.
 * @throws InvalidFileError with all errors; the system error if the file cannot be read.
 */
export async function readCatalogueFile(file: string): Promise<ImportedProduct[]> {
  const issues: FileIssue[] = [];
  const report = (issue: FileIssue) => issues.push(issue);
  const records =
    path.extname(file).toLowerCase() === '.json' ? readJson(file, report) : readCsv(file, report);
  const products: ImportedProduct[] = [];
  const lineOfId = new Map<number, number>();
  for await (const { line, fields } of records) {
    const result = importedRow.safeParse(fields);
    if (!result.success) {
      for (const issue of result.error.issues) {
        const column = String(issue.path[0]);
        report({ line, column, value: fields[column], reason: findReason(issue) });
      }
      continue;
    }
    const { id } = result.data;
    const earlierLine = lineOfId.get(id);
    if (earlierLine !== undefined) {
      report({ line, column: 'id', value: id, reason: `is already used on line ${earlierLine}` });
    } else {
      lineOfId.set(id, line);
      products.push(result.data);
    }
  }
  if (issues.length > 0) throw new InvalidFileError(issues.toSorted((a, b) => a.line - b.line));
  if (products.length === 0)
    throw new InvalidFileError([{ line: 1, reason: 'the file contains no products' }]);
  return products;
}

/** The error message of an issue. For a union without a message of its own, that of its last member. */
function findReason(issue: z.core.$ZodIssue): string {
  const hasNoMessage = issue.code === 'invalid_union' && issue.message === 'Invalid input';
  const memberIssue = hasNoMessage ? issue.errors.at(-1)?.[0] : undefined;
  return memberIssue === undefined ? issue.message : findReason(memberIssue);
}

/**
 * Validates the column names and returns them in the same order. `discription` counts as `description` if that is
 * missing (requirements.md 3). Reports unknown and repeated names, and a missing `id`.
 */
export function readColumns(
  names: readonly string[],
  line: number,
  report: (issue: FileIssue) => void,
): readonly string[] {
  const columnNames = names.map((name) =>
    name === 'discription' && !names.includes('description') ? 'description' : name,
  );
  const known = new Set<string>(columns);
  for (const [index, name] of columnNames.entries()) {
    if (!known.has(name)) {
      report({ line, column: name, reason: `is not a known column; the columns are: ${columns.join(', ')}` });
    } else if (columnNames.indexOf(name) < index) {
      report({ line, column: name, reason: 'occurs more than once' });
    }
  }
  if (!columnNames.includes('id')) report({ line, column: 'id', reason: 'is missing' });
  return columnNames;
}
