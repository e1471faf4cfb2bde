import { CooperativeScheduler, sortCooperatively } from '../concurrency/cooperative-scheduler.ts';
import { compareNames } from './columns/collection-names.ts';
import { createHostOrder, createRowOrder, type RowOrder } from './columns/row-order.ts';
import type { ProductTable } from './product-table.ts';

/** How products are sorted; `none` is the host's order. */
export type SortOrder = 'none' | 'PRICE_LOW_TO_HIGH' | 'PRICE_HIGH_TO_LOW' | 'NEWEST' | 'TITLE';

/**
 * The rows in each order. `TITLE` and `NEWEST` are built when the first listing needs them, because sorting all
 * products is slow, above all by title. Listings in another order do not wait.
 */
export class ProductSortOrders {
  /** Whether the ids of all products are numbers, so that a higher id means a newer product. */
  readonly hasNumericIds: boolean;
  readonly #products: ProductTable;
  readonly #orders: Map<SortOrder, RowOrder>;
  readonly #builds = new Map<SortOrder, Promise<void>>();

  constructor(products: ProductTable, byPrice: Record<'PRICE_LOW_TO_HIGH' | 'PRICE_HIGH_TO_LOW', RowOrder>) {
    this.#products = products;
    this.hasNumericIds = products.hasNumericIds;
    this.#orders = new Map<SortOrder, RowOrder>([
      ['none', createHostOrder(products.count)],
      ['PRICE_LOW_TO_HIGH', byPrice.PRICE_LOW_TO_HIGH],
      ['PRICE_HIGH_TO_LOW', byPrice.PRICE_HIGH_TO_LOW],
    ]);
  }

  /** The rows in an order that has been prepared. */
  get(sort: SortOrder): RowOrder {
    const order = this.#orders.get(sort);
    if (order === undefined) throw new Error(`The order ${sort} has not been built.`);
    return order;
  }

  /** Builds an order, once. Yields to the event loop, so that a large catalogue does not delay requests. */
  async prepare(sort: SortOrder): Promise<void> {
    if (this.#orders.has(sort)) return;
    const build = this.#builds.get(sort) ?? this.#build(sort);
    this.#builds.set(sort, build);
    await build;
  }

  async #build(sort: SortOrder): Promise<void> {
    const compare = sort === 'TITLE' ? this.#createTitleComparator() : this.#createNewestFirstComparator();
    const rows = await sortCooperatively(
      [...this.get('none').rowByRank],
      (a, b) => compare(a, b) || a - b,
      new CooperativeScheduler(),
    );
    this.#orders.set(sort, createRowOrder(Uint32Array.from(rows)));
  }

  #createTitleComparator(): (a: number, b: number) => number {
    const titles = Array.from({ length: this.#products.count }, (_, row) =>
      this.#products.getText('name', row),
    );
    return (a, b) => compareNames(titles[a] ?? '', titles[b] ?? '');
  }

  /** Without numeric ids, products that the host lists later count as newer. */
  #createNewestFirstComparator(): (a: number, b: number) => number {
    if (!this.hasNumericIds) return (a, b) => b - a;
    const ids = Float64Array.from({ length: this.#products.count }, (_, row) =>
      Number(this.#products.getId(row)),
    );
    return (a, b) => (ids[b] ?? 0) - (ids[a] ?? 0);
  }
}
