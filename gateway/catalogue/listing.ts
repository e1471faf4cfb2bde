import { type Dimension, dimensions } from '../domain/product.ts';
import type { DictionaryColumn } from './columns/dictionary-column.ts';
import type { CatalogueIndex, SortOrder } from './index.ts';

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
  /** Rows of the products, sorted. Without a sort, exact matches of the search come first. */
  rows: Uint32Array;
  /** The number of exact matches; the remaining rows are phonetic matches. */
  exactMatchCount: number;
  /** Per dimension, the number of products by collection code. Computed on first use. */
  counts: () => ListingCounts;
}

type ListingCounts = Record<Dimension, Uint32Array>;

/** A filter that includes every product. */
export const emptyFilter: ListingFilter = {
  selected: { category: [], language: [], publisher: [], author: [] },
  availableOnly: false,
  minPrice: null,
  maxPrice: null,
};

/**
 * Runs a listing query. Without search and sort, only the products of selected collections are examined.
 * Facet counts need a pass over the whole catalogue, so they are then only computed on first use.
 */
export function queryListing(index: CatalogueIndex, query: ListingQuery): Listing {
  const canReadCollections = query.search === '' && query.sort === 'none';
  const candidates = canReadCollections ? rowsOfSelectedCollections(index, query.filter) : null;
  if (candidates === null) return scanCatalogue(index, query);
  const matchesFilter = createPriceAndStockFilter(index, query.filter);
  const selections = createSelections(index, query.filter);
  const rows = candidates.filter((row) => matchesFilter(row) && findMismatch(selections, row) === 'none');
  let counts: ListingCounts | undefined;
  return {
    rows,
    exactMatchCount: rows.length,
    counts: () => {
      counts ??= scanCatalogue(index, query).counts();
      return counts;
    },
  };
}

/** Ascending rows of the collections selected in one dimension; null when none is selected. */
function rowsOfSelectedCollections(
  { columns }: CatalogueIndex,
  { selected }: ListingFilter,
): Uint32Array | null {
  const dimension = dimensions.find((candidate) => selected[candidate].length > 0);
  if (dimension === undefined) return null;
  const column = columns[dimension];
  const codes = new Set(selected[dimension].map((name) => column.codeOf(name)));
  const rowSets = [...codes].filter((code) => code !== undefined).map((code) => column.rowsOf(code));
  const [only] = rowSets;
  if (rowSets.length === 1 && only !== undefined) return only;
  const rows = new Uint32Array(rowSets.reduce((length, set) => length + set.length, 0));
  let length = 0;
  for (const set of rowSets) {
    rows.set(set, length);
    length += set.length;
  }
  return rows.sort();
}

/**
 * Finds matching products and facet counts in one pass over the catalogue. A product that is excluded by
 * exactly one dimension still counts towards its facet in that dimension: the facet then shows how many
 * products the listing would gain by selecting it.
 */
function scanCatalogue(index: CatalogueIndex, query: ListingQuery): Listing {
  const size = index.products.count;
  const candidates = findCandidates(index, query);
  const selections = createSelections(index, query.filter);
  const matches = new Uint8Array(size);
  let total = 0;
  let exactMatchCount = 0;
  for (let row = 0; row < size; row += 1) {
    const match = candidates[row] ?? 0;
    if (match === 0) continue;
    const mismatch = findMismatch(selections, row);
    if (mismatch === 'none') {
      matches[row] = match;
      total += 1;
      if (match === exactMatch) exactMatchCount += 1;
      for (const selection of selections) selection.count(row);
    } else if (mismatch !== 'several') mismatch.count(row);
  }
  const [category, language, publisher, author] = selections;
  const counts = {
    category: category.counts,
    language: language.counts,
    publisher: publisher.counts,
    author: author.counts,
  };
  return { rows: sortRows(index, query.sort, matches, total), exactMatchCount, counts: () => counts };
}

/** The values selected in one dimension, and the facet counts of that dimension. */
class Selection {
  #counts: Uint32Array | undefined;
  readonly #size: number;
  readonly #codes: Uint32Array;
  /** 1 for each selected code; null when nothing is selected, so that all codes are allowed. */
  readonly #allowed: Uint8Array | null;

  constructor(column: DictionaryColumn, names: readonly string[]) {
    this.#codes = column.codes;
    this.#size = column.collections.length;
    this.#allowed = names.length === 0 ? null : new Uint8Array(column.collections.length);
    for (const name of names) {
      const code = column.codeOf(name);
      if (code !== undefined && this.#allowed !== null) this.#allowed[code] = 1;
    }
  }

  allows(row: number): boolean {
    return this.#allowed === null || this.#allowed[this.#codes[row] ?? 0] === 1;
  }

  get counts(): Uint32Array {
    this.#counts ??= new Uint32Array(this.#size);
    return this.#counts;
  }

  count(row: number): void {
    const code = this.#codes[row] ?? 0;
    this.counts[code] = (this.counts[code] ?? 0) + 1;
  }
}

function createSelections({ columns }: CatalogueIndex, { selected }: ListingFilter) {
  return [
    new Selection(columns.category, selected.category),
    new Selection(columns.language, selected.language),
    new Selection(columns.publisher, selected.publisher),
    new Selection(columns.author, selected.author),
  ] as const;
}

/** The one selection that excludes a product; `none` if all allow it, `several` if more than one does not. */
function findMismatch(selections: readonly Selection[], row: number): Selection | 'none' | 'several' {
  let mismatch: Selection | 'none' = 'none';
  for (const selection of selections) {
    if (selection.allows(row)) continue;
    if (mismatch !== 'none') return 'several';
    mismatch = selection;
  }
  return mismatch;
}

/** How a product matches the search: as written, or by its sound in the other script. */
const [exactMatch, phoneticMatch] = [1, 2];

/** How each product matches the search; 0 if it does not, or if price or stock exclude it. */
function findCandidates(index: CatalogueIndex, { search, filter }: ListingQuery): Uint8Array {
  const size = index.products.count;
  const matches = new Uint8Array(size);
  if (search === '') matches.fill(exactMatch);
  else {
    for (const row of index.searchText.phoneticMatches(search)) matches[row] = phoneticMatch;
    for (const row of index.searchText.rowsContaining(search)) matches[row] = exactMatch;
  }
  const matchesFilter = createPriceAndStockFilter(index, filter);
  if (matchesFilter === matchesAll) return matches;
  for (let row = 0; row < size; row += 1) if (!matchesFilter(row)) matches[row] = 0;
  return matches;
}

function matchesAll(): boolean {
  return true;
}

function createPriceAndStockFilter(
  { prices, available }: CatalogueIndex,
  { minPrice, maxPrice, availableOnly }: ListingFilter,
): (row: number) => boolean {
  if (minPrice === null && maxPrice === null && !availableOnly) return matchesAll;
  const min = minPrice ?? 0;
  const max = maxPrice ?? Number.POSITIVE_INFINITY;
  return (row) => {
    const price = prices[row] ?? 0;
    return price >= min && price <= max && (!availableOnly || available[row] === 1);
  };
}

function sortRows(index: CatalogueIndex, sort: SortOrder, matches: Uint8Array, total: number): Uint32Array {
  if (sort !== 'none') return index.byPrice[sort].filter((row) => matches[row] !== 0);
  const rows = new Uint32Array(total);
  let length = 0;
  for (const match of [exactMatch, phoneticMatch]) {
    for (let row = 0; row < matches.length && length < total; row += 1) {
      if (matches[row] !== match) continue;
      rows[length] = row;
      length += 1;
    }
  }
  return rows;
}
