import type { CatalogueProduct, Collection, Dimension } from '../../domain/product.ts';
import type { CatalogueIndex } from '../index.ts';
import type { SearchColumn } from './search-column.ts';

/** A product, author, publisher or category that a search text may refer to. */
export type Suggestion = { product: CatalogueProduct } | { collection: Collection };

interface RankedSuggestion {
  suggestion: Suggestion;
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
  const ranked: RankedSuggestion[] = [];
  for (const dimension of suggestedDimensions) {
    const { collections } = index.columns[dimension];
    for (const [code, rank] of rankMatches(index.collectionNames[dimension], text)) {
      const collection = collections[code];
      if (collection !== undefined) ranked.push({ suggestion: { collection }, rank });
    }
  }
  for (const [row, rank] of rankMatches(index.productNames, text)) {
    const product = index.products.get(row);
    if (product !== undefined) ranked.push({ suggestion: { product }, rank: rank + productPenalty });
  }
  const sorted = ranked.sort((a, b) => a.rank - b.rank).map(({ suggestion }) => suggestion);
  return limitPerKind(sorted, maxPerKind).slice(0, max);
}

function limitPerKind(suggestions: readonly Suggestion[], maxPerKind: number): Suggestion[] {
  const counts = new Map<Dimension | 'product', number>();
  return suggestions.filter((suggestion) => {
    const kind = 'collection' in suggestion ? suggestion.collection.dimension : 'product';
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= maxPerKind;
  });
}

/** The matching rows with their ranks. */
function rankMatches(names: SearchColumn, text: string): Map<number, number> {
  const ranks = new Map<number, number>();
  for (const row of names.rowsContaining(text)) {
    ranks.set(row, rankOf(names.get(row), text));
    if (ranks.size === maxMatches) break;
  }
  const exactMatchCount = ranks.size;
  for (const row of names.phoneticMatches(text)) {
    if (!ranks.has(row)) {
      const rank = names.hasPhoneticPrefix(row, text) ? startOfName : startOfWord;
      ranks.set(row, rank + phoneticPenalty);
    }
    if (ranks.size === exactMatchCount + maxMatches) break;
  }
  return ranks;
}

function rankOf(name: string, text: string): number {
  const firstMatch = name.indexOf(text);
  if (firstMatch === 0) return startOfName;
  for (let match = firstMatch; match !== -1; match = name.indexOf(text, match + 1)) {
    if (!/[\p{L}\p{M}\p{N}]/u.test(name.charAt(match - 1))) return startOfWord;
  }
  return insideWord;
}
