import { LRUCache } from 'lru-cache';
import type { Dimension } from '../../domain/product.ts';
import type { CatalogueIndex } from '../catalogue-index.ts';
import { correctSearch } from './correct-search.ts';
import { normalizeIsbn, normalizeProductCode } from './isbn.ts';
import { findBestRow, hasTyposOrMissingWords, type RankedRows, rankRows } from './rank-rows.ts';
import {
  createContributorField,
  createNameField,
  dimensionsWithSynonyms,
  type SearchField,
} from './search-fields.ts';
import { SearchText } from './search-text.ts';

/** The products that match a search. */
export interface SearchMatches extends RankedRows {
  /** The search text without typos and without words that the best match lacks; null if nothing changes. */
  correctedSearch: string | null;
}

/** Matches are cached up to this size for each index, because the filters, sorts and pages of a search share them. */
const maxCachedBytes = 16 * 1024 * 1024;
const caches = new WeakMap<CatalogueIndex['columns'], LRUCache<string, SearchMatches>>();

/** Finds the products that match a search, or returns them from the cache. @param search folded text, not empty. */
export function findMatches(index: CatalogueIndex, search: string): SearchMatches {
  const cache =
    caches.get(index.columns) ??
    new LRUCache<string, SearchMatches>({
      maxSize: maxCachedBytes,
      sizeCalculation: ({ rows, matchRankByRow }, text) =>
        rows.byteLength + matchRankByRow.byteLength + text.length,
    });
  caches.set(index.columns, cache);
  const matches = cache.get(search) ?? searchIndex(index, new SearchText(search));
  cache.set(search, matches);
  return matches;
}

function searchIndex(index: CatalogueIndex, search: SearchText): SearchMatches {
  const fields = listFields(index);
  const isbnRows = findRowsByIsbn(index, search.text);
  const ranked = rankRows(fields, index.prices.length, search, { isbnRows });
  return { ...ranked, correctedSearch: findCorrection(fields, ranked, search) };
}

/** Finds rows by the beginning of an ISBN, or by a shop's own code. */
function findRowsByIsbn({ isbns }: CatalogueIndex, text: string): number[] {
  const isbn = normalizeIsbn(text);
  if (isbn !== null) return isbns.findRowsStartingWith(Buffer.from(isbn));
  const code = normalizeProductCode(text);
  if (code === null) return [];
  const bytes = Buffer.from(code);
  return isbns.findRowsStartingWith(bytes).filter((row) => isbns.byteLength(row) === bytes.length);
}

function findCorrection(
  fields: readonly SearchField[],
  ranked: RankedRows,
  search: SearchText,
): string | null {
  const best = findBestRow(ranked);
  const needsCorrection = best !== undefined && hasTyposOrMissingWords(ranked.matchRankByRow[best] ?? 0);
  return needsCorrection ? correctSearch(fields, best, search) : null;
}

/** The fields by which products are found. */
function listFields({
  productNames,
  contributorNames,
  columns,
  collectionNames,
}: CatalogueIndex): SearchField[] {
  const createCollectionField = (dimension: Dimension, location: 2 | 3): SearchField => ({
    names: collectionNames[dimension].search,
    location,
    hasSynonyms: dimensionsWithSynonyms.has(dimension),
    getRows: (code) => columns[dimension].getRows(code),
    getNameNumber: (row) => columns[dimension].codes[row] ?? 0,
  });
  return [
    createNameField(productNames, null),
    createCollectionField('author', 2),
    createContributorField(contributorNames),
    createCollectionField('publisher', 3),
    createCollectionField('category', 3),
    createCollectionField('language', 3),
  ];
}

/** The names of collections that match a search. */
interface NameMatches {
  /** Codes of the names, in ascending order. */
  codes: Uint32Array;
  /** Returns the search text without typos and without words that the best match lacks; null if nothing changes. */
  correctSearch: () => string | null;
}

/** Searches the names of the collections of a dimension. @param search folded text, not empty. */
export function findNames(
  { collectionNames }: CatalogueIndex,
  dimension: Dimension,
  search: string,
): NameMatches {
  const { search: names } = collectionNames[dimension];
  const fields = [createNameField(names, dimension)];
  const text = new SearchText(search);
  const ranked = rankRows(fields, names.count, text);
  return { codes: ranked.rows, correctSearch: () => findCorrection(fields, ranked, text) };
}
