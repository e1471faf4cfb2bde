import type { CooperativeScheduler } from '../../concurrency/cooperative-scheduler.ts';
import type { Collection, Dimension } from '../../domain/product.ts';
import { normalName } from '../search/normalize.ts';
import { countingSort } from './counting-sort.ts';
import type { ProductValues } from './product-columns.ts';
import { Utf8Column } from './utf8-column.ts';

/** Which value of one dimension each product has, as numbers. Number 0 stands for none. */
export class DictionaryColumn {
  /** The values by their number; the host's list first, then names that occur on products alone. */
  readonly shelves: readonly Collection[];
  /** A product's value by the product's place. */
  readonly codes: Uint32Array;
  readonly #codeOf: ReadonlyMap<string, number>;
  readonly #members: Uint32Array;
  readonly #memberStarts: Uint32Array;

  /** @param listed values as the host lists them. @param used those of the products. */
  static async of(
    dimension: Dimension,
    listed: readonly Collection[],
    used: ProductValues,
    scheduler: CooperativeScheduler,
  ): Promise<DictionaryColumn> {
    const shelves: Collection[] = [{ dimension, name: '', thumbnail: null }];
    const codeOf = new Map<string, number>();
    const codeFor = (shelf: Collection): number => {
      const name = normalName(shelf.name);
      const known = codeOf.get(name);
      if (known !== undefined) return known;
      codeOf.set(name, shelves.length);
      shelves.push({ ...shelf, name });
      return shelves.length - 1;
    };
    for (const shelf of listed) {
      if (scheduler.shouldYield) await scheduler.yield();
      codeFor(shelf);
    }
    const names = new Utf8Column(used.names);
    const codeOfUsed = new Uint32Array(names.count + 1);
    for (let row = 0; row < names.count; row += 1) {
      if (scheduler.shouldYield) await scheduler.yield();
      codeOfUsed[row + 1] = codeFor({ dimension, name: names.text(row), thumbnail: null });
    }
    await scheduler.yield();
    return new DictionaryColumn(
      shelves,
      codeOf,
      used.codes.map((code) => codeOfUsed[code] ?? 0),
    );
  }

  private constructor(
    shelves: readonly Collection[],
    codeOf: ReadonlyMap<string, number>,
    codes: Uint32Array,
  ) {
    this.shelves = shelves;
    this.codes = codes;
    this.#codeOf = codeOf;
    [this.#members, this.#memberStarts] = countingSort(codes, shelves.length);
  }

  /** All values, without the one that stands for none. */
  all(): Collection[] {
    return this.shelves.slice(1);
  }

  /** The number of a value; undefined when neither list nor products have it. */
  code(name: string): number | undefined {
    // Nearly all names come as they are kept.
    return this.#codeOf.get(name) ?? this.#codeOf.get(normalName(name));
  }

  find(name: string): Collection | undefined {
    const code = this.code(name);
    return code === undefined ? undefined : this.shelves[code];
  }

  /** The places of the products with a value, in the shop's own order. */
  members(code: number): Uint32Array {
    return this.#members.subarray(this.#memberStarts[code] ?? 0, this.#memberStarts[code + 1] ?? 0);
  }
}
