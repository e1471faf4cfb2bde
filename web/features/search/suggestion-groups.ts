import { productPath } from '#web/catalogue/ProductCard.tsx';
import { formatRupees } from '#web/i18n/format.ts';
import type { SearchSuggestionsQuery } from './SearchSuggestions.generated.ts';

type Suggestion = SearchSuggestionsQuery['searchSuggestions'][number];

/** The kinds of suggestions in the order they are shown, each with the path its pages stand under. */
const kinds = [
  { kind: 'Product', path: 'product' },
  { kind: 'Author', path: 'author' },
  { kind: 'Publisher', path: 'publisher' },
  { kind: 'Category', path: 'category' },
] as const;

export type SuggestionKind = (typeof kinds)[number]['kind'];

/** Something to choose: a book, an author, a publisher, a category. */
export interface SuggestionOption {
  /** Unique among all of them, and the same for the same thing. */
  key: string;
  name: string;
  picture: string | null;
  /** The language of a book, as the shop's records name it. */
  language: string | undefined;
  to: string;
  /** What stands below the name: the author of a book. */
  by: string | undefined;
  price: string | undefined;
  /** How many books an author, publisher or category has. */
  count: number | undefined;
}

export interface SuggestionGroup {
  kind: SuggestionKind;
  options: SuggestionOption[];
}

/** Suggestions by their kind; kinds without any are left out. */
export function groupsOf(suggestions: readonly Suggestion[]): SuggestionGroup[] {
  return kinds
    .map(({ kind, path }) => ({
      kind,
      options: suggestions
        .filter(({ __typename }) => __typename === kind)
        .map((suggestion) => optionOf(suggestion, path)),
    }))
    .filter(({ options }) => options.length > 0);
}

function optionOf(suggestion: Suggestion, path: string): SuggestionOption {
  const { __typename: kind, id, name, thumbnail } = suggestion;
  const shared = { key: `${kind} ${id}`, name };
  if (kind !== 'Product') {
    return {
      ...shared,
      picture: thumbnail,
      language: undefined,
      to: `/${path}/${encodeURIComponent(name)}`,
      by: undefined,
      price: undefined,
      count: suggestion.productCount,
    };
  }
  return {
    ...shared,
    picture: thumbnail ?? suggestion.images[0] ?? null,
    language: suggestion.language?.name,
    to: productPath(id),
    by: suggestion.author?.name,
    price: formatRupees(suggestion.price),
    count: undefined,
  };
}
