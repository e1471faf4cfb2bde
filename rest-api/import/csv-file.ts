import { createReadStream } from 'node:fs';
import { type CsvError, type Parser, parse } from 'csv-parse';
import { z } from 'zod';
import {
  type FileIssue,
  type FileRecord,
  maxRecordBytes,
  readColumns,
  recordTooLongReason,
} from './file-record.ts';

const parsedRecord = z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) });

interface CsvSyntaxError {
  readonly error: CsvError;
  /** The record up to the error. */
  readonly recordStart: string;
}

/**
 * Reads a CSV file record by record (RFC 4180, UTF-8, with a header line). Ignores blank records and blank columns
 * without a name, which spreadsheets write for cells that were cleared.
 */
export async function* readCsv(file: string, report: (issue: FileIssue) => void): AsyncGenerator<FileRecord> {
  // Only the first error, because those after it may be its consequences.
  let syntaxError: CsvSyntaxError | undefined;
  const source = createReadStream(file);
  const parser: Parser = parse({
    bom: true,
    info: true,
    raw: true,
    maxRecordSize: maxRecordBytes,
    // By default, csv-parse accepts only the kind of line break that ends the header. With this list, any kind
    // ends a record unless it is in quotation marks.
    recordDelimiter: ['\r\n', '\n', '\r'],
    relaxColumnCount: true,
    skipEmptyLines: true,
    // Without this option, an error discards the records before it that have not been read yet.
    skipRecordsWithError: true,
    onSkip: (error, recordStart = '') => {
      if (error !== undefined && syntaxError === undefined) {
        syntaxError = { error, recordStart };
        source.unpipe(parser);
        parser.end();
      }
      return undefined;
    },
    // The rest of the chunk with the error is still parsed, but its records are dropped here.
    onRecord: (record) => (syntaxError === undefined ? record : null),
  });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let header: Header | undefined;
  let previousRecordEnd = 0;
  // csv-parse reports the line on which a record ends, and counts a CRLF between quotation marks twice.
  let overcount = 0;
  try {
    for await (const value of parser) {
      const { record, info } = parsedRecord.parse(value);
      const countedBreaks = countMatches(record, /\r|\n/g);
      const line = info.lines - countedBreaks - overcount;
      previousRecordEnd = line + countMatches(record, /\r\n|\r|\n/g);
      overcount += countedBreaks - (previousRecordEnd - line);
      if (record.every(isBlank)) continue;
      if (header === undefined) {
        header = readHeader(record, line, report);
        if (header === undefined) return;
      } else {
        const fields = readFields(record, header, line, report);
        if (fields !== undefined) yield { line, fields };
      }
    }
    if (syntaxError !== undefined) {
      const line = findErrorLine(syntaxError, previousRecordEnd, overcount);
      report({ line, reason: describeCsvError(syntaxError.error) });
    } else if (header === undefined) {
      report({ line: 1, reason: 'the file is empty' });
    }
  } finally {
    source.destroy();
  }
}

/** The standard spelling of each column's name; undefined for a column without a name. */
type Header = readonly (string | undefined)[];

/** Reads the first record. If it has errors, reports them and returns undefined. */
function readHeader(
  record: readonly string[],
  line: number,
  report: (issue: FileIssue) => void,
): Header | undefined {
  const names = record.map((name) => name.trim());
  const nonBlankNames = names.filter((name) => name !== '');
  const columns = readColumns(nonBlankNames, line, report)?.values();
  return columns && names.map((name) => (name === '' ? undefined : columns.next().value));
}

/** Returns the values by column. Reports a wrong number of values, and values without a column name. */
function readFields(
  record: readonly string[],
  header: Header,
  line: number,
  report: (issue: FileIssue) => void,
): Record<string, string> | undefined {
  if (record.length !== header.length) {
    report({ line, reason: `has ${record.length} values for ${header.length} columns` });
    return undefined;
  }
  const fields: Record<string, string> = {};
  for (const [index, value] of record.entries()) {
    const column = header[index];
    if (column !== undefined) fields[column] = value;
    else if (!isBlank(value)) report({ line, value, reason: `is in column ${index + 1}, which has no name` });
  }
  return fields;
}

function isBlank(value: string): boolean {
  return value.trim() === '';
}

function countMatches(record: readonly string[], pattern: RegExp): number {
  return record.reduce((count, value) => count + (value.match(pattern)?.length ?? 0), 0);
}

/**
 * csv-parse states the line only in its message. For a quotation mark that is never closed, it states the last line of
 * the file, and for a record that is too long, the line on which it exceeds the limit. For these, the line on which the
 * record starts is computed from the end of the previous record.
 */
function findErrorLine(
  { error, recordStart }: CsvSyntaxError,
  previousRecordEnd: number,
  overcount: number,
): number {
  const line = /at line (\d+)/.exec(error.message)?.[1];
  if (['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'].includes(error.code) || line === undefined)
    return previousRecordEnd + 1 + countBlankLines(recordStart);
  // `trimStart` removes the blank lines before the record. csv-parse passes on only their first characters, so a blank
  // line with CRLF followed by one with LF would look like one CRLF.
  return Number(line) - overcount - countMatches([recordStart.trimStart()], /\r\n/g);
}

/** The number of blank lines before a record. csv-parse passes on only the first character of each, even of a CRLF. */
function countBlankLines(recordStart: string): number {
  return /^[\r\n]*/.exec(recordStart)?.[0].length ?? 0;
}

function describeCsvError({ code, message }: CsvError): string {
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return `${recordTooLongReason}; perhaps a quotation mark is never closed`;
  }
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quotation mark on this or a later line is never closed';
  if (code === 'CSV_INVALID_CLOSING_QUOTE' || code === 'INVALID_OPENING_QUOTE') {
    return 'a quotation mark inside a value must be doubled, and the value must be in quotation marks';
  }
  return `is not valid CSV (${message})`;
}
