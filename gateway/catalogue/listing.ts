import { type Dimension, dimensions } from '../domain/product.ts';
import type { DictionaryColumn } from './columns/dictionary-column.ts';
import type { CatalogueIndex, SortOrder } from './index.ts';

/** What a listing keeps. An empty selection in a dimension does not restrict. Prices in paise. */
export interface ListingFilter {
  selected: Record<Dimension, readonly string[]>;
  availableOnly: boolean;
  minPrice: number | null;
  maxPrice: number | null;
}

/** A listing that is asked for; `search` is folded, empty for no restriction. */
export interface ListingQuery {
  filter: ListingFilter;
  search: string;
  sort: SortOrder;
}

/** A listing that was found. */
export interface Listing {
  /** Places of its products, in the order asked for; without a sort, those found as written come first. */
  places: Uint32Array;
  /** So many were found as written; the others by their sound. */
  writtenCount: number;
  /** Per dimension, the number of products by the code of their value; counted when first asked for. */
  counts: () => ListingCounts;
}

type ListingCounts = Record<Dimension, Uint32Array>;

export const unrestricted: ListingFilter = {
  selected: { category: [], language: [], publisher: [], author: [] },
  availableOnly: false,
  minPrice: null,
  maxPrice: null,
};

/**
 * Finds a listing. Where it is restricted to some shelves, only what stands on them is looked at: its
 * facet counts need a look at the whole catalogue, and are left until they are asked for.
 */
export function findListing(index: CatalogueIndex, query: ListingQuery): Listing {
  const shelved = query.search === '' && query.sort === 'none' ? shelvedPlaces(index, query.filter) : null;
  if (shelved === null) return findAndCount(index, query);
  const isIn = condition(index, query.filter);
  const all = selectionsOf(index, query.filter);
  const places = shelved.filter((place) => isIn(place) && onlyMiss(all, place) === 'none');
  let counts: ListingCounts | undefined;
  return {
    places,
    writtenCount: places.length,
    counts: () => {
      counts ??= findAndCount(index, query).counts();
      return counts;
    },
  };
}

/** The places of the products on the selected shelves of one dimension, ascending; null where none is selected. */
function shelvedPlaces({ columns }: CatalogueIndex, { selected }: ListingFilter): Uint32Array | null {
  const dimension = dimensions.find((candidate) => selected[candidate].length > 0);
  if (dimension === undefined) return null;
  const column = columns[dimension];
  const codes = new Set(selected[dimension].map((name) => column.code(name)));
  const shelves = [...codes].filter((code) => code !== undefined).map((code) => column.members(code));
  const [only] = shelves;
  if (shelves.length === 1 && only !== undefined) return only;
  const places = new Uint32Array(shelves.reduce((length, members) => length + members.length, 0));
  let written = 0;
  for (const members of shelves) {
    places.set(members, written);
    written += members.length;
  }
  return places.sort();
}

/**
 * Finds a listing and its facet counts in one pass. A product that fails in one dimension alone
 * still counts for the values of that dimension, so that a selection does not shrink its own counts.
 */
function findAndCount(index: CatalogueIndex, query: ListingQuery): Listing {
  const size = index.products.count;
  const candidates = candidatesOf(index, query);
  const all = selectionsOf(index, query.filter);
  const members = new Uint8Array(size);
  let total = 0;
  let writtenCount = 0;
  for (let place = 0; place < size; place += 1) {
    const match = candidates[place] ?? 0;
    if (match === 0) continue;
    const missed = onlyMiss(all, place);
    if (missed === 'none') {
      members[place] = match;
      total += 1;
      if (match === asWritten) writtenCount += 1;
      for (const selection of all) selection.count(place);
    } else if (missed !== 'several') missed.count(place);
  }
  const [category, language, publisher, author] = all;
  const counts = {
    category: category.counts,
    language: language.counts,
    publisher: publisher.counts,
    author: author.counts,
  };
  return { places: inOrder(index, query.sort, members, total), writtenCount, counts: () => counts };
}

/** The values of one dimension a listing is restricted to, and the counts that come of it. */
class Selection {
  #counts: Uint32Array | undefined;
  readonly #size: number;
  readonly #codes: Uint32Array;
  /** 1 for each code that is let through; null when all are. */
  readonly #allowed: Uint8Array | null;

  constructor(column: DictionaryColumn, names: readonly string[]) {
    this.#codes = column.codes;
    this.#size = column.shelves.length;
    this.#allowed = names.length === 0 ? null : new Uint8Array(column.shelves.length);
    for (const name of names) {
      const code = column.code(name);
      if (code !== undefined && this.#allowed !== null) this.#allowed[code] = 1;
    }
  }

  allows(place: number): boolean {
    return this.#allowed === null || this.#allowed[this.#codes[place] ?? 0] === 1;
  }

  get counts(): Uint32Array {
    this.#counts ??= new Uint32Array(this.#size);
    return this.#counts;
  }

  count(place: number): void {
    const code = this.#codes[place] ?? 0;
    this.counts[code] = (this.counts[code] ?? 0) + 1;
  }
}

function selectionsOf({ columns }: CatalogueIndex, { selected }: ListingFilter) {
  return [
    new Selection(columns.category, selected.category),
    new Selection(columns.language, selected.language),
    new Selection(columns.publisher, selected.publisher),
    new Selection(columns.author, selected.author),
  ] as const;
}

function onlyMiss(selections: readonly Selection[], place: number): Selection | 'none' | 'several' {
  let missed: Selection | 'none' = 'none';
  for (const selection of selections) {
    if (selection.allows(place)) continue;
    if (missed !== 'none') return 'several';
    missed = selection;
  }
  return missed;
}

/** How a product was found: as the searched text is written, or by its sound in the other script. */
const [asWritten, bySound] = [1, 2];

/** How each product was found that search, price and availability let through; 0 for all others. */
function candidatesOf(index: CatalogueIndex, { search, filter }: ListingQuery): Uint8Array {
  const size = index.products.count;
  const found = new Uint8Array(size);
  if (search === '') found.fill(asWritten);
  else {
    for (const place of index.searchText.rowsSoundingLike(search)) found[place] = bySound;
    for (const place of index.searchText.rowsWith(search)) found[place] = asWritten;
  }
  const isIn = condition(index, filter);
  if (isIn !== always) for (let place = 0; place < size; place += 1) if (!isIn(place)) found[place] = 0;
  return found;
}

function always(): boolean {
  return true;
}

/** Whether price and availability let a product through. */
function condition(
  { prices, available }: CatalogueIndex,
  { minPrice, maxPrice, availableOnly }: ListingFilter,
): (place: number) => boolean {
  if (minPrice === null && maxPrice === null && !availableOnly) return always;
  const lowest = minPrice ?? 0;
  const highest = maxPrice ?? Number.POSITIVE_INFINITY;
  return (place) => {
    const price = prices[place] ?? 0;
    return price >= lowest && price <= highest && (!availableOnly || available[place] === 1);
  };
}

function inOrder(index: CatalogueIndex, sort: SortOrder, members: Uint8Array, total: number): Uint32Array {
  if (sort !== 'none') return index.byPrice[sort].filter((place) => members[place] !== 0);
  const places = new Uint32Array(total);
  let written = 0;
  for (const match of [asWritten, bySound]) {
    for (let place = 0; place < members.length && written < total; place += 1) {
      if (members[place] !== match) continue;
      places[written] = place;
      written += 1;
    }
  }
  return places;
}
