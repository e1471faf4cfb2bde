import { type Dimension, dimensions, mapDimensions } from '../domain/product.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { sortRows } from './columns/row-order.ts';
import type { SortOrder } from './product-sort-orders.ts';
import {
  createAvailabilityCondition,
  createCollectionCondition,
  createPriceCondition,
  createSearchCondition,
  type RowCondition,
  type RowSource,
} from './row-conditions.ts';
import { orderByRank } from './search/rank-rows.ts';
import { findMatches } from './search/search-matches.ts';

/** Which products a listing includes. Prices are in paise. */
export interface ListingFilter {
  /** Names of the selected collections; empty to include products of all collections in the dimension. */
  selected: Record<Dimension, readonly string[]>;
  availableOnly: boolean;
  minPrice: number | null;
  maxPrice: number | null;
}

/** Filter, search and sort of a listing. `search` is folded text; empty to match all products. */
export interface ListingQuery {
  filter: ListingFilter;
  search: string;
  sort: SortOrder;
}

/** The result of a listing query. */
export interface Listing {
  /** Rows of the products in the order of the query's sort. With `none`, the best matches of the search come first. */
  rows: Uint32Array;
  /** The rank of each row's match, by row; null if the rows are not sorted by it. */
  matchRankByRow: Uint16Array | null;
  /** The search text without typos and without words that the best match lacks; null if nothing changes. */
  correctedSearch: string | null;
  /**
   * The number of products in each collection of a dimension, by code. The query's selection in this dimension
   * is ignored, so the numbers show how many products another selection would find.
   */
  countByCode: (dimension: Dimension) => Uint32Array;
  /** The lowest and highest price in paise, regardless of the condition on the price; null without products. */
  priceRange: () => PriceRange | null;
}

/** Prices in paise. */
export interface PriceRange {
  min: number;
  max: number;
}

/** A filter that includes every product. */
export const emptyFilter: ListingFilter = {
  selected: mapDimensions(() => []),
  availableOnly: false,
  minPrice: null,
  maxPrice: null,
};

/**
 * Runs a listing query. If a condition leaves few products, the other conditions are tested only on these, so the cost
 * of the tests depends on the number of these products instead of on the size of the catalogue.
 */
export function queryListing(index: CatalogueIndex, query: ListingQuery): Listing {
  const { search, sort } = query;
  const conditions = createConditions(index, query);
  const sorted = findSortedRows(index, conditions, sort);
  const matches = search === '' ? null : findMatches(index, search);
  const matchRankByRow = sort === 'none' ? (matches?.matchRankByRow ?? null) : null;
  const rows = matchRankByRow === null ? sorted : orderByRank(sorted, matchRankByRow);
  const countsByDimension = new Map<Dimension, Uint32Array>();
  return {
    rows,
    matchRankByRow,
    correctedSearch: matches?.correctedSearch ?? null,
    countByCode(dimension) {
      const counts = countsByDimension.get(dimension) ?? countProducts(index, conditions, dimension, rows);
      countsByDimension.set(dimension, counts);
      return counts;
    },
    priceRange: () => findPriceRange(index, listRowsIgnoring(index, conditions, 'price', rows)),
  };
}

function createConditions(index: CatalogueIndex, { filter, search, sort }: ListingQuery): RowCondition[] {
  const conditions = dimensions
    .filter((dimension) => filter.selected[dimension].length > 0)
    .map((dimension) => createCollectionCondition(index, dimension, filter.selected[dimension]));
  if (filter.minPrice !== null || filter.maxPrice !== null)
    conditions.push(createPriceCondition(index, filter, sort));
  if (search !== '') conditions.push(createSearchCondition(index, search));
  if (filter.availableOnly) conditions.push(createAvailabilityCondition(index));
  return conditions;
}

/**
 * If a condition leaves more than this share of the catalogue, testing all products in their sort order is faster than
 * sorting the products that it leaves.
 */
const maxSortedShare = 1 / 16;

function findSortedRows(
  index: CatalogueIndex,
  conditions: readonly RowCondition[],
  sort: SortOrder,
): Uint32Array {
  const maxSortedRows = index.prices.length * maxSortedShare;
  const source = findSmallestSource(
    createFullSource(index, sort),
    conditions,
    ({ count, sortedBy }) => sortedBy === sort || count < maxSortedRows,
  );
  const rows = filterRows(source, conditions);
  return source.sortedBy === sort ? rows : sortRows(rows, index.sortOrders.get(sort));
}

function createFullSource({ sortOrders }: CatalogueIndex, sort: SortOrder): RowSource {
  const { rowByRank } = sortOrders.get(sort);
  return { count: rowByRank.length, list: () => rowByRank, sortedBy: sort };
}

/** Returns the source with the fewest rows: `all`, or the usable source of a condition. */
function findSmallestSource(
  all: RowSource,
  conditions: readonly RowCondition[],
  isUsable: (source: RowSource) => boolean,
): RowSource {
  return conditions
    .map(({ source }) => source)
    .filter((source) => source !== null)
    .filter(isUsable)
    .reduce((smallest, source) => (source.count < smallest.count ? source : smallest), all);
}

/** The rows of a source that meet all conditions. */
function filterRows(source: RowSource, conditions: readonly RowCondition[]): Uint32Array {
  return conditions
    .filter((condition) => condition.source !== source)
    .reduce((rows, condition) => condition.filter(rows), source.list());
}

/** The number of products by collection code, regardless of the condition on the dimension itself. */
function countProducts(
  index: CatalogueIndex,
  conditions: readonly RowCondition[],
  dimension: Dimension,
  rows: Uint32Array,
): Uint32Array {
  const column = index.columns[dimension];
  if (conditions.every((condition) => condition.dimension === dimension)) return column.countProducts();
  const rowsToCount = listRowsIgnoring(index, conditions, dimension, rows);
  const counts = new Uint32Array(column.collections.length);
  for (let position = 0; position < rowsToCount.length; position += 1) {
    const code = column.codes[rowsToCount[position] ?? 0] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

/**
 * The rows of a listing regardless of the condition on one dimension, or on the price.
 *
 * @param rows those that meet all conditions.
 */
function listRowsIgnoring(
  index: CatalogueIndex,
  conditions: readonly RowCondition[],
  dimension: RowCondition['dimension'],
  rows: Uint32Array,
): Uint32Array {
  const others = conditions.filter((condition) => condition.dimension !== dimension);
  if (others.length === conditions.length) return rows;
  return filterRows(
    findSmallestSource(createFullSource(index, 'none'), others, () => true),
    others,
  );
}

function findPriceRange({ prices }: CatalogueIndex, rows: Uint32Array): PriceRange | null {
  if (rows.length === 0) return null;
  let [min, max] = [Number.POSITIVE_INFINITY, 0];
  for (let position = 0; position < rows.length; position += 1) {
    const price = prices[rows[position] ?? 0] ?? 0;
    if (price < min) min = price;
    if (price > max) max = price;
  }
  return { min, max };
}
