import type { CatalogueProduct, Collection, Dimension } from '../../domain/product.ts';
import type { CatalogueIndex } from '../catalogue-index.ts';
import { orderByRank, rankRows } from './rank-rows.ts';
import { createNameField, type SearchField } from './search-fields.ts';
import { SearchText } from './search-text.ts';

/** A product or collection that a search text may refer to. */
export type Suggestion = CatalogueProduct | Collection;

/** A matching row. A lower rank is better. */
interface Match {
  row: number;
  rank: number;
}

/** Dimensions whose collections are suggested. Equally good matches are sorted in this order, with products last. */
const suggestedDimensions: readonly Dimension[] = ['author', 'publisher', 'category', 'language'];

/**
 * Maximum number of names in each column that match because they contain the text as written. Further ones match
 * only by their words: a text that occurs in more names than this is too short to tell which of them is meant.
 */
const maxNamesContainingText = 2_000;

/**
 * Suggests products and collections whose names match a folded text, best match first, as in listings. Equal matches
 * are in the order authors, publishers, categories, languages, products.
 *
 * @returns at most `max` suggestions, and at most `maxPerKind` of each kind.
 */
export function suggest(index: CatalogueIndex, text: string, max: number, maxPerKind = max): Suggestion[] {
  if (text === '') return [];
  const search = new SearchText(text);
  const find = (field: SearchField, read: (row: number) => Suggestion | undefined) =>
    findBestMatches(field, search, maxPerKind).map(({ row, rank }) => ({ rank, read: () => read(row) }));
  const matches = [
    ...suggestedDimensions.flatMap((dimension) =>
      find(
        createNameField(index.collectionNames[dimension].search, dimension),
        (row) => index.columns[dimension].collections[row],
      ),
    ),
    ...find(createNameField(index.productNames, null), (row) => index.products.get(row)),
  ];
  // Objects are created only for the suggestions that are returned, not for every match that was ranked.
  return matches
    .sort((a, b) => a.rank - b.rank)
    .slice(0, max)
    .map(({ read }) => read())
    .filter((suggestion) => suggestion !== undefined);
}

/** The best matches of a field, the best first; equally good ones in the order of its names. */
function findBestMatches(field: SearchField, search: SearchText, max: number): Match[] {
  const { rows, matchRankByRow } = rankRows([field], field.names.count, search, {
    maxNamesContainingText,
  });
  return [...orderByRank(rows, matchRankByRow).subarray(0, max)].map((row) => ({
    row,
    rank: matchRankByRow[row] ?? 0,
  }));
}
