import { inflateSync } from 'node:zlib';

const woffSignature = 0x774f4646;
/** Bytes of the header of an OpenType file, and of each record in its table directory. */
const [headerSize, recordSize] = [12, 16];
/** Bytes of the header of a WOFF file, and of each entry in its table directory. */
const [woffHeaderSize, woffEntrySize] = [44, 20];

/**
 * Converts a WOFF 1.0 font file to OpenType (W3C Recommendation of 2012, sections 3 to 6). fontkit can read WOFF, but
 * decompresses the table of outlines for every glyph, which is about thirty times slower.
 * @throws Error if it is not a WOFF file.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== woffSignature) throw new Error('Not a WOFF 1.0 font file.');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) =>
    readTable(woff, woffHeaderSize + index * woffEntrySize),
  );
  const directory = Buffer.alloc(headerSize + count * recordSize);
  writeHeader(directory, woff.readUInt32BE(4), count);
  let offset = directory.length;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const recordOffset = headerSize + index * recordSize;
    directory.writeUInt32BE(tag, recordOffset);
    directory.writeUInt32BE(checksum, recordOffset + 4);
    directory.writeUInt32BE(offset, recordOffset + 8);
    directory.writeUInt32BE(data.length, recordOffset + 12);
    offset += padLength(data.length);
  }
  const bodies = tables.map(({ data }) => Buffer.concat([data], padLength(data.length)));
  return Buffer.concat([directory, ...bodies]);
}

function readTable(woff: Buffer, entryOffset: number) {
  const readField = (index: number) => woff.readUInt32BE(entryOffset + index * 4);
  const [tag, offset, compressedLength, length, checksum] = [
    readField(0),
    readField(1),
    readField(2),
    readField(3),
    readField(4),
  ];
  const body = woff.subarray(offset, offset + compressedLength);
  return { tag, checksum, data: compressedLength === length ? body : inflateSync(body) };
}

function writeHeader(directory: Buffer, flavor: number, count: number): void {
  const entrySelector = Math.floor(Math.log2(count));
  directory.writeUInt32BE(flavor, 0);
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(2 ** entrySelector * recordSize, 6);
  directory.writeUInt16BE(entrySelector, 8);
  directory.writeUInt16BE(count * recordSize - 2 ** entrySelector * recordSize, 10);
}

/** Tables are aligned to four bytes. */
function padLength(length: number): number {
  return Math.ceil(length / 4) * 4;
}
