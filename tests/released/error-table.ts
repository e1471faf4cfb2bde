import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorCodes } from '#gateway/domain/error-codes.ts';

/** The document that contains the table. */
export const errorTablePath = path.join(import.meta.dirname, '../../docs/partners.md');

const [begin, end] = [
  '<!-- error codes, written by npm run release:schema -->\n',
  '<!-- end of error codes -->\n',
];

/** The table of all error codes in Markdown. */
export function formatErrorTable(): string {
  const rows = Object.entries(errorCodes).map(
    ([code, { status, meaning, action }]) => `| \`${code}\` | ${status} | ${meaning} | ${action} |\n`,
  );
  return `${begin}\n| code | HTTP status | meaning | what to do |\n| --- | --- | --- | --- |\n${rows.join('')}\n${end}`;
}

/** Replaces the table in the document. */
export function writeErrorTable(): void {
  const text = readFileSync(errorTablePath, 'utf8');
  const [before = '', rest = ''] = text.split(begin);
  const [, after = ''] = rest.split(end);
  writeFileSync(errorTablePath, `${before}${formatErrorTable()}${after}`);
}
