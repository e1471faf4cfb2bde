import { productPath } from '#web/catalogue/ProductCard.tsx';
import { formatRupees } from '#web/i18n/format.ts';
import type { SearchSuggestionsQuery } from './SearchSuggestions.generated.ts';

type Suggestion = SearchSuggestionsQuery['searchSuggestions'][number];

/** The kinds of suggestions in display order, with the path of their pages. */
const kinds = [
  { kind: 'Product', path: 'product' },
  { kind: 'Author', path: 'author' },
  { kind: 'Publisher', path: 'publisher' },
  { kind: 'Category', path: 'category' },
] as const;

export type SuggestionKind = (typeof kinds)[number]['kind'];

/** A suggested product, author, publisher or category. */
export interface SuggestionOption {
  /** Unique in the list and stable between queries. */
  key: string;
  name: string;
  image: string | null;
  /** The name of a product's language, as in the catalogue. */
  language: string | undefined;
  to: string;
  /** The author of a product. */
  author: string | undefined;
  price: string | undefined;
  /** The number of products of an author, publisher or category. */
  count: number | undefined;
}

export interface SuggestionGroup {
  kind: SuggestionKind;
  options: SuggestionOption[];
}

/** Groups suggestions by kind. Empty groups are left out. */
export function groupSuggestions(suggestions: readonly Suggestion[]): SuggestionGroup[] {
  return kinds
    .map(({ kind, path }) => ({
      kind,
      options: suggestions
        .filter(({ __typename }) => __typename === kind)
        .map((suggestion) => toOption(suggestion, path)),
    }))
    .filter(({ options }) => options.length > 0);
}

function toOption(suggestion: Suggestion, path: string): SuggestionOption {
  const { __typename: kind, id, name, thumbnail } = suggestion;
  const shared = { key: `${kind} ${id}`, name };
  if (kind !== 'Product') {
    return {
      ...shared,
      image: thumbnail,
      language: undefined,
      to: `/${path}/${encodeURIComponent(name)}`,
      author: undefined,
      price: undefined,
      count: suggestion.productCount,
    };
  }
  return {
    ...shared,
    image: thumbnail ?? suggestion.images[0] ?? null,
    language: suggestion.language?.name,
    to: productPath(suggestion.sku),
    author: suggestion.author?.name,
    price: formatRupees(suggestion.price),
    count: undefined,
  };
}
