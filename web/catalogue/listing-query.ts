import type { ProductFilter, ProductSort } from '#web/generated/schema.ts';
import type { Preload } from '#web/routing/preload.ts';
import {
  type FilterValuesQueryVariables,
  ListingDocument,
  ListingPageDocument,
  type ListingQuery,
  type ListingQueryVariables,
} from './Listing.generated.ts';
import { type Dimension, type ListingState, maxRenderedPages, type Sort } from './listing-url.ts';

/** Products per page: fills rows of two, four and five. */
export const pageSize = 20;

/** The collection a page is about. */
export interface CollectionRef {
  dimension: Dimension;
  name: string;
}

const sortNames: Record<Sort, ProductSort> = {
  lowToHigh: 'PRICE_LOW_TO_HIGH',
  highToLow: 'PRICE_HIGH_TO_LOW',
  newest: 'NEWEST',
  byTitle: 'TITLE',
};

/** The variables of a listing query. Equal listings have equal variables, because these are the cache key. */
export function createListingVariables(
  listing: ListingState,
  collection?: CollectionRef,
): ListingQueryVariables {
  return {
    ...createFacetVariables(listing, collection),
    ...(listing.sort === null ? {} : { sort: sortNames[listing.sort] }),
    first: pageSize,
  };
}

/** The variables of the facets, which do not depend on the sort order. */
export function createFacetVariables(
  listing: ListingState,
  collection?: CollectionRef,
): Pick<FilterValuesQueryVariables, 'filter' | 'search'> {
  const filter = createListingFilter(listing, collection);
  return {
    ...(Object.keys(filter).length === 0 ? {} : { filter }),
    ...(listing.search === '' ? {} : { search: listing.search }),
  };
}

function createListingFilter(listing: ListingState, collection: CollectionRef | undefined): ProductFilter {
  const getValues = (dimension: Dimension) =>
    collection?.dimension === dimension ? [collection.name] : [...listing.selected[dimension]].sort();
  const filter: ProductFilter = {};
  const categories = getValues('category');
  const languages = getValues('language');
  const publishers = getValues('publisher');
  const authors = getValues('author');
  if (categories.length > 0) filter.categories = categories;
  if (languages.length > 0) filter.languages = languages;
  if (publishers.length > 0) filter.publishers = publishers;
  if (authors.length > 0) filter.authors = authors;
  if (listing.availableOnly) filter.availableOnly = true;
  if (listing.minPrice !== null) filter.minPrice = listing.minPrice;
  if (listing.maxPrice !== null) filter.maxPrice = listing.maxPrice;
  return filter;
}

/**
 * Preloads a listing and returns its first page; undefined in the browser. The server also preloads the
 * further pages, up to `listing.page` and at most `maxRenderedPages` in all, each from the end cursor of the one before.
 */
export async function preloadListing(
  preload: Preload,
  listing: ListingState,
  collection?: CollectionRef,
): Promise<ListingQuery | undefined> {
  const variables = createListingVariables(listing, collection);
  const data = await preload(ListingDocument, variables);
  // In the browser, `preload` returns as soon as the request has started. The component's hooks fetch the other pages.
  let pageInfo = data?.products.pageInfo;
  for (let page = 2; page <= Math.min(listing.page, maxRenderedPages); page += 1) {
    if (pageInfo === undefined || !pageInfo.hasNextPage || pageInfo.endCursor === null) break;
    const next = await preload(ListingPageDocument, { ...variables, after: pageInfo.endCursor });
    pageInfo = next?.products.pageInfo;
  }
  return data;
}
