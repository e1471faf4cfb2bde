import { z } from 'zod';
import { normalizeIsbn } from '../domain/isbn.ts';
import { readCsv } from './csv-file.ts';
import { detectFormat } from './file-format.ts';
import { type FileIssue, InvalidFileError } from './file-record.ts';
import { readJson } from './json-file.ts';
import { readOnix } from './onix-file.ts';
import { type ImportedProduct, importedRow } from './product-row.ts';

const readers = { csv: readCsv, json: readJson, onix: readOnix };

/**
 * Reads and validates a catalogue file: CSV, JSON or ONIX for Books 3.0.
 * @throws InvalidFileError with the errors found, ordered by line; the system error if the file cannot be read.
 */
export async function readCatalogueFile(file: string): Promise<ImportedProduct[]> {
  const issues: FileIssue[] = [];
  const report = (issue: FileIssue) => issues.push(issue);
  const format = await detectFormat(file);
  const products: ImportedProduct[] = [];
  const linesByKey = new Map<string, number>();
  for await (const { line, fields } of readers[format](file, report)) {
    const result = importedRow.safeParse(fields);
    if (!result.success) {
      for (const issue of result.error.issues) report(describeIssue(issue, line, fields));
      continue;
    }
    const key = findKey(result.data);
    const earlierLine = linesByKey.get(`${key.column} ${key.value}`);
    if (earlierLine !== undefined) {
      report({ line, ...key, reason: `is already used on line ${earlierLine}` });
    } else {
      linesByKey.set(`${key.column} ${key.value}`, line);
      products.push(result.data);
    }
  }
  if (issues.length > 0) throw new InvalidFileError(issues.toSorted((a, b) => a.line - b.line));
  if (products.length === 0)
    throw new InvalidFileError([{ line: 1, reason: 'the file contains no products' }]);
  return products;
}

/** The values of a record that apply only to a new product. */
const ifNewValues = z.record(z.string(), z.unknown());

function describeIssue(
  issue: z.core.$ZodIssue,
  line: number,
  fields: Readonly<Record<string, unknown>>,
): FileIssue {
  const [field, inner] = issue.path;
  const isIfNew = field === 'ifNew';
  const column = String(isIfNew ? inner : field);
  const values = isIfNew ? ifNewValues.parse(fields.ifNew) : fields;
  return { line, column, value: values[column], reason: findReason(issue) };
}

/** Returns the value that identifies a product in the file: its id, or its ISBN if it has no id. */
function findKey({ id, isbnId }: ImportedProduct): { column: string; value: number | string } {
  return id === undefined
    ? { column: 'isbnId', value: normalizeIsbn(isbnId ?? '') }
    : { column: 'id', value: id };
}

/** Returns the message of an issue. If a union has no message of its own, the message of its last member is used. */
function findReason(issue: z.core.$ZodIssue): string {
  const hasNoMessage = issue.code === 'invalid_union' && issue.message === 'Invalid input';
  const memberIssue = hasNoMessage ? issue.errors.at(-1)?.[0] : undefined;
  return memberIssue === undefined ? issue.message : findReason(memberIssue);
}
