import { CooperativeScheduler } from '../concurrency/cooperative-scheduler.ts';
import type { Collection, Dimension } from '../domain/product.ts';
import { DictionaryColumn } from './columns/dictionary-column.ts';
import type { ProductColumns } from './columns/product-columns.ts';
import { ProductTable } from './product-table.ts';
import { SearchColumn, SearchRowsBuilder } from './search/search-column.ts';

/** How products are ordered; `none` is the shop's own order. */
export type SortOrder = 'none' | 'PRICE_LOW_TO_HIGH' | 'PRICE_HIGH_TO_LOW';

/** What an index is built from, in the host's order. */
export interface CatalogueLists {
  products: ProductColumns;
  shelves: Record<Dimension, readonly Collection[]>;
}

/**
 * The whole catalogue, ready to be asked: one column per question, each addressed by a product's
 * place in the shop's own order. Never changes once built; a refresh builds another.
 */
export interface CatalogueIndex {
  products: ProductTable;
  /** Place of a product by its id. */
  placeOf: ReadonlyMap<string, number>;
  /** Selling prices in paise. */
  prices: Float64Array;
  /** 1 where the product can be bought. */
  available: Uint8Array;
  columns: Record<Dimension, DictionaryColumn>;
  /** What the search looks through: name, author, publisher, category, language. */
  searchText: SearchColumn;
  /** Names alone, for suggestions. */
  names: SearchColumn;
  /** Names of the values of each dimension, by their code. */
  shelfNames: Record<Dimension, SearchColumn>;
  /** Places in order of price; products of one price keep the shop's order. */
  byPrice: Record<Exclude<SortOrder, 'none'>, Uint32Array>;
}

/** Builds an index in stretches, so that nobody waits for a large catalogue. */
export async function buildIndex({ products, shelves }: CatalogueLists): Promise<CatalogueIndex> {
  const scheduler = new CooperativeScheduler();
  const table = new ProductTable(products);
  const placeOf = new Map<string, number>();
  for (let place = 0; place < table.count; place += 1) {
    if (scheduler.shouldYield) await scheduler.yield();
    placeOf.set(table.id(place), place);
  }
  const columnOf = (dimension: Dimension) =>
    DictionaryColumn.of(dimension, shelves[dimension], products.values[dimension], scheduler);
  const columns = {
    category: await columnOf('category'),
    language: await columnOf('language'),
    publisher: await columnOf('publisher'),
    author: await columnOf('author'),
  };
  const shelfNamesOf = async (dimension: Dimension) => {
    const rows = new SearchRowsBuilder();
    for (const { name } of columns[dimension].shelves) {
      if (scheduler.shouldYield) await scheduler.yield();
      rows.add(name);
    }
    return new SearchColumn(rows.rows());
  };
  const shelfNames = {
    category: await shelfNamesOf('category'),
    language: await shelfNamesOf('language'),
    publisher: await shelfNamesOf('publisher'),
    author: await shelfNamesOf('author'),
  };
  const { ascending, descending } = products.byPrice;
  return {
    products: table,
    placeOf,
    prices: products.prices,
    available: products.available,
    columns,
    searchText: new SearchColumn(products.searchText),
    names: new SearchColumn(products.nameSearch),
    shelfNames,
    byPrice: { PRICE_LOW_TO_HIGH: ascending, PRICE_HIGH_TO_LOW: descending },
  };
}

/** The shelves of a dimension as a host with no products gives them, before the first load. */
export const emptyCatalogueLists: Record<Dimension, readonly Collection[]> = {
  category: [],
  language: [],
  publisher: [],
  author: [],
};

/** What the catalogue holds, by the ids and names that pages are addressed by. */
export interface CatalogueNames {
  products: readonly string[];
  /** Those that have products. */
  collections: Record<Dimension, readonly string[]>;
}

export function namesIn({ placeOf, columns }: CatalogueIndex): CatalogueNames {
  const namesOf = (dimension: Dimension) => {
    const column = columns[dimension];
    return column.shelves
      .filter((_, code) => code > 0 && column.members(code).length > 0)
      .map(({ name }) => name);
  };
  return {
    products: [...placeOf.keys()],
    collections: {
      category: namesOf('category'),
      language: namesOf('language'),
      publisher: namesOf('publisher'),
      author: namesOf('author'),
    },
  };
}

/** The codes of a dimension's values whose names hold a folded text, or sound like it in the other script. */
export function findCollectionCodes(index: CatalogueIndex, dimension: Dimension, text: string): Set<number> {
  const names = index.shelfNames[dimension];
  return new Set([...names.rowsWith(text), ...names.rowsSoundingLike(text)]);
}
