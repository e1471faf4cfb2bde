import { normalName } from './fold.ts';
import { grouped } from './grouping.ts';
import type { CatalogueProduct, Dimension } from './product.ts';
import type { Shelf } from './shelf.ts';

/** Which value of one dimension each product has, as numbers. Number 0 stands for none. */
export class DimensionColumn {
  /** The values by their number; the host's list first, then names that occur on products alone. */
  readonly shelves: readonly Shelf[];
  /** A product's value by the product's place. */
  readonly codes: Uint32Array;
  readonly #codeOf = new Map<string, number>();
  readonly #members: Uint32Array;
  readonly #memberStarts: Uint32Array;

  constructor(dimension: Dimension, listed: readonly Shelf[], products: readonly CatalogueProduct[]) {
    const shelves: Shelf[] = [{ dimension, name: '', thumbnail: null }];
    const codeFor = (shelf: Shelf): number => {
      const name = normalName(shelf.name);
      const known = this.#codeOf.get(name);
      if (known !== undefined) return known;
      this.#codeOf.set(name, shelves.length);
      shelves.push({ ...shelf, name });
      return shelves.length - 1;
    };
    for (const shelf of listed) codeFor(shelf);
    // By the name as it was given: normalising it once per product would take most of the time.
    const seen = new Map<string | null, number>([[null, 0]]);
    this.codes = new Uint32Array(products.length);
    let place = 0;
    for (const { [dimension]: name } of products) {
      const code = seen.get(name) ?? codeFor({ dimension, name: name ?? '', thumbnail: null });
      seen.set(name, code);
      this.codes[place] = code;
      place += 1;
    }
    this.shelves = shelves;
    [this.#members, this.#memberStarts] = grouped(this.codes, shelves.length);
  }

  /** All values, without the one that stands for none. */
  all(): Shelf[] {
    return this.shelves.slice(1);
  }

  /** The number of a value; undefined when neither list nor products have it. */
  code(name: string): number | undefined {
    // Nearly all names come as they are kept.
    return this.#codeOf.get(name) ?? this.#codeOf.get(normalName(name));
  }

  find(name: string): Shelf | undefined {
    const code = this.code(name);
    return code === undefined ? undefined : this.shelves[code];
  }

  /** The places of the products with a value, in the shop's own order. */
  members(code: number): Uint32Array {
    return this.#members.subarray(this.#memberStarts[code] ?? 0, this.#memberStarts[code + 1] ?? 0);
  }
}
