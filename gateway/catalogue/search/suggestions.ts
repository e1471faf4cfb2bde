import type { CatalogueProduct, Collection, Dimension } from '../../domain/product.ts';
import type { CatalogueIndex } from '../index.ts';
import type { SearchColumn } from './search-column.ts';

/** A product, author, publisher or category that a search text may refer to. */
export type Suggestion = { product: CatalogueProduct } | { collection: Collection };

interface RankedSuggestion {
  suggestion: Suggestion;
  rank: number;
}

/** Suggested dimensions, in their order among equally good matches. Products come last. */
const suggestedDimensions: readonly Dimension[] = ['author', 'publisher', 'category'];

/** Matches per column that are ranked. A text with more matches is too short to tell them apart. */
const maxMatches = 2_000;

/** Rank of a match by its position in the name; smaller is better. The two low bits break ties. */
const [startOfName, startOfWord, insideWord] = [0, 4, 8];
const [phoneticPenalty, productPenalty] = [2, 1];

/**
 * Suggests products and collections for a folded text, best match first: names that begin with the text,
 * then names with a word that begins with it, then names that contain it. Among equals, exact matches come
 * before phonetic ones, then authors, publishers, categories and products in this order.
 *
 * @returns at most `first` suggestions, and at most `firstPerKind` of each kind.
 */
export function suggest(
  index: CatalogueIndex,
  text: string,
  first: number,
  firstPerKind = first,
): Suggestion[] {
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
  const sorted = ranked.sort((one, other) => one.rank - other.rank).map(({ suggestion }) => suggestion);
  return limitPerKind(sorted, firstPerKind).slice(0, first);
}

function limitPerKind(suggestions: readonly Suggestion[], max: number): Suggestion[] {
  const counts = new Map<Dimension | 'product', number>();
  return suggestions.filter((suggestion) => {
    const kind = 'collection' in suggestion ? suggestion.collection.dimension : 'product';
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= max;
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
      const rank = names.startsPhonetically(row, text) ? startOfName : startOfWord;
      ranks.set(row, rank + phoneticPenalty);
    }
    if (ranks.size === exactMatchCount + maxMatches) break;
  }
  return ranks;
}

function rankOf(name: string, text: string): number {
  const first = name.indexOf(text);
  if (first === 0) return startOfName;
  for (let match = first; match !== -1; match = name.indexOf(text, match + 1)) {
    if (!/[\p{L}\p{M}\p{N}]/u.test(name.charAt(match - 1))) return startOfWord;
  }
  return insideWord;
}
