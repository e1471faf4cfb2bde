import type { Dimension } from '../domain/product.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { bisect } from './columns/row-order.ts';
import type { SortOrder } from './product-sort-orders.ts';
import { findMatches } from './search/search-matches.ts';

/** Rows that are known without a test of every row. */
export interface RowSource {
  count: number;
  list(): Uint32Array;
  /** The sort in which `list` returns the rows, `none` for the host's order; null if they are in no defined order. */
  sortedBy: SortOrder | null;
}

/**
 * A condition that limits the rows of a listing. It filters a whole list of rows: calling a function for each row of a
 * large catalogue would take several times as long.
 */
export interface RowCondition {
  /** The dimension that the condition selects from, or the price; null for any other condition. */
  dimension: Dimension | 'price' | null;
  /** The rows that meet the condition; null if only a test of every row finds them. */
  source: RowSource | null;
  /** Those of the given rows that meet the condition, in the same order. */
  filter(rows: Uint32Array): Uint32Array;
}

/** The product is in one of the collections with these names. Unknown names have no products. */
export function createCollectionCondition(
  { columns }: CatalogueIndex,
  dimension: Dimension,
  names: readonly string[],
): RowCondition {
  const column = columns[dimension];
  const codes = [...new Set(names.map((name) => column.getCode(name)))].filter((code) => code !== undefined);
  const rowSets = codes.map((code) => column.getRows(code));
  const [only] = rowSets;
  const count = rowSets.reduce((sum, rows) => sum + rows.length, 0);
  return {
    dimension,
    source: {
      count,
      list: () => (rowSets.length === 1 && only !== undefined ? only : concatenate(rowSets, count)),
      sortedBy: rowSets.length === 1 ? 'none' : null,
    },
    filter(rows) {
      const isSelected = new Uint8Array(column.collections.length);
      for (const code of codes) isSelected[code] = 1;
      const { codes: codeByRow } = column;
      const matching = new Uint32Array(rows.length);
      let length = 0;
      for (let index = 0; index < rows.length; index += 1) {
        const row = rows[index] ?? 0;
        if (isSelected[codeByRow[row] ?? 0] !== 1) continue;
        matching[length] = row;
        length += 1;
      }
      return matching.subarray(0, length);
    },
  };
}

/** The price in paise is in a range that includes both limits; null for no limit. */
export function createPriceCondition(
  { prices, sortOrders }: CatalogueIndex,
  { minPrice, maxPrice }: { minPrice: number | null; maxPrice: number | null },
  sort: SortOrder,
): RowCondition {
  const min = minPrice ?? 0;
  const max = maxPrice ?? Number.POSITIVE_INFINITY;
  const sortedBy = sort === 'PRICE_HIGH_TO_LOW' ? sort : 'PRICE_LOW_TO_HIGH';
  const { rowByRank } = sortOrders.get(sortedBy);
  const priceAt = (rank: number) => prices[rowByRank[rank] ?? 0] ?? 0;
  const findFirstRank = (predicate: (price: number) => boolean) =>
    bisect(rowByRank.length, (rank) => predicate(priceAt(rank)));
  const [start, end] =
    sortedBy === 'PRICE_HIGH_TO_LOW'
      ? [findFirstRank((price) => price <= max), findFirstRank((price) => price < min)]
      : [findFirstRank((price) => price >= min), findFirstRank((price) => price > max)];
  const ranked = rowByRank.subarray(start, end);
  return {
    dimension: 'price',
    source: { count: ranked.length, list: () => ranked, sortedBy },
    filter(rows) {
      const matching = new Uint32Array(rows.length);
      let length = 0;
      for (let index = 0; index < rows.length; index += 1) {
        const row = rows[index] ?? 0;
        const price = prices[row] ?? 0;
        if (price < min || price > max) continue;
        matching[length] = row;
        length += 1;
      }
      return matching.subarray(0, length);
    },
  };
}

/** The product matches a search, which must be folded text and not empty. */
export function createSearchCondition(index: CatalogueIndex, search: string): RowCondition {
  const { rows: matches, matchRankByRow } = findMatches(index, search);
  return {
    dimension: null,
    source: { count: matches.length, list: () => matches, sortedBy: 'none' },
    filter: (rows) => filterByFlag(rows, matchRankByRow),
  };
}

/** The product can be bought. */
export function createAvailabilityCondition({ available }: CatalogueIndex): RowCondition {
  return { dimension: null, source: null, filter: (rows) => filterByFlag(rows, available) };
}

/** Returns the rows whose flag is not 0. The match rank of a row is 0 if it does not match. */
function filterByFlag(rows: Uint32Array, flags: Uint8Array | Uint16Array): Uint32Array {
  const matching = new Uint32Array(rows.length);
  let length = 0;
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? 0;
    if (flags[row] === 0) continue;
    matching[length] = row;
    length += 1;
  }
  return matching.subarray(0, length);
}

function concatenate(rowSets: readonly Uint32Array[], count: number): Uint32Array {
  const rows = new Uint32Array(count);
  let length = 0;
  for (const set of rowSets) {
    rows.set(set, length);
    length += set.length;
  }
  return rows;
}
