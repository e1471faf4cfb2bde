import type { CatalogueProduct, Dimension } from '../domain/product.ts';
import { CursorError, listingHash, listingKey, type Place, readCursor, writeCursor } from './cursor.ts';
import { type Facet, facetCount, facetsOf } from './facets.ts';
import { type CatalogueIndex, findCollectionCodes, type SortOrder } from './index.ts';
import { findListing, type Listing, type ListingQuery } from './listing.ts';

/** Relay's four arguments. */
export interface PageArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}

/** A product of a page. Its cursor is computed when asked for. */
export interface ProductPageEntry {
  product: CatalogueProduct;
  cursor: () => string;
}

/** One page of a listing. Facets are computed when asked for. */
export interface ProductPage {
  entries: ProductPageEntry[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  totalCount: number;
  /** @param contains folded text the values hold; empty for no restriction. */
  facets: (dimension: Dimension, first: number | null, contains: string) => Facet[];
  /** How many values of a dimension the whole listing has. */
  facetCount: (dimension: Dimension) => number;
}

/** An argument that is not allowed; the message says which, its value, and what would be right. */
export class PageArgumentError extends Error {}

export const defaultPageSize = 20;
export const maxPageSize = 100;

/** How many of the latest listings an index keeps, so that paging through one finds it again. */
const keptListings = 64;
const listingsOf = new WeakMap<CatalogueIndex, Map<string, Listing>>();

/**
 * One page of a listing.
 *
 * @throws {PageArgumentError} for a size outside 1 to 100 or both `first` and `last`; {CursorError}.
 */
export function pageOf(index: CatalogueIndex, query: ListingQuery, page: PageArguments): ProductPage {
  const size = pageSize(page);
  const key = listingKey(query);
  const mark = listingHash(key);
  const listing = rememberedListing(index, key, query);
  const { places, counts, writtenCount } = listing;
  const from =
    page.after == null
      ? 0
      : firstBehind(index, listing, query.sort, readCursor(page.after, mark, index, 'after'), false);
  const to =
    page.before == null
      ? places.length
      : firstBehind(index, listing, query.sort, readCursor(page.before, mark, index, 'before'), true);
  const start = page.last == null ? from : Math.max(from, to - size);
  const end = page.last == null ? Math.min(to, from + size) : to;
  const entries: ProductPageEntry[] = [];
  for (let at = start; at < end; at += 1) {
    const place = places[at] ?? 0;
    const product = index.products.at(place);
    if (product === undefined) continue;
    entries.push({ product, cursor: () => writeCursor(mark, index, place, at >= writtenCount) });
  }
  return {
    entries,
    hasNextPage: end < places.length,
    hasPreviousPage: start > 0,
    totalCount: places.length,
    facets: (dimension, first, contains) =>
      facetsOf(index.columns[dimension], counts()[dimension], query.filter.selected[dimension], {
        first,
        among: contains === '' ? null : findCollectionCodes(index, dimension, contains),
      }),
    facetCount: (dimension) => facetCount(counts()[dimension]),
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

function rememberedListing(index: CatalogueIndex, key: string, query: ListingQuery): Listing {
  const listings = listingsOf.get(index) ?? new Map<string, Listing>();
  listingsOf.set(index, listings);
  const known = listings.get(key);
  const listing = known ?? findListing(index, query);
  listings.delete(key);
  listings.set(key, listing);
  const [oldest] = listings.keys();
  if (listings.size > keptListings && oldest !== undefined) listings.delete(oldest);
  return listing;
}

/** The first entry behind a place; with `atToo` an entry at the very place counts as behind it. */
function firstBehind(
  index: CatalogueIndex,
  listing: Listing,
  sort: SortOrder,
  at: Place,
  atToo: boolean,
): number {
  let low = 0;
  let high = listing.places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const difference = compare(index, listing, sort, middle, at);
    if (difference > 0 || (atToo && difference === 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Below 0 where an entry stands before a place, above 0 where it stands behind it. */
function compare(
  index: CatalogueIndex,
  { places, writtenCount }: Listing,
  sort: SortOrder,
  entry: number,
  at: Place,
): number {
  const place = places[entry] ?? 0;
  if (sort === 'none') {
    const bySound = Number(entry >= writtenCount) - Number(at.isBySound);
    return bySound === 0 ? place - at.ordinal : bySound;
  }
  const byPrice = (index.prices[place] ?? 0) - at.price;
  const directed = sort === 'PRICE_HIGH_TO_LOW' ? -byPrice : byPrice;
  return directed === 0 ? place - at.ordinal : directed;
}

/** Whether an error is the caller's fault in asking for a page. */
export function isPaginationError(error: unknown): error is Error {
  return error instanceof PageArgumentError || error instanceof CursorError;
}
