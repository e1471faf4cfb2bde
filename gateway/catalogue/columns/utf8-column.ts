import { z } from 'zod';
import { separator } from '../search/normalize.ts';

/**
 * Texts by their row, as UTF-8 in one stretch of memory: another thread can hand it over at no cost,
 * and however long it is, the garbage collector has nothing in it to look at.
 */
export const utf8RowsSchema = z.object({
  /** The texts in turn, each followed by the separator. */
  bytes: z.instanceof(Uint8Array),
  /** Where each text begins, and, behind the last, where it ends. */
  starts: z.instanceof(Uint32Array),
});

export type Utf8Rows = z.output<typeof utf8RowsSchema>;

/**
 * The texts of many rows, so that a substring is found by one native search over all rows instead
 * of one call per row.
 */
export class Utf8Column {
  readonly #bytes: Buffer;
  readonly #starts: Uint32Array;

  /** @param rows texts; to be searched, none may hold the separator except between its own fields. */
  constructor({ bytes, starts }: Utf8Rows) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#starts = starts;
  }

  /** How many rows there are. */
  get count(): number {
    return this.#starts.length - 1;
  }

  /** The rows that hold `part`, ascending, each once. */
  *rowsWith(part: string): Generator<number> {
    const bytes = Buffer.from(part);
    let row = 0;
    let found = this.#bytes.indexOf(bytes);
    while (found !== -1) {
      row = this.#rowAt(found, row);
      yield row;
      row += 1;
      found = this.#bytes.indexOf(bytes, this.#starts[row]);
    }
  }

  /** The text of a row. */
  text(row: number): string {
    return this.#bytes.toString('utf8', this.#starts[row], (this.#starts[row + 1] ?? 1) - 1);
  }

  #rowAt(place: number, from: number): number {
    let low = from;
    let high = this.#starts.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] ?? 0) <= place) low = middle;
      else high = middle;
    }
    return low;
  }
}

const firstSize = 1024;
/** The most bytes a UTF-16 code unit takes in UTF-8. */
const longestUnit = 3;

/** Writes texts row by row. */
export class Utf8ColumnBuilder {
  #bytes = Buffer.from(new ArrayBuffer(firstSize));
  #length = 0;
  readonly #starts: number[] = [0];

  /** Adds a row. */
  add(text: string): void {
    const needed = this.#length + text.length * longestUnit + 1;
    if (needed > this.#bytes.length) this.#grow(needed);
    this.#length += this.#bytes.write(`${text}${separator}`, this.#length);
    this.#starts.push(this.#length);
  }

  /** The rows so far. */
  rows(): Utf8Rows {
    return {
      bytes: new Uint8Array(this.#bytes.subarray(0, this.#length)),
      starts: new Uint32Array(this.#starts),
    };
  }

  #grow(needed: number): void {
    const grown = Buffer.from(new ArrayBuffer(Math.max(needed, this.#bytes.length * 2)));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
