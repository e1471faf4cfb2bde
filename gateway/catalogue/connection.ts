import type { CatalogueProduct, Dimension } from '../domain/product.ts';
import { bisect } from './columns/bisect.ts';
import { CursorError, type CursorPosition, hashQuery, readCursor, writeCursor } from './cursor.ts';
import { countFacets, type Facet, listFacets } from './facets.ts';
import { type CatalogueIndex, findCollectionCodes, type SortOrder } from './index.ts';
import { type Listing, type ListingQuery, queryListing } from './listing.ts';
import { SearchText } from './search/search-column.ts';

/** The pagination arguments of the Relay connection specification. */
export interface PageArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}

/** A product on a page. The cursor is computed on demand. */
export interface ProductPageEntry {
  product: CatalogueProduct;
  cursor: () => string;
}

/** One page of a listing. Facets are computed on demand. */
export interface ProductPage {
  entries: ProductPageEntry[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  totalCount: number;
  /** @param contains folded text that the values must contain; empty for no restriction. */
  facets: (dimension: Dimension, first: number | null, contains: string) => Facet[];
  /** The number of values of a dimension in the whole listing. */
  facetCount: (dimension: Dimension) => number;
}

/** An invalid pagination argument. The message names the argument, its value and what is allowed. */
export class PageArgumentError extends Error {}

export const defaultPageSize = 20;
export const maxPageSize = 100;

/**
 * One page of a listing.
 *
 * @throws {PageArgumentError} for a page size outside 1 to 100, or both `first` and `last`.
 * @throws {CursorError} for an unusable cursor.
 */
export function productPage(index: CatalogueIndex, query: ListingQuery, page: PageArguments): ProductPage {
  const size = pageSize(page);
  const listing = queryListing(index, query);
  const { rows, countByCode, exactMatchCount } = listing;
  // Few pages need a cursor, and the hash takes longer than many listings.
  let cachedHash: string | undefined;
  const queryHash = () => {
    cachedHash ??= hashQuery(query);
    return cachedHash;
  };
  const from =
    page.after == null
      ? 0
      : upperBound(index, listing, query.sort, readCursor(page.after, queryHash(), index, 'after'));
  const to =
    page.before == null
      ? rows.length
      : lowerBound(index, listing, query.sort, readCursor(page.before, queryHash(), index, 'before'));
  const start = page.last == null ? from : Math.max(from, to - size);
  const end = page.last == null ? Math.min(to, from + size) : to;
  const entries: ProductPageEntry[] = [];
  for (let position = start; position < end; position += 1) {
    const row = rows[position] ?? 0;
    const product = index.products.get(row);
    if (product === undefined) continue;
    const isPhonetic = position >= exactMatchCount;
    entries.push({ product, cursor: () => writeCursor(queryHash(), index, row, isPhonetic) });
  }
  return {
    entries,
    hasNextPage: end < rows.length,
    hasPreviousPage: start > 0,
    totalCount: rows.length,
    facets: (dimension, first, contains) =>
      listFacets(index.columns[dimension], countByCode(dimension), query.filter.selected[dimension], {
        first,
        codes: contains === '' ? null : findCollectionCodes(index, dimension, new SearchText(contains)),
      }),
    facetCount: (dimension) => countFacets(countByCode(dimension)),
  };
}

/** @throws {PageArgumentError} */
export function pageSize({ first, last }: Pick<PageArguments, 'first' | 'last'>): number {
  if (first != null && last != null) {
    throw new PageArgumentError("Give either 'first' or 'last', not both.");
  }
  const [name, size] =
    last == null ? (['first', first ?? defaultPageSize] as const) : (['last', last] as const);
  if (size < 1 || size > maxPageSize) {
    throw new PageArgumentError(`The argument '${name}' is ${size}: it must be from 1 to ${maxPageSize}.`);
  }
  return size;
}

/** The first position of a listing that is not before the cursor. */
function lowerBound(
  index: CatalogueIndex,
  listing: Listing,
  sort: SortOrder,
  cursor: CursorPosition,
): number {
  return bisect(
    listing.rows.length,
    (position) => compareToCursor(index, listing, sort, position, cursor) >= 0,
  );
}

/** The first position of a listing that is after the cursor. */
function upperBound(
  index: CatalogueIndex,
  listing: Listing,
  sort: SortOrder,
  cursor: CursorPosition,
): number {
  return bisect(
    listing.rows.length,
    (position) => compareToCursor(index, listing, sort, position, cursor) > 0,
  );
}

/** Negative where a position of the listing is before the cursor, positive where it is after it. */
function compareToCursor(
  index: CatalogueIndex,
  { rows, exactMatchCount }: Listing,
  sort: SortOrder,
  position: number,
  cursor: CursorPosition,
): number {
  const row = rows[position] ?? 0;
  if (sort === 'none') {
    const byMatch = Number(position >= exactMatchCount) - Number(cursor.isPhonetic);
    return byMatch === 0 ? row - cursor.row : byMatch;
  }
  const ascending = (index.prices[row] ?? 0) - cursor.price;
  const byPrice = sort === 'PRICE_HIGH_TO_LOW' ? -ascending : ascending;
  return byPrice === 0 ? row - cursor.row : byPrice;
}

/** Whether an error is the caller's: an invalid pagination argument or cursor. */
export function isPaginationError(error: unknown): error is Error {
  return error instanceof PageArgumentError || error instanceof CursorError;
}
