import { getCollectionPath } from '#web/catalogue/collections.ts';
import type { LanguagesQuery } from '#web/catalogue/Languages.generated.ts';
import { getProductPath } from '#web/catalogue/ProductCard.tsx';
import { chooseName } from '#web/i18n/content-text.ts';
import { formatRupees } from '#web/i18n/format.ts';
import { type LanguageCode, languageNames } from '#web/i18n/languages.ts';
import type { SearchSuggestionsQuery } from './SearchSuggestions.generated.ts';

type Suggestion = SearchSuggestionsQuery['searchSuggestions'][number];
type Language = LanguagesQuery['collections'][number];

/** The kinds of suggestions that the gateway returns, in display order. */
const kinds = ['Product', 'Author', 'Publisher', 'Category', 'Language'] as const;

const dimensionOfKind = {
  Author: 'author',
  Publisher: 'publisher',
  Category: 'category',
  Language: 'language',
} as const;

type SuggestionKind = (typeof kinds)[number] | 'Recent';

/** A suggested product, collection or search. */
export interface SuggestionOption {
  /** Unique in the list and stable between queries. */
  key: string;
  name: string;
  image?: string | null | undefined;
  /** The language of the product, or of the name if it is translated. Named as in the catalogue, such as `मराठी`. */
  language?: string | undefined;
  to: string;
  /** The author of a product. */
  author?: string | undefined;
  price?: string;
  /** The number of products of a collection. */
  count?: number;
  /** Whether it opens the results of a search. Such options have an icon instead of an image. */
  isSearch?: boolean;
}

export interface SuggestionGroup {
  kind: SuggestionKind;
  options: SuggestionOption[];
}

/** Groups suggestions by kind. Empty groups are left out. */
export function groupSuggestions(
  suggestions: readonly Suggestion[],
  pageLanguage: LanguageCode,
): SuggestionGroup[] {
  return kinds
    .map((kind) => ({
      kind,
      options: suggestions
        .filter(({ __typename }) => __typename === kind)
        .map((suggestion) => toOption(suggestion, pageLanguage)),
    }))
    .filter(({ options }) => options.length > 0);
}

/** The suggestions before anything is typed: recent searches, and the languages of the books. */
export function groupDefaultSuggestions(
  recentSearches: readonly string[],
  languages: readonly Language[],
): SuggestionGroup[] {
  const groups: SuggestionGroup[] = [
    {
      kind: 'Recent',
      options: recentSearches.map((text) => ({
        ...createSearchOption(text),
        key: `Recent ${text}`,
        name: text,
      })),
    },
    {
      kind: 'Language',
      options: languages
        .filter(({ productCount }) => productCount > 0)
        .map(({ id, name, thumbnail, productCount }) => ({
          key: `Language ${id}`,
          name,
          image: thumbnail,
          to: getCollectionPath('language', name),
          count: productCount,
        })),
    },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

/** The option that opens the results of a search. The caller adds its name. */
export function createSearchOption(text: string): Omit<SuggestionOption, 'name'> {
  return { key: 'All', to: `/product?${new URLSearchParams({ search: text })}`, isSearch: true };
}

function toOption(suggestion: Suggestion, pageLanguage: LanguageCode): SuggestionOption {
  const { __typename: kind, id, name, thumbnail } = suggestion;
  const key = `${kind} ${id}`;
  if (kind !== 'Product') {
    const shownName = chooseName(suggestion, pageLanguage).text;
    return {
      key,
      name: shownName,
      language: shownName === name ? undefined : languageNames[pageLanguage],
      image: thumbnail,
      to: getCollectionPath(dimensionOfKind[kind], name),
      count: suggestion.productCount,
    };
  }
  return {
    key,
    name,
    image: thumbnail ?? suggestion.images[0],
    language: suggestion.language?.name,
    to: getProductPath(suggestion.sku),
    author: suggestion.author?.name,
    price: formatRupees(suggestion.price),
  };
}
