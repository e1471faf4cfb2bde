import { ConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import type { CatalogueProduct } from '../../domain/product.ts';
import { type CatalogueIndex, findProduct } from '../catalogue-index.ts';
import { PatchedProducts } from '../product-table.ts';

/** An order of many products must not delay the calls of other shoppers. */
export const maxConcurrentReads = 4;

/** Tells caches which responses to drop. */
export interface StockChange {
  /** Ids of the products whose status, availability or remaining quantity has changed. */
  productIds: ReadonlySet<string>;
  /** Whether a product became available or unavailable, so that listings of available products have changed. */
  affectsAvailability: boolean;
}

/** The stock that a response shows. Changes of any other stock leave the response valid. */
export interface StockShown {
  /** Ids of the products whose status, availability or remaining quantity it shows. */
  productIds: ReadonlySet<string>;
  /** Whether it depends on which products are available: a listing with `availableOnly`, its count or facets. */
  dependsOnAvailability: boolean;
}

/** Whether a change concerns the stock that a response shows; true if that stock is unknown. */
export function isAffected(shown: StockShown | undefined, change: StockChange): boolean {
  if (shown === undefined || (shown.dependsOnAvailability && change.affectsAvailability)) return true;
  return [...change.productIds].some((id) => shown.productIds.has(id));
}

/** A product with the stock that the host states in the product's own record. */
interface Patch {
  product: CatalogueProduct;
  /** When the record arrived, as `performance.now()`. */
  receivedAt: number;
}

/**
 * The catalogue with the current stock of some products. After an order or a cancellation, the products' own records
 * are read instead of the whole list. Only status, availability and remaining quantity are taken from them. All other
 * fields arrive with the next list: a new price, for example, would move the product in sorted listings. A patch remains
 * until the host sends or confirms a list that was requested after the patch arrived, or sends a list without the
 * product.
 */
export class StockOverlay {
  readonly #readProduct: (id: string) => Promise<CatalogueProduct | null>;
  readonly #onFailure: (error: unknown) => void;
  readonly #limit = new ConcurrencyLimit(maxConcurrentReads);
  readonly #patches = new Map<string, Patch>();
  /** The latest read of each product, until it ends. Those of the products in `#waiting` have not begun yet. */
  readonly #reads = new Map<string, Promise<boolean>>();
  /** Ids of the products whose latest read has not begun. */
  readonly #waiting = new Set<string>();
  readonly #listeners: ((change: StockChange) => void)[] = [];
  #base: CatalogueIndex | null = null;
  #index: CatalogueIndex | null = null;
  #version = 0;

  /** @param readProduct reads a product's record; null if the host has none. */
  constructor(
    readProduct: (id: string) => Promise<CatalogueProduct | null>,
    onFailure: (error: unknown) => void,
  ) {
    this.#readProduct = readProduct;
    this.#onFailure = onFailure;
  }

  /** The catalogue with all patches; null before the first load. */
  get index(): CatalogueIndex | null {
    return this.#index;
  }

  /** The number of changes of stock so far. A response that was begun at an earlier version may show outdated stock. */
  get version(): number {
    return this.#version;
  }

  /** Calls a listener after each change of stock. */
  onChange(listener: (change: StockChange) => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Drops the patches that a list supersedes, and applies the others to `base`.
   *
   * @param listRequestedAt when the host's latest list was requested, as `performance.now()`. A patch that arrived
   * later stays if the list still contains its product, since the host may have read the list before the order.
   * @param base the catalogue built from this list; by default the current one, for a list that has not changed.
   */
  rebase(listRequestedAt: number, base = this.#base): void {
    if (base === null) return;
    const superseded: string[] = [];
    for (const [id, { product, receivedAt }] of this.#patches) {
      const listed = findProduct(base, id);
      if (listed === null || receivedAt <= listRequestedAt) {
        this.#patches.delete(id);
        superseded.push(id);
      } else if (base !== this.#base)
        this.#patches.set(id, { product: copyStock(listed, product), receivedAt });
    }
    if (base === this.#base && superseded.length === 0) return;
    this.#update(base, base.available, superseded);
  }

  /** Reads the stock of products again. Returns whether this succeeded for all of them. Never rejects. */
  async refresh(productIds: readonly string[]): Promise<boolean> {
    return (await Promise.all([...new Set(productIds)].map((id) => this.#refresh(id)))).every(Boolean);
  }

  /** Concurrent requests share a read that has not begun. One that has begun may predate the order. */
  #refresh(id: string): Promise<boolean> {
    const latest = this.#reads.get(id);
    if (latest !== undefined && this.#waiting.has(id)) return latest;
    this.#waiting.add(id);
    // One read of a product at a time, so that the last one to end is also the last one that began.
    const read = Promise.resolve(latest)
      .then(() =>
        this.#limit.run(() => {
          this.#waiting.delete(id);
          return this.#read(id);
        }),
      )
      .finally(() => {
        if (this.#reads.get(id) === read) this.#reads.delete(id);
      });
    this.#reads.set(id, read);
    return read;
  }

  async #read(id: string): Promise<boolean> {
    try {
      const record = await this.#readProduct(id);
      const [base, index] = [this.#base, this.#index];
      const product = index && findProduct(index, id);
      if (record?.id !== id || base === null || index === null || product === null) return false;
      this.#patches.set(id, { product: copyStock(product, record), receivedAt: performance.now() });
      this.#update(base, index.available, [id]);
      return true;
    } catch (error) {
      this.#onFailure(error);
      return false;
    }
  }

  /**
   * Patches the base again and tells all listeners which products' stock has changed.
   *
   * @param available the column to patch; it is copied only if a patch differs from it.
   */
  #update(base: CatalogueIndex, available: Uint8Array, productIds: readonly string[]): void {
    const before = this.#index;
    const index = patchIndex(base, available, this.#patches);
    this.#base = base;
    this.#index = index;
    const changed = productIds.flatMap((id) => {
      const [former, current] = [before && findProduct(before, id), findProduct(index, id)];
      return former && current && !hasSameStock(former, current) ? [{ former, current }] : [];
    });
    if (changed.length === 0) return;
    this.#version += 1;
    const change = {
      productIds: new Set(changed.map(({ current }) => current.id)),
      affectsAvailability: changed.some(({ former, current }) => former.available !== current.available),
    };
    for (const listener of this.#listeners) listener(change);
  }
}

/** Copies only the parts that the patches change. The others remain those of `base`, since caches use them as keys. */
function patchIndex(
  base: CatalogueIndex,
  available: Uint8Array,
  patches: ReadonlyMap<string, Patch>,
): CatalogueIndex {
  if (patches.size === 0) return base;
  const products = new Map<number, CatalogueProduct>();
  let patched = available;
  for (const [id, { product }] of patches) {
    const row = base.rowById.get(id);
    if (row === undefined) continue;
    products.set(row, product);
    if (patched[row] !== Number(product.available)) patched = patched.with(row, Number(product.available));
  }
  return { ...base, products: new PatchedProducts(base.products, products), available: patched };
}

/** Returns the same object if its stock is the same, because caches use products as keys. */
function copyStock(product: CatalogueProduct, source: CatalogueProduct): CatalogueProduct {
  const { status, available, remainingQuantity } = source;
  return hasSameStock(product, source) ? product : { ...product, status, available, remainingQuantity };
}

function hasSameStock(one: CatalogueProduct, other: CatalogueProduct): boolean {
  return (
    one.status === other.status &&
    one.available === other.available &&
    one.remainingQuantity === other.remainingQuantity
  );
}
