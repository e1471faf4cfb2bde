import type { CatalogueIndex } from './catalogue-index.ts';
import { fold } from './fold.ts';
import type { CatalogueProduct, Dimension } from './product.ts';
import type { Shelf } from './shelf.ts';

/** A product, or an author, publisher or category, that a reader may mean. */
export type Suggestion = { product: CatalogueProduct } | { shelf: Shelf };

interface Ranked {
  suggestion: Suggestion;
  rank: number;
}

/** Who is suggested before whom when the text fits equally well. */
const suggestedDimensions: readonly Dimension[] = ['author', 'publisher', 'category'];

/** At most this many hits of products are ranked; beyond it the text says too little to tell. */
const rankedProducts = 2_000;

/**
 * What a reader may mean by a folded text, best first: where it begins the name, then where it
 * begins a word, then anywhere; at equal fit authors, publishers, categories, then products.
 */
export function suggestionsFor(index: CatalogueIndex, text: string, first: number): Suggestion[] {
  if (text === '') return [];
  const ranked: Ranked[] = [];
  for (const dimension of suggestedDimensions) {
    for (const shelf of index.columns[dimension].all()) {
      const rank = closeness(fold(shelf.name), text);
      if (rank !== null) ranked.push({ suggestion: { shelf }, rank });
    }
  }
  let seen = 0;
  for (const place of index.names.rowsWith(text)) {
    const product = index.products[place];
    const rank = closeness(index.names.text(place), text);
    if (product !== undefined && rank !== null) ranked.push({ suggestion: { product }, rank: rank + 0.5 });
    seen += 1;
    if (seen === rankedProducts) break;
  }
  return ranked
    .sort((one, other) => one.rank - other.rank)
    .slice(0, first)
    .map(({ suggestion }) => suggestion);
}

/** 0 at the beginning, 1 at the beginning of a word, 2 elsewhere, null nowhere. */
function closeness(name: string, text: string): number | null {
  const at = name.indexOf(text);
  if (at === -1) return null;
  if (at === 0) return 0;
  for (let place = at; place !== -1; place = name.indexOf(text, place + 1)) {
    if (!/[\p{L}\p{M}\p{N}]/u.test(name.charAt(place - 1))) return 1;
  }
  return 2;
}
