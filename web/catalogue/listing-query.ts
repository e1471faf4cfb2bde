import type { ProductFilter, ProductSort } from '#web/generated/schema.ts';
import type { Preload } from '#web/routing/preload.ts';
import {
  type FilterValuesQueryVariables,
  ListingDocument,
  ListingPageDocument,
  type ListingQuery,
  type ListingQueryVariables,
} from './Listing.generated.ts';
import type { Dimension, ListingUrl, Sort } from './listing-url.ts';

/** Products a page: whole rows of two, four and five. */
export const pageSize = 20;

/**
 * How many pages the server puts into one answer at most, so that no address makes it render the
 * whole catalogue. The browser fetches the others.
 */
export const maxRenderedPages = 10;

/** The dimension a page is about, and its value; undefined on the general listing. */
export interface CollectionRef {
  dimension: Dimension;
  name: string;
}

const sortNames: Record<Sort, ProductSort> = {
  lowToHigh: 'PRICE_LOW_TO_HIGH',
  highToLow: 'PRICE_HIGH_TO_LOW',
};

/** The variables of a listing's query. Equal listings give equal variables: the cache knows them by these. */
export function listingVariables(listing: ListingUrl, collection?: CollectionRef): ListingQueryVariables {
  return {
    ...facetVariables(listing, collection),
    ...(listing.sort === null ? {} : { sort: sortNames[listing.sort] }),
    first: pageSize,
  };
}

/** Facets do not depend on the sort. */
export function facetVariables(
  listing: ListingUrl,
  collection?: CollectionRef,
): Pick<FilterValuesQueryVariables, 'filter' | 'search'> {
  const filter = listingFilter(listing, collection);
  return {
    ...(Object.keys(filter).length === 0 ? {} : { filter }),
    ...(listing.search === '' ? {} : { search: listing.search }),
  };
}

function listingFilter(listing: ListingUrl, collection: CollectionRef | undefined): ProductFilter {
  const chosen = (dimension: Dimension) =>
    collection?.dimension === dimension ? [collection.name] : [...listing.selected[dimension]].sort();
  const filter: ProductFilter = {};
  const categories = chosen('category');
  const languages = chosen('language');
  const publishers = chosen('publisher');
  const authors = chosen('author');
  if (categories.length > 0) filter.categories = categories;
  if (languages.length > 0) filter.languages = languages;
  if (publishers.length > 0) filter.publishers = publishers;
  if (authors.length > 0) filter.authors = authors;
  if (listing.availableOnly) filter.availableOnly = true;
  return filter;
}

/** Puts into the cache what a listing's page shows: on the server all of its pages, up to a bound. */
export async function preloadListing(
  preload: Preload,
  listing: ListingUrl,
  collection?: CollectionRef,
): Promise<void> {
  const data = await preload(ListingDocument, listingVariables(listing, collection));
  // In the browser nothing is known yet; the screen's own hooks go on.
  if (data === undefined) return;
  await preloadPages(preload, listing, collection, data.products.pageInfo);
}

/** The pages behind the first, each from where the one before it ended. */
async function preloadPages(
  preload: Preload,
  listing: ListingUrl,
  collection: CollectionRef | undefined,
  firstEnd: PageEnd,
): Promise<void> {
  const variables = listingVariables(listing, collection);
  let end: PageEnd = firstEnd;
  for (let page = 2; page <= Math.min(listing.page, maxRenderedPages); page += 1) {
    if (!end.hasNextPage || end.endCursor === null) return;
    const next = await preload(ListingPageDocument, { ...variables, after: end.endCursor }, { ask: true });
    if (next === undefined) return;
    end = next.products.pageInfo;
  }
}

type PageEnd = Pick<ListingQuery['products']['pageInfo'], 'hasNextPage' | 'endCursor'>;
