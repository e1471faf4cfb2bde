import { setImmediate as nextTurn } from 'node:timers/promises';
import { DimensionColumn } from './dimension-column.ts';
import { fold, separator } from './fold.ts';
import { type CatalogueProduct, type Dimension, dimensions } from './product.ts';
import type { Shelf } from './shelf.ts';
import { TextColumn } from './text-column.ts';

/** How products are ordered; `none` is the shop's own order. */
export type SortOrder = 'none' | 'PRICE_LOW_TO_HIGH' | 'PRICE_HIGH_TO_LOW';

/** The lists an index is built from, in the host's order. */
export interface CatalogueLists {
  products: readonly CatalogueProduct[];
  shelves: Record<Dimension, readonly Shelf[]>;
}

/**
 * The whole catalogue, ready to be asked: one column per question, each addressed by a product's
 * place in the shop's own order. Never changes once built; a refresh builds another.
 */
export interface CatalogueIndex {
  products: readonly CatalogueProduct[];
  /** Place of a product by its id. */
  placeOf: ReadonlyMap<string, number>;
  /** Selling prices in paise. */
  prices: Float64Array;
  /** 1 where the product can be bought. */
  available: Uint8Array;
  columns: Record<Dimension, DimensionColumn>;
  /** What the search looks through: name, author, publisher, category, language. */
  searchText: TextColumn;
  /** Folded names alone, for suggestions. */
  names: TextColumn;
  /** Places in order of price; products of one price keep the shop's order. */
  byPrice: Record<Exclude<SortOrder, 'none'>, Uint32Array>;
}

/** How many products are taken in before other requests get a turn. */
const slice = 2_000;

/** Builds an index in slices, so that nobody waits for a large catalogue. Of equal ids the first counts. */
export async function buildIndex(lists: CatalogueLists): Promise<CatalogueIndex> {
  const products: CatalogueProduct[] = [];
  const placeOf = new Map<string, number>();
  const texts: string[] = [];
  const names: string[] = [];
  for (const [row, product] of lists.products.entries()) {
    if (row % slice === slice - 1) await nextTurn();
    if (placeOf.has(product.id)) continue;
    placeOf.set(product.id, products.length);
    products.push(product);
    const name = fold(product.name);
    names.push(name);
    texts.push(searchTextOf(product, name));
  }
  await nextTurn();
  const columns = {
    category: new DimensionColumn('category', lists.shelves.category, products),
    language: new DimensionColumn('language', lists.shelves.language, products),
    publisher: new DimensionColumn('publisher', lists.shelves.publisher, products),
    author: new DimensionColumn('author', lists.shelves.author, products),
  };
  await nextTurn();
  const prices = Float64Array.from(products, (product) => product.price);
  const ascending = Uint32Array.from(prices.keys()).sort(
    (one, other) => (prices[one] ?? 0) - (prices[other] ?? 0) || one - other,
  );
  await nextTurn();
  return {
    products,
    placeOf,
    prices,
    available: Uint8Array.from(products, (product) => (product.available ? 1 : 0)),
    columns,
    searchText: new TextColumn(texts),
    names: new TextColumn(names),
    byPrice: { PRICE_LOW_TO_HIGH: ascending, PRICE_HIGH_TO_LOW: descending(ascending, prices) },
  };
}

/** The shelves of a dimension as a host with no products gives them, before the first load. */
export const noShelves: Record<Dimension, readonly Shelf[]> = {
  category: [],
  language: [],
  publisher: [],
  author: [],
};

function searchTextOf(product: CatalogueProduct, foldedName: string): string {
  const fields = dimensions.map((dimension) => product[dimension]).filter((value) => value !== null);
  return [foldedName, ...fields.map(fold)].join(separator);
}

/** Reverses an order by price but keeps the shop's order within one price. */
function descending(ascending: Uint32Array, prices: Float64Array): Uint32Array {
  const reversed = new Uint32Array(ascending.length);
  let written = 0;
  let end = ascending.length;
  while (end > 0) {
    let start = end - 1;
    while (start > 0 && prices[ascending[start - 1] ?? 0] === prices[ascending[end - 1] ?? 0]) start -= 1;
    reversed.set(ascending.subarray(start, end), written);
    written += end - start;
    end = start;
  }
  return reversed;
}
