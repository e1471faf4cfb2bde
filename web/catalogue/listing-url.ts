/** The four things a listing is filtered by (requirements.md 2.4), in the order the panel shows them. */
export const dimensions = ['category', 'language', 'publisher', 'author'] as const;

export type Dimension = (typeof dimensions)[number];

/** The sorts as the address and requirements.md 2.4 name them; none is the third. */
export const sorts = ['lowToHigh', 'highToLow'] as const;

export type Sort = (typeof sorts)[number];

/** What a listing shows, as its address says. */
export interface ListingUrl {
  search: string;
  /** Nothing chosen in a dimension means no restriction. */
  selected: Readonly<Record<Dimension, readonly string[]>>;
  availableOnly: boolean;
  sort: Sort | null;
  /** How many pages are shown, one below the other; 1 to `maxPages`. */
  page: number;
}

/** The gateway's bounds: longer texts and more values are refused. */
const maxSearchCharacters = 200;
const maxValuesPerDimension = 100;

/**
 * How many pages stand one below the other at most: each is fetched after the one before it, and all
 * of them are in the document. Who looks for more narrows the list.
 */
export const maxPages = 20;

/** Reads a listing's address. What it does not understand counts as not said. */
export function parseListingUrl(parameters: URLSearchParams): ListingUrl {
  const values = (name: Dimension) =>
    [...new Set(parameters.getAll(name).filter((value) => value !== ''))].slice(0, maxValuesPerDimension);
  const page = Number(parameters.get('page'));
  return {
    search: (parameters.get('search') ?? '').trim().slice(0, maxSearchCharacters),
    selected: {
      category: values('category'),
      language: values('language'),
      publisher: values('publisher'),
      author: values('author'),
    },
    availableOnly: parameters.get('available') === 'true',
    sort: sorts.find((sort) => sort === parameters.get('sort')) ?? null,
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, maxPages) : 1,
  };
}

/** The query of a listing's address, with its question mark; empty for the whole list. */
export function buildListingQuery(listing: ListingUrl): string {
  const parameters = new URLSearchParams();
  if (listing.search !== '') parameters.set('search', listing.search);
  for (const dimension of dimensions) {
    for (const value of listing.selected[dimension]) parameters.append(dimension, value);
  }
  if (listing.availableOnly) parameters.set('available', 'true');
  if (listing.sort !== null) parameters.set('sort', listing.sort);
  if (listing.page > 1) parameters.set('page', String(listing.page));
  const query = parameters.toString();
  return query === '' ? '' : `?${query}`;
}

/** The same listing with another choice; it starts from its first page again (requirements.md 4). */
export function changeListing(listing: ListingUrl, change: Partial<Omit<ListingUrl, 'page'>>): ListingUrl {
  return { ...listing, ...change, page: 1 };
}

/** With a value of a dimension chosen, or no longer chosen when it was. */
export function toggleValue(listing: ListingUrl, dimension: Dimension, value: string): ListingUrl {
  const values = listing.selected[dimension];
  const toggled = values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
  return changeListing(listing, { selected: { ...listing.selected, [dimension]: toggled } });
}

/** Choosing the active sort again clears it (requirements.md 4). */
export function toggleSort(listing: ListingUrl, sort: Sort): ListingUrl {
  return changeListing(listing, { sort: listing.sort === sort ? null : sort });
}

/** Without any filter; search and sort stay. */
export function clearFilters(listing: ListingUrl): ListingUrl {
  return changeListing(listing, { selected: nothingSelected, availableOnly: false });
}

/** How many filters are set. */
export function countFilters(listing: ListingUrl): number {
  const values = dimensions.reduce((count, dimension) => count + listing.selected[dimension].length, 0);
  return values + (listing.availableOnly ? 1 : 0);
}

const nothingSelected = { category: [], language: [], publisher: [], author: [] };
