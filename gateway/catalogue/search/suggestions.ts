import type { CatalogueProduct, Collection, Dimension } from '../../domain/product.ts';
import type { CatalogueIndex } from '../index.ts';
import { type SearchColumn, SearchText } from './search-column.ts';

/** A product, author, publisher or category that a search text may refer to. */
export type Suggestion = { product: CatalogueProduct } | { collection: Collection };

/** A row of a column that matches; a lower rank is better. */
interface Match {
  row: number;
  rank: number;
}

/** Dimensions to suggest. Equally good matches are sorted in this order, with products last. */
const suggestedDimensions: readonly Dimension[] = ['author', 'publisher', 'category'];

/**
 * Maximum number of exact matches, and of phonetic matches, that are ranked per column. A text with more
 * matches is too short to rank well.
 */
const maxMatches = 2_000;

/** Rank of a match by its position in the name; lower is better. The two low bits break ties. */
const [startOfName, startOfWord, insideWord] = [0, 4, 8];
const [phoneticPenalty, productPenalty] = [2, 1];

/**
 * Suggests products and collections for a folded text, best match first: names that begin with the text,
 * then names with a word that begins with it, then names that contain it. Among equals, exact matches come
 * before phonetic ones; after that, the order is authors, publishers, categories, products.
 *
 * @returns at most `max` suggestions, and at most `maxPerKind` of each kind.
 */
export function suggest(index: CatalogueIndex, text: string, max: number, maxPerKind = max): Suggestion[] {
  if (text === '') return [];
  const search = new SearchText(text);
  const matches = [
    ...suggestedDimensions.flatMap((dimension) =>
      findBestMatches(index.collectionNames[dimension].search, search, maxPerKind).map(({ row, rank }) => ({
        rank,
        suggestion: () => {
          const collection = index.columns[dimension].collections[row];
          return collection && { collection };
        },
      })),
    ),
    ...findBestMatches(index.productNames, search, maxPerKind).map(({ row, rank }) => ({
      rank: rank + productPenalty,
      suggestion: () => {
        const product = index.products.get(row);
        return product && { product };
      },
    })),
  ];
  // Only what is suggested becomes an object: a short text matches thousands of products.
  return matches
    .sort((a, b) => a.rank - b.rank)
    .slice(0, max)
    .map(({ suggestion }) => suggestion())
    .filter((suggestion) => suggestion !== undefined);
}

/** The best matches of a column, the best first; equally good ones in the order of the column. */
function findBestMatches(names: SearchColumn, search: SearchText, max: number): Match[] {
  const rowsByRank: number[][] = [];
  const add = (row: number, rank: number) => {
    rowsByRank[rank] ??= [];
    if (rowsByRank[rank].length < max) rowsByRank[rank].push(row);
  };
  const exactRows = names.rowsContaining(search, maxMatches);
  for (const row of exactRows) {
    add(row, rankOf(names.get(row), search.text));
    if (rowsByRank[startOfName]?.length === max) break;
  }
  const phoneticRows = new Set(names.phoneticMatches(search, maxMatches));
  if (phoneticRows.size > 0) for (const row of exactRows) phoneticRows.delete(row);
  for (const row of phoneticRows) {
    add(row, (names.hasPhoneticPrefix(row, search) ? startOfName : startOfWord) + phoneticPenalty);
  }
  return rowsByRank.flatMap((rows, rank) => rows.map((row) => ({ row, rank }))).slice(0, max);
}

function rankOf(name: string, text: string): number {
  const firstMatch = name.indexOf(text);
  if (firstMatch === 0) return startOfName;
  for (let match = firstMatch; match !== -1; match = name.indexOf(text, match + 1)) {
    if (!/[\p{L}\p{M}\p{N}]/u.test(name.charAt(match - 1))) return startOfWord;
  }
  return insideWord;
}
