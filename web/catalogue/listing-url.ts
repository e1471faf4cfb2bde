import { normalizeDigits } from '#web/i18n/digits.ts';
import { maxSearchCharacters } from '#web/routing/search-limit.ts';

/** The four dimensions a listing is filtered by (requirements.md 2.4), in the order of the filter panel. */
export const dimensions = ['category', 'language', 'publisher', 'author'] as const;

export type Dimension = (typeof dimensions)[number];

/** The sort orders by their names in the URL (requirements.md 2.4). */
export const sorts = ['lowToHigh', 'highToLow', 'newest', 'byTitle'] as const;

export type Sort = (typeof sorts)[number];

/** The state of a listing, which its URL contains. */
export interface ListingState {
  search: string;
  /** An empty list means that the dimension is not restricted. */
  selected: Readonly<Record<Dimension, readonly string[]>>;
  availableOnly: boolean;
  /** The lowest and the highest price in rupees; null for no bound. */
  minPrice: number | null;
  maxPrice: number | null;
  /** Null for the default order. */
  sort: Sort | null;
  /** The last page shown, from 1 to `maxPages`. All pages before it are shown above it. */
  page: number;
}

/**
 * The maximum number of values in all dimensions together. Each is shown with a link that removes it and repeats all
 * others, so the size of the page grows with the square of their number.
 */
export const maxSelectedValues = 20;

/** The highest price that the filter accepts. */
export const maxPriceRupees = 10_000_000;

/**
 * The maximum number of listing pages that are shown one below another. They are fetched one after another and all stay
 * in the document, so after the last one the shop suggests the filters.
 */
export const maxPages = 20;

/**
 * The maximum number of pages the server renders into one document, so that no URL makes it render the whole
 * catalogue. The browser fetches the others.
 */
export const maxRenderedPages = 10;

/**
 * The maximum number of listing pages that the server renders for a URL, not counting the first. Lists of collections
 * have the parameter `page` too, but show that page alone. All other paths are treated as listings: no other links of
 * the shop have this parameter, and the route is not known yet.
 */
export function countFurtherPages({ pathname, searchParams }: URL): number {
  if (dimensions.some((dimension) => pathname === `/${dimension}`)) return 0;
  return Math.min(parsePage(searchParams), maxRenderedPages) - 1;
}

/** Parses the query of a listing URL. Invalid values are ignored. */
export function parseListingUrl(parameters: URLSearchParams): ListingState {
  const [minPrice, maxPrice] = sortBounds(
    parsePrice(parameters.get('minPrice')),
    parsePrice(parameters.get('maxPrice')),
  );
  return {
    search: (parameters.get('search') ?? '').trim().slice(0, maxSearchCharacters),
    selected: parseSelectedValues(parameters),
    availableOnly: parameters.get('available') === 'true',
    minPrice,
    maxPrice,
    sort: sorts.find((sort) => sort === parameters.get('sort')) ?? null,
    page: parsePage(parameters),
  };
}

/** Reads the values of each dimension without duplicates. Those beyond `maxSelectedValues` are ignored. */
function parseSelectedValues(parameters: URLSearchParams): ListingState['selected'] {
  let remaining = maxSelectedValues;
  const takeValues = (name: Dimension) => {
    const values = [...new Set(parameters.getAll(name))].filter((value) => value !== '').slice(0, remaining);
    remaining -= values.length;
    return values;
  };
  return {
    category: takeValues('category'),
    language: takeValues('language'),
    publisher: takeValues('publisher'),
    author: takeValues('author'),
  };
}

function parsePage(parameters: URLSearchParams): number {
  const page = Number(parameters.get('page'));
  return Number.isInteger(page) && page >= 1 ? Math.min(page, maxPages) : 1;
}

/**
 * Parses a price, with or without commas (`1,50,000`), and rounds it to two decimals, as the gateway requires; null for
 * anything else.
 */
export function parsePrice(text: string | null): number | null {
  const digits = normalizeDigits(text ?? '').replaceAll(',', '');
  const price = Number(digits.trim() || Number.NaN);
  return price >= 0 && price <= maxPriceRupees ? Math.round(price * 100) / 100 : null;
}

/** Swaps the bounds of a range that were entered in the wrong order. */
function sortBounds(min: number | null, max: number | null): [min: number | null, max: number | null] {
  return min !== null && max !== null && min > max ? [max, min] : [min, max];
}

/** The query string of a listing URL, including the question mark; empty for the first page of the whole list. */
export function buildListingQuery(listing: ListingState): string {
  const parameters = new URLSearchParams();
  if (listing.search !== '') parameters.set('search', listing.search);
  for (const dimension of dimensions) {
    for (const value of listing.selected[dimension]) parameters.append(dimension, value);
  }
  if (listing.availableOnly) parameters.set('available', 'true');
  if (listing.minPrice !== null) parameters.set('minPrice', String(listing.minPrice));
  if (listing.maxPrice !== null) parameters.set('maxPrice', String(listing.maxPrice));
  if (listing.sort !== null) parameters.set('sort', listing.sort);
  if (listing.page > 1) parameters.set('page', String(listing.page));
  const query = parameters.toString();
  return query === '' ? '' : `?${query}`;
}

/** Changes a listing and goes back to its first page. */
export function changeListing(
  listing: ListingState,
  change: Partial<Omit<ListingState, 'page'>>,
): ListingState {
  return { ...listing, ...change, page: 1 };
}

/** Selects a value of a dimension, or clears it when it is selected. */
export function toggleValue(listing: ListingState, dimension: Dimension, value: string): ListingState {
  const values = listing.selected[dimension];
  const toggledValues = values.includes(value)
    ? values.filter((other) => other !== value)
    : [...values, value];
  return changeListing(listing, { selected: { ...listing.selected, [dimension]: toggledValues } });
}

/** Sets the sort order. Choosing the active one again clears it (requirements.md 2.4). */
export function toggleSort(listing: ListingState, sort: Sort): ListingState {
  return changeListing(listing, { sort: listing.sort === sort ? null : sort });
}

/** Removes all filters. Search and sort order stay. */
export function clearFilters(listing: ListingState): ListingState {
  return changeListing(listing, {
    selected: noSelection,
    availableOnly: false,
    minPrice: null,
    maxPrice: null,
  });
}

/** The number of active filters. */
export function countFilters(listing: ListingState): number {
  return countSelectedValues(listing) + (listing.availableOnly ? 1 : 0) + (hasPriceRange(listing) ? 1 : 0);
}

/** The number of selected values in all dimensions together. */
export function countSelectedValues({ selected }: ListingState): number {
  return dimensions.reduce((count, dimension) => count + selected[dimension].length, 0);
}

export function hasPriceRange({ minPrice, maxPrice }: ListingState): boolean {
  return minPrice !== null || maxPrice !== null;
}

const noSelection = { category: [], language: [], publisher: [], author: [] };
