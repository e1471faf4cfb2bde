import { LRUCache } from 'lru-cache';
import { dimensions } from '../../domain/product.ts';
import type { CatalogueIndex } from '../index.ts';
import { type SearchColumn, SearchText } from './search-column.ts';

/** How a product matches a search: as written, or by its sound in the other script. */
export const [exactMatch, phoneticMatch] = [1, 2];

/** The products that match a search in their name or in the name of one of their collections. */
export interface SearchMatches {
  /** The matching rows in the host's order, exact matches first. */
  rows: Uint32Array;
  /** By row, how it matches; 0 if it does not. */
  matchByRow: Uint8Array;
}

/** Size of the matches that are cached per index: filters, sorts and pages of one search share them. */
const maxCachedBytes = 16 * 1024 * 1024;
const caches = new WeakMap<CatalogueIndex['columns'], LRUCache<string, SearchMatches>>();

/** @param search folded text, not empty. */
export function findMatches(index: CatalogueIndex, search: string): SearchMatches {
  const cache =
    caches.get(index.columns) ??
    new LRUCache<string, SearchMatches>({
      maxSize: maxCachedBytes,
      sizeCalculation: ({ rows, matchByRow }, text) => rows.byteLength + matchByRow.byteLength + text.length,
    });
  caches.set(index.columns, cache);
  const matches = cache.get(search) ?? searchIndex(index, new SearchText(search));
  cache.set(search, matches);
  return matches;
}

function searchIndex(
  { productNames, columns, collectionNames }: CatalogueIndex,
  text: SearchText,
): SearchMatches {
  const matchByRow = new Uint8Array(columns.category.codes.length);
  const mark = (match: number, find: (names: SearchColumn) => Iterable<number>) => {
    for (const row of find(productNames)) matchByRow[row] = match;
    for (const dimension of dimensions) {
      for (const code of find(collectionNames[dimension].search)) {
        for (const row of columns[dimension].getRows(code)) matchByRow[row] = match;
      }
    }
  };
  mark(phoneticMatch, (names) => names.phoneticMatches(text));
  mark(exactMatch, (names) => names.rowsContaining(text));
  return { rows: listMatches(matchByRow), matchByRow };
}

function listMatches(matchByRow: Uint8Array): Uint32Array {
  let total = 0;
  for (let row = 0; row < matchByRow.length; row += 1) if (matchByRow[row] !== 0) total += 1;
  const rows = new Uint32Array(total);
  let length = 0;
  for (const match of [exactMatch, phoneticMatch]) {
    for (let row = 0; row < matchByRow.length && length < total; row += 1) {
      if (matchByRow[row] !== match) continue;
      rows[length] = row;
      length += 1;
    }
  }
  return rows;
}
