import { createReadStream } from 'node:fs';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import { type Fault, type FoundRecord, readColumns } from './catalogue-file.ts';

const chunk = z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) });

/** Reads a CSV file record by record (RFC 4180, UTF-8, a first line of column names). */
export async function* readCsv(file: string, report: (fault: Fault) => void): AsyncGenerator<FoundRecord> {
  const parser = parse({ bom: true, info: true, relaxColumnCount: true, skipEmptyLines: true });
  const source = createReadStream(file);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let columns: readonly string[] | undefined;
  let lastLine = 0;
  // csv-parse counts the lines up to a record's end, and a Windows line end within quotation marks twice.
  let overcounted = 0;
  try {
    for await (const found of parser) {
      const { record, info } = chunk.parse(found);
      const counted = breaksIn(record, /\r|\n/g);
      const line = info.lines - counted - overcounted;
      lastLine = line + breaksIn(record, /\r\n|\r|\n/g);
      overcounted += counted - (lastLine - line);
      if (columns === undefined) {
        let isUsable = true;
        columns = readColumns(
          record.map((name) => name.trim()),
          line,
          (fault) => {
            isUsable = false;
            report(fault);
          },
        );
        if (!isUsable) return;
      } else if (record.length !== columns.length) {
        report({ line, reason: `has ${record.length} values for ${columns.length} columns` });
      } else {
        yield { line, fields: Object.fromEntries(columns.map((column, index) => [column, record[index]])) };
      }
    }
    if (columns === undefined) report({ line: 1, reason: 'the file is empty' });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    report({ line: lineOf(error, lastLine), reason: reasonOf(error) });
  } finally {
    source.destroy();
  }
}

function breaksIn(record: readonly string[], lineBreak: RegExp): number {
  return record.reduce((count, value) => count + (value.match(lineBreak)?.length ?? 0), 0);
}

/** csv-parse names the line in its message alone, and where a quotation mark is never closed the last one. */
function lineOf({ code, message }: CsvError, lastRead: number): number {
  const line = /at line (\d+)/.exec(message)?.[1];
  return code === 'CSV_QUOTE_NOT_CLOSED' || line === undefined ? lastRead + 1 : Number(line);
}

function reasonOf({ code, message }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quotation mark is opened here or later and never closed';
  if (code === 'CSV_INVALID_CLOSING_QUOTE' || code === 'INVALID_OPENING_QUOTE') {
    return 'a quotation mark stands in the middle of a value; write it twice, in a value in quotation marks';
  }
  return `is no CSV (${message})`;
}
