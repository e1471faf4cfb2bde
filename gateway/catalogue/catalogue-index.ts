import { Pacer } from '../pacer.ts';
import { DimensionColumn } from './dimension-column.ts';
import { priceOrders } from './price-order.ts';
import { type CatalogueProduct, type Dimension, dimensions } from './product.ts';
import { SearchColumn, SearchRows } from './search-column.ts';
import type { Shelf } from './shelf.ts';

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
  searchText: SearchColumn;
  /** Names alone, for suggestions. */
  names: SearchColumn;
  /** Names of the values of each dimension, by their code. */
  shelfNames: Record<Dimension, SearchColumn>;
  /** Places in order of price; products of one price keep the shop's order. */
  byPrice: Record<Exclude<SortOrder, 'none'>, Uint32Array>;
}

/** Builds an index in stretches, so that nobody waits for a large catalogue. Of equal ids the first counts. */
export async function buildIndex(lists: CatalogueLists): Promise<CatalogueIndex> {
  const pacer = new Pacer();
  const products: CatalogueProduct[] = [];
  const placeOf = new Map<string, number>();
  const sounds = new Map<string, string>();
  const texts = new SearchRows(sounds);
  const names = new SearchRows(sounds);
  for (const product of lists.products) {
    if (pacer.isDue) await pacer.rest();
    if (placeOf.has(product.id)) continue;
    placeOf.set(product.id, products.length);
    products.push(product);
    names.add(product.name);
    texts.add(product.name, ...valuesOf(product));
  }
  const columnOf = async (dimension: Dimension) => {
    await pacer.rest();
    return new DimensionColumn(dimension, lists.shelves[dimension], products);
  };
  const columns = {
    category: await columnOf('category'),
    language: await columnOf('language'),
    publisher: await columnOf('publisher'),
    author: await columnOf('author'),
  };
  await pacer.rest();
  const prices = new Float64Array(products.length);
  const available = new Uint8Array(products.length);
  let place = 0;
  for (const product of products) {
    prices[place] = product.price;
    available[place] = product.available ? 1 : 0;
    place += 1;
  }
  await pacer.rest();
  const { ascending, descending } = priceOrders(prices);
  await pacer.rest();
  const searchText = await SearchColumn.of(texts, pacer);
  await pacer.rest();
  const nameColumn = await SearchColumn.of(names, pacer);
  const shelfNamesOf = async (dimension: Dimension) => {
    const rows = new SearchRows(sounds);
    for (const { name } of columns[dimension].shelves) {
      if (pacer.isDue) await pacer.rest();
      rows.add(name);
    }
    return SearchColumn.of(rows, pacer);
  };
  const shelfNames = {
    category: await shelfNamesOf('category'),
    language: await shelfNamesOf('language'),
    publisher: await shelfNamesOf('publisher'),
    author: await shelfNamesOf('author'),
  };
  return {
    products,
    placeOf,
    prices,
    available,
    columns,
    searchText,
    names: nameColumn,
    shelfNames,
    byPrice: { PRICE_LOW_TO_HIGH: ascending, PRICE_HIGH_TO_LOW: descending },
  };
}

/** The shelves of a dimension as a host with no products gives them, before the first load. */
export const noShelves: Record<Dimension, readonly Shelf[]> = {
  category: [],
  language: [],
  publisher: [],
  author: [],
};

function valuesOf(product: CatalogueProduct): string[] {
  return dimensions.map((dimension) => product[dimension]).filter((value) => value !== null);
}
