import type { Fault, FaultyFile } from './catalogue-file.ts';

/** More than anybody mends in one go; the rest is counted. */
const mostLines = 100;

/** What is printed for a file with faults: each by line, column, value and reason. */
export function faultLines({ faults }: FaultyFile, file: string): string[] {
  const shown = faults.slice(0, mostLines).map(faultLine);
  const hidden = faults.length - shown.length;
  if (hidden > 0) shown.push(`… and ${hidden} more.`);
  const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`;
  return [`${file} has ${count}; nothing was imported:`, ...shown];
}

function faultLine({ line, column, value, reason }: Fault): string {
  const place = column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
  return value === undefined ? `${place}: ${reason}` : `${place}, value ${quoted(value)}: ${reason}`;
}

/** A value as it can stand in a line: as JSON, so that blanks and line breaks show, and not too long. */
function quoted(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
