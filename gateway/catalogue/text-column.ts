import { separator } from './fold.ts';

/**
 * The folded texts of many rows as one long string, so that a substring is found by one native
 * search over all rows instead of one call per row.
 */
export class TextColumn {
  readonly #text: string;
  readonly #starts: Uint32Array;

  /** @param rows folded texts; none of them holds the separator except between its own fields. */
  constructor(rows: readonly string[]) {
    this.#starts = new Uint32Array(rows.length + 1);
    let length = 0;
    for (const [row, text] of rows.entries()) {
      this.#starts[row] = length;
      length += text.length + 1;
    }
    this.#starts[rows.length] = length;
    // In one piece: a text put together of two would be copied by the first search in it.
    this.#text = [...rows, ''].join(separator);
  }

  /** The rows that hold `part`, ascending, each once. */
  *rowsWith(part: string): Generator<number> {
    let row = 0;
    let found = this.#text.indexOf(part);
    while (found !== -1) {
      row = this.#rowAt(found, row);
      yield row;
      row += 1;
      found = this.#text.indexOf(part, this.#starts[row]);
    }
  }

  /** The text of a row. */
  text(row: number): string {
    return this.#text.slice(this.#starts[row], (this.#starts[row + 1] ?? 1) - 1);
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
