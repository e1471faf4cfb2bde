import type { Utf8Rows } from './utf8-column-builder.ts';

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
