import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { InvalidFileError } from './file-record.ts';

export type FileFormat = 'csv' | 'json' | 'onix';

/** Enough for the header line of a CSV file and the first elements of an XML file. */
const inspectedBytes = 8192;

/** The first bytes of files in unsupported formats, with advice for the user. */
const unsupportedFormats: readonly { readonly bytes: readonly number[]; readonly advice: string }[] = [
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    advice: 'is an Excel workbook (.xlsx) or another archive; save it as "CSV UTF-8 (comma delimited)"',
  },
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    advice: 'is an Excel workbook (.xls); save it as "CSV UTF-8 (comma delimited)"',
  },
  { bytes: [0xff, 0xfe], advice: 'is UTF-16; save it as UTF-8, in Excel as "CSV UTF-8 (comma delimited)"' },
  { bytes: [0xfe, 0xff], advice: 'is UTF-16; save it as UTF-8, in Excel as "CSV UTF-8 (comma delimited)"' },
];

/**
 * Detects the format of a catalogue file by its first bytes, because wrong extensions are common. For a text that does
 * not begin like XML, the extensions of XML, JSON and JSON lines count as well.
 * @throws InvalidFileError for a file of any other kind; the system error if the file cannot be read.
 */
export async function detectFormat(file: string): Promise<FileFormat> {
  const start = await readStart(file);
  const unsupported = unsupportedFormats.find(({ bytes }) =>
    bytes.every((byte, index) => start[index] === byte),
  );
  if (unsupported !== undefined) throw createError(unsupported.advice);
  if (start.includes(0)) throw createError('is UTF-16 or not a text file; save it as UTF-8');
  const text = start
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  const extension = path.extname(file).toLowerCase();
  if (text.startsWith('<')) {
    if (/<ONIXmessage[\s>]/i.test(text)) return 'onix';
    throw createError('is XML, but not ONIX for Books: it has no <ONIXMessage>');
  }
  if (extension === '.xml' || extension === '.onix') throw createError('is not XML');
  const isJsonLines = ['.jsonl', '.ndjson'].includes(extension) || /^\{.*\}[ \t]*\r?\n\s*\{/.test(text);
  if (isJsonLines) throw createError('is JSON lines; make it one JSON array: [ {…}, {…} ]');
  if (extension === '.json' || text.startsWith('[')) return 'json';
  const [header = ''] = text.split(/\r\n|\r|\n/, 1);
  const separator = findSeparator(header);
  if (separator !== undefined) {
    throw createError(
      `is separated by ${separator}; save it as CSV with commas, and amounts with a decimal point`,
    );
  }
  return 'csv';
}

function createError(reason: string): InvalidFileError {
  return new InvalidFileError([{ line: 1, reason: `the file ${reason}` }]);
}

async function readStart(file: string): Promise<Buffer> {
  const stats = await stat(file);
  // The file is read a second time once its format is known, which is impossible for a pipe. Opening a pipe without a
  // writer would even wait forever, and the first Ctrl+C would not end the process. A directory is not rejected here,
  // because reading it fails with an error of its own.
  if (!stats.isFile() && !stats.isDirectory()) {
    throw createError('is a pipe or a device; save the catalogue to a file first');
  }
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(inspectedBytes), 0, inspectedBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Returns the name of a header line's separator if it is not a comma. Column names contain no separators. */
function findSeparator(header: string): string | undefined {
  if (header.includes(',')) return undefined;
  if (header.includes(';')) return 'semicolons';
  return header.includes('\t') ? 'tabs' : undefined;
}
