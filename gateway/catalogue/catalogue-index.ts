import { CooperativeScheduler, sortCooperatively } from '../concurrency/cooperative-scheduler.ts';
import { type CatalogueProduct, type Collection, type Dimension, mapDimensions } from '../domain/product.ts';
import { compareCodeUnits } from '../domain/text.ts';
import { CollectionNames } from './columns/collection-names.ts';
import { DictionaryColumn } from './columns/dictionary-column.ts';
import type { ProductColumns } from './columns/product-columns.ts';
import { combineHashes } from './columns/product-hash.ts';
import { Utf8Column } from './columns/utf8-column.ts';
import { ProductSortOrders } from './product-sort-orders.ts';
import { type ProductRows, ProductTable } from './product-table.ts';
import { SearchColumn } from './search/search-column.ts';

/** The lists that an index is built from, in the host's order. */
export interface CatalogueLists {
  products: ProductColumns;
  collections: Record<Dimension, readonly Collection[]>;
}

/**
 * The whole catalogue, or the products of one collection, in columns. A product is identified by its row, its position
 * in the host's order. An index is immutable; a refresh builds a new one. When stock changes, a copy replaces the
 * index. The copy has new `products` and, if a product became available or unavailable, a new `available`. It shares
 * everything else, so caches of values that do not depend on stock use `columns` as their key, not the index.
 */
export interface CatalogueIndex {
  products: ProductRows;
  /** The products with the stock of the host's list, for `productChanges` and feeds. They match `productsVersion`. */
  listedProducts: ProductRows;
  /** Row of a product by its id. */
  rowById: ReadonlyMap<string, number>;
  /** Maps the ISBN or code of a product, as `normalizeProductCode` returns it, to its row. Built on the first call. */
  getIsbnMap: () => Promise<ReadonlyMap<string, number>>;
  /** Maps the id of a work to the rows of its products, in the host's order. Built on the first call. */
  getWorkMap: () => Promise<ReadonlyMap<string, readonly number[]>>;
  /** The ids of all products in the order of `compareCodeUnits`. Built on the first call. */
  getSortedIds: () => Promise<readonly string[]>;
  /** The products' hashes by row; see `hashProduct`. They do not change with the stock between two refreshes. */
  productHashes: BigUint64Array;
  /** Identifies the set of products. The same for the same products in any order, and in all gateways. */
  productsVersion: string;
  /** Selling prices in paise. */
  prices: Float64Array;
  /** 1 where the product can be bought. */
  available: Uint8Array;
  columns: Record<Dimension, DictionaryColumn>;
  productNames: SearchColumn;
  /** The names of the translators, and those of the authors in another script. */
  contributorNames: SearchColumn;
  /** ISBNs and codes as `normalizeProductCode` returns them; empty for products without one. */
  isbns: Utf8Column;
  collectionNames: Record<Dimension, CollectionNames>;
  /** The rows in each order; products of equal price keep the host's order. */
  sortOrders: ProductSortOrders;
}

/** For an index that is built without the host's lists of collections. */
export const noCollections: CatalogueLists['collections'] = mapDimensions(() => []);

/** Builds an index. Yields to the event loop, so that a large catalogue does not delay requests. */
export async function buildIndex({ products, collections }: CatalogueLists): Promise<CatalogueIndex> {
  const scheduler = new CooperativeScheduler();
  const table = new ProductTable(products);
  const rowById = new Map<string, number>();
  for (let row = 0; row < table.count; row += 1) {
    if (scheduler.shouldYield) await scheduler.yield();
    rowById.set(table.getId(row), row);
  }
  const columns = await buildForEachDimension((dimension) =>
    DictionaryColumn.build(dimension, collections[dimension], products.collections[dimension], scheduler),
  );
  const collectionNames = await buildForEachDimension((dimension) => {
    const names = columns[dimension].collections.map(({ name }) => name);
    return CollectionNames.build(names, scheduler);
  });
  const { ascending, descending } = products.byPrice;
  const isbns = new Utf8Column(products.isbnSearch);
  return {
    products: table,
    listedProducts: table,
    rowById,
    getIsbnMap: memoizeBuild(() => mapIsbns(isbns)),
    getWorkMap: memoizeBuild(() => mapWorks(table)),
    getSortedIds: memoizeBuild(() =>
      sortCooperatively([...rowById.keys()], compareCodeUnits, new CooperativeScheduler()),
    ),
    productHashes: products.hashes,
    productsVersion: combineHashes(products.hashes),
    prices: products.numbers.price,
    available: products.available,
    columns,
    productNames: new SearchColumn(products.nameSearch),
    contributorNames: new SearchColumn(products.contributorSearch),
    isbns,
    collectionNames,
    sortOrders: new ProductSortOrders(table, { PRICE_LOW_TO_HIGH: ascending, PRICE_HIGH_TO_LOW: descending }),
  };
}

export function findProduct(
  { rowById, products }: Pick<CatalogueIndex, 'rowById' | 'products'>,
  id: string,
): CatalogueProduct | null {
  const row = rowById.get(id);
  return row === undefined ? null : (products.get(row) ?? null);
}

/** A product with the stock of the host's list. */
export function findListedProduct(
  { rowById, listedProducts }: CatalogueIndex,
  id: string,
): CatalogueProduct | null {
  return findProduct({ rowById, products: listedProducts }, id);
}

/** Builds one value after the other, since all builds share a scheduler. */
async function buildForEachDimension<Value>(
  build: (dimension: Dimension) => Promise<Value>,
): Promise<Record<Dimension, Value>> {
  return {
    category: await build('category'),
    language: await build('language'),
    publisher: await build('publisher'),
    author: await build('author'),
  };
}

/** Builds a part of the index when it is first needed, and only once. */
function memoizeBuild<Part>(build: () => Promise<Part>): () => Promise<Part> {
  let part: Promise<Part> | undefined;
  return () => {
    part ??= build();
    return part;
  };
}

/** Maps ISBNs to rows. If several products have the same ISBN, the first one wins. */
async function mapIsbns(isbns: Utf8Column): Promise<ReadonlyMap<string, number>> {
  const scheduler = new CooperativeScheduler();
  const rowByIsbn = new Map<string, number>();
  for (let row = 0; row < isbns.count; row += 1) {
    if (scheduler.shouldYield) await scheduler.yield();
    const isbn = isbns.get(row);
    if (isbn !== '' && !rowByIsbn.has(isbn)) rowByIsbn.set(isbn, row);
  }
  return rowByIsbn;
}

async function mapWorks(products: ProductTable): Promise<ReadonlyMap<string, readonly number[]>> {
  const scheduler = new CooperativeScheduler();
  const rowsByWork = new Map<string, number[]>();
  for (let row = 0; row < products.count; row += 1) {
    if (scheduler.shouldYield) await scheduler.yield();
    const workId = products.getText('workId', row);
    if (workId === '') continue;
    const rows = rowsByWork.get(workId);
    if (rows === undefined) rowsByWork.set(workId, [row]);
    else rows.push(row);
  }
  return rowsByWork;
}

/** Product ids and names of collections, from which the storefront builds the paths of its sitemap. */
export interface SitemapEntries {
  productIds: readonly string[];
  /** Collections that have products. */
  collections: Record<Dimension, readonly string[]>;
}

export function listSitemapEntries({ rowById, columns }: CatalogueIndex): SitemapEntries {
  return {
    productIds: [...rowById.keys()],
    collections: mapDimensions((dimension) => {
      const column = columns[dimension];
      return column
        .listCollections()
        .flatMap(({ name }, index) => (column.getRows(index + 1).length > 0 ? [name] : []));
    }),
  };
}
