import type { CatalogueProduct, Collection, Dimension } from '../../domain/product.ts';
import type { CatalogueIndex } from '../index.ts';
import type { SearchColumn } from './search-column.ts';

/** A product, or an author, publisher or category, that a reader may mean. */
export type Suggestion = { product: CatalogueProduct } | { shelf: Collection };

interface Ranked {
  suggestion: Suggestion;
  rank: number;
}

/** Who is suggested before whom when the text fits equally well; products come last. */
const suggestedDimensions: readonly Dimension[] = ['author', 'publisher', 'category'];

/** At most this many hits in a column are ranked; beyond it the text says too little to tell. */
const mostHits = 2_000;

/** Where a text stands in a name, the best first. Each leaves room for how it was found, and of what it is. */
const [atBeginning, atWord, elsewhere] = [0, 4, 8];
const [bySound, ofProduct] = [2, 1];

/**
 * What a reader may mean by a folded text, best first: where it begins the name, then where it
 * begins a word, then anywhere; at equal fit as written before by its sound in the other script,
 * then authors, publishers, categories, products. At most `first`, and `firstPerKind` of each kind.
 */
export function suggestionsFor(
  index: CatalogueIndex,
  text: string,
  first: number,
  firstPerKind = first,
): Suggestion[] {
  if (text === '') return [];
  const ranked: Ranked[] = [];
  for (const dimension of suggestedDimensions) {
    const { shelves } = index.columns[dimension];
    for (const [code, rank] of ranksIn(index.shelfNames[dimension], text)) {
      const shelf = shelves[code];
      if (shelf !== undefined) ranked.push({ suggestion: { shelf }, rank });
    }
  }
  for (const [place, rank] of ranksIn(index.names, text)) {
    const product = index.products.at(place);
    if (product !== undefined) ranked.push({ suggestion: { product }, rank: rank + ofProduct });
  }
  const sorted = ranked.sort((one, other) => one.rank - other.rank).map(({ suggestion }) => suggestion);
  return firstOfEachKind(sorted, firstPerKind).slice(0, first);
}

function firstOfEachKind(suggestions: readonly Suggestion[], most: number): Suggestion[] {
  const taken = new Map<Dimension | 'product', number>();
  return suggestions.filter((suggestion) => {
    const kind = 'shelf' in suggestion ? suggestion.shelf.dimension : 'product';
    const count = (taken.get(kind) ?? 0) + 1;
    taken.set(kind, count);
    return count <= most;
  });
}

/** The rows that fit, and how well; smaller is better. */
function ranksIn(names: SearchColumn, text: string): Map<number, number> {
  const ranks = new Map<number, number>();
  for (const row of names.rowsWith(text)) {
    ranks.set(row, closeness(names.text(row), text));
    if (ranks.size === mostHits) break;
  }
  const written = ranks.size;
  for (const row of names.rowsSoundingLike(text)) {
    if (!ranks.has(row))
      ranks.set(row, (names.beginsSoundingLike(row, text) ? atBeginning : atWord) + bySound);
    if (ranks.size === written + mostHits) break;
  }
  return ranks;
}

function closeness(name: string, text: string): number {
  const at = name.indexOf(text);
  if (at === 0) return atBeginning;
  for (let place = at; place !== -1; place = name.indexOf(text, place + 1)) {
    if (!/[\p{L}\p{M}\p{N}]/u.test(name.charAt(place - 1))) return atWord;
  }
  return elsewhere;
}
