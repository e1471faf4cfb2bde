import { z } from 'zod';
import { bisect } from './row-order.ts';

/**
 * Ends each string of a column. In strings to be searched and in search texts, `fold` (fold.ts) replaces this
 * character with a space, so that no match spans two rows.
 */
export const rowSeparator = '\u0000';

/**
 * The strings of a column as UTF-8 in one buffer. A worker thread can transfer it without copying, and
 * however large it is, the garbage collector has no objects to traverse.
 */
export const utf8RowsSchema = z.object({
  /** The concatenated strings, each followed by a row separator. */
  bytes: z.instanceof(Uint8Array),
  /** The offset at which each string begins, and the length of `bytes` as an extra last entry. */
  offsets: z.instanceof(Uint32Array),
});

export type Utf8Rows = z.output<typeof utf8RowsSchema>;

/** A column of strings. A native search covers all rows at once, which is faster than searching row by row. */
export class Utf8Column {
  readonly #bytes: Buffer;
  readonly #offsets: Uint32Array;

  /** @param rows if the column is searched, no string may contain the row separator. */
  constructor({ bytes, offsets }: Utf8Rows) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#offsets = offsets;
  }

  /** The number of rows. */
  get count(): number {
    return this.#offsets.length - 1;
  }

  /** The string of a row; empty beyond the last row. */
  get(row: number): string {
    return this.#bytes.toString('utf8', this.#offsets[row], (this.#offsets[row + 1] ?? 1) - 1);
  }

  /** The first `max` rows that contain a substring, in ascending order without duplicates. */
  findRowsContaining(substring: Uint8Array, max = Number.POSITIVE_INFINITY): number[] {
    const rows: number[] = [];
    let match = this.#bytes.indexOf(substring);
    while (match !== -1 && rows.length < max) {
      let row = this.#findRow(match, (rows.at(-1) ?? -1) + 1);
      // A short text is in most rows: testing the next row here is faster than another native search.
      do {
        rows.push(row);
        row += 1;
      } while (rows.length < max && this.#contains(row, substring));
      match = this.#bytes.indexOf(substring, this.#offsets[row + 1] ?? this.#bytes.length);
    }
    return rows;
  }

  /** The rows that begin with a prefix, in ascending order. */
  findRowsStartingWith(prefix: Uint8Array): number[] {
    return this.findRowsContaining(prefix).filter((row) => this.#hasBytes(this.#offsets[row] ?? 0, prefix));
  }

  #contains(row: number, substring: Uint8Array): boolean {
    const startLimit = (this.#offsets[row + 1] ?? 0) - substring.length;
    for (let start = this.#offsets[row] ?? 0; start < startLimit; start += 1) {
      let length = 0;
      while (length < substring.length && this.#bytes[start + length] === substring[length]) length += 1;
      if (length === substring.length) return true;
    }
    return false;
  }

  /** The length of a row's string in bytes. */
  byteLength(row: number): number {
    return (this.#offsets[row + 1] ?? 1) - 1 - (this.#offsets[row] ?? 0);
  }

  /** Whether the string of a row ends with a suffix. */
  endsWith(row: number, suffix: Uint8Array): boolean {
    return (
      this.byteLength(row) >= suffix.length &&
      this.#hasBytes((this.#offsets[row + 1] ?? 1) - 1 - suffix.length, suffix)
    );
  }

  #hasBytes(start: number, expected: Uint8Array): boolean {
    return expected.every((byte, index) => this.#bytes[start + index] === byte);
  }

  /** The row that contains a byte offset, at `minRow` or later. */
  #findRow(offset: number, minRow: number): number {
    const isEndAfter = (position: number) => (this.#offsets[minRow + position + 1] ?? 0) > offset;
    return minRow + bisect(this.count - minRow, isEndAfter);
  }
}

const initialCapacityBytes = 1024;
const maxBytesPerUtf16Unit = 3;

/** Builds a column string by string. */
export class Utf8ColumnBuilder {
  #bytes = Buffer.from(new ArrayBuffer(initialCapacityBytes));
  #length = 0;
  readonly #offsets: number[] = [0];

  /** Appends a string. If its row is given, the rows that are missing before it become empty. */
  add(text: string, row?: number): void {
    for (let missing = (row ?? 0) - this.#count; missing > 0; missing -= 1) this.add('');
    const maxLength = this.#length + text.length * maxBytesPerUtf16Unit + 1;
    if (maxLength > this.#bytes.length) this.#grow(maxLength);
    this.#length += this.#bytes.write(`${text}${rowSeparator}`, this.#length);
    this.#offsets.push(this.#length);
  }

  get #count(): number {
    return this.#offsets.length - 1;
  }

  /** The rows added so far. */
  build(): Utf8Rows {
    return {
      bytes: new Uint8Array(this.#bytes.subarray(0, this.#length)),
      offsets: new Uint32Array(this.#offsets),
    };
  }

  #grow(minLength: number): void {
    const grown = Buffer.from(new ArrayBuffer(Math.max(minLength, this.#bytes.length * 2)));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
