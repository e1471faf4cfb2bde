import type { CooperativeScheduler } from '../../concurrency/cooperative-scheduler.ts';
import { type Collection, createCollection, type Dimension } from '../../domain/product.ts';
import { normalizeText } from '../../domain/text.ts';
import type { ProductCollections } from './product-columns.ts';
import { countingSort } from './row-order.ts';
import { Utf8Column } from './utf8-column.ts';

/** The collection of each product in one dimension, as a code. Code 0 stands for none. */
export class DictionaryColumn {
  /**
   * The collections by code: the placeholder of code 0, then those that the host lists, then those that only products
   * refer to.
   */
  readonly collections: readonly Collection[];
  /** The code of each product, by row. */
  readonly codes: Uint32Array;
  readonly #codeByName: ReadonlyMap<string, number>;
  /** Product rows sorted by code, and the offset of each code. */
  readonly #rows: Uint32Array;
  readonly #offsets: Uint32Array;

  /**
   * @param listedCollections the collections as the host lists them.
   * @param productCollections the collections that products refer to.
   */
  static async build(
    dimension: Dimension,
    listedCollections: readonly Collection[],
    productCollections: ProductCollections,
    scheduler: CooperativeScheduler,
  ): Promise<DictionaryColumn> {
    const collections: Collection[] = [createCollection(dimension, '')];
    const codeByName = new Map<string, number>();
    const addCollection = (collection: Collection): number => {
      const name = normalizeText(collection.name);
      const existingCode = codeByName.get(name);
      if (existingCode !== undefined) return existingCode;
      codeByName.set(name, collections.length);
      collections.push({ ...collection, name });
      return collections.length - 1;
    };
    for (const collection of listedCollections) {
      if (scheduler.shouldYield) await scheduler.yield();
      addCollection(collection);
    }
    const names = new Utf8Column(productCollections.names);
    // Maps the codes in `productCollections` to the codes of this column.
    const codeByInputCode = new Uint32Array(names.count + 1);
    for (let index = 0; index < names.count; index += 1) {
      if (scheduler.shouldYield) await scheduler.yield();
      codeByInputCode[index + 1] = addCollection(createCollection(dimension, names.get(index)));
    }
    await scheduler.yield();
    return new DictionaryColumn(
      collections,
      codeByName,
      productCollections.codes.map((code) => codeByInputCode[code] ?? 0),
    );
  }

  private constructor(
    collections: readonly Collection[],
    codeByName: ReadonlyMap<string, number>,
    codes: Uint32Array,
  ) {
    this.collections = collections;
    this.codes = codes;
    this.#codeByName = codeByName;
    [this.#rows, this.#offsets] = countingSort(codes, collections.length);
  }

  /** Returns all collections, without the placeholder of code 0. */
  listCollections(): Collection[] {
    return this.collections.slice(1);
  }

  /** The code of a collection; undefined if neither the host lists it nor any product refers to it. */
  getCode(name: string): number | undefined {
    // Most names are already normalized; for these, the first lookup avoids the cost of normalizing again.
    return this.#codeByName.get(name) ?? this.#codeByName.get(normalizeText(name));
  }

  find(name: string): Collection | undefined {
    const code = this.getCode(name);
    return code === undefined ? undefined : this.collections[code];
  }

  /** The rows of the products in a collection, in ascending order. */
  getRows(code: number): Uint32Array {
    return this.#rows.subarray(this.#offsets[code] ?? 0, this.#offsets[code + 1] ?? 0);
  }

  /** The number of products in each collection, by code. */
  countProducts(): Uint32Array {
    return Uint32Array.from(this.collections, (_, code) => this.getRows(code).length);
  }
}
