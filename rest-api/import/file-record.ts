import { formatCount } from '../format-count.ts';
import { columns } from './product-row.ts';

/** One error in a file. */
export interface FileIssue {
  readonly line: number;
  /** Undefined if the error concerns no column, or a CSV column without a name. */
  readonly column?: string;
  readonly value?: unknown;
  readonly reason: string;
}

/** A file that cannot be imported, with the errors found, ordered by line. */
export class InvalidFileError extends Error {
  readonly issues: readonly FileIssue[];

  constructor(issues: readonly FileIssue[]) {
    super(`The file has ${formatCount(issues.length, 'error')}`);
    this.issues = issues;
  }
}

/**
 * Maximum size of a record in a CSV or ONIX file. A book needs far less. Such files are read record by record, and a
 * quotation mark (CSV) or an element (ONIX) that is never closed would make the rest of the file one record.
 */
export const maxRecordBytes = 10_000_000;
export const recordTooLongReason = `the record is longer than ${maxRecordBytes / 1_000_000} MB`;

/** Maximum depth of nested elements (ONIX) or values (JSON). Deeper than any description needs. */
export const maxDepth = 200;

/** One record of a file, not yet validated, with the line on which it starts. */
export interface FileRecord {
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Validates the column names of a CSV file, or the keys of a JSON object, and returns their standard spellings in the
 * same order. Ignores case, and treats `discription` as `description` if the latter is missing (requirements.md 3).
 * Reports unknown and repeated names, and the lack of both `id` and `isbnId`; after a report, returns undefined.
 */
export function readColumns(
  names: readonly string[],
  line: number,
  report: (issue: FileIssue) => void,
): readonly string[] | undefined {
  const hasDescription = names.some((name) => name.toLowerCase() === 'description');
  const columnNames = names.map((name) => {
    if (name.toLowerCase() === 'discription' && !hasDescription) return 'description';
    return columns.find((column) => column.toLowerCase() === name.toLowerCase()) ?? name;
  });
  const known = new Set<string>(columns);
  let isValid = true;
  const reject = (column: string, reason: string) => {
    isValid = false;
    report({ line, column, reason });
  };
  for (const [index, name] of columnNames.entries()) {
    if (!known.has(name)) {
      reject(name, `is not a known column; the columns are: ${columns.join(', ')}`);
    } else if (columnNames.indexOf(name) < index) {
      reject(name, 'occurs more than once');
    }
  }
  if (!columnNames.includes('id') && !columnNames.includes('isbnId')) {
    reject('id', 'is missing, and so is isbnId');
  }
  return isValid ? columnNames : undefined;
}
