import type { ListingFilter } from '../../catalogue/listing.ts';
import { foldSearch } from '../../catalogue/search/normalize.ts';
import { suggest } from '../../catalogue/search/suggestions.ts';
import type {
  InputMaybe,
  ProductFilter,
  QueryResolvers,
  SearchSuggestionResolvers,
} from '../../generated/resolvers.ts';
import { badInput } from '../errors.ts';
import { collectionTypes } from './collection.ts';

/** The longest text that is searched for, and the most values a filter names in one dimension. */
const longestSearch = 200;
const mostValues = 100;
const mostSuggestions = 20;
/** As many as a list without a page size is taken to have, where operations are measured. */
const mostIds = 25;

/** The catalogue's questions, answered from its index. Faults of the arguments are `BAD_USER_INPUT`. */
export const catalogueQueries: Pick<
  QueryResolvers,
  | 'products'
  | 'product'
  | 'productsById'
  | 'searchSuggestions'
  | 'categories'
  | 'category'
  | 'publishers'
  | 'publisher'
  | 'authors'
  | 'author'
  | 'languages'
  | 'language'
> = {
  products: (_, { filter, search, sort, ...page }, { services, signal }) =>
    services.catalogue.getProductPage(
      { filter: listingFilter(filter), search: parseSearchText(search, 'search'), sort: sort ?? 'none' },
      page,
      signal,
    ),
  product: (_, { id }, { services, signal }) => services.catalogue.getProduct(id, signal),
  async productsById(_, { ids }, { services, signal }) {
    if (ids.length > mostIds) {
      throw badInput(`The argument 'ids' has ${ids.length} ids: at most ${mostIds} are allowed.`);
    }
    const found = await services.catalogue.getProducts([...new Set(ids)], signal);
    return ids.map((id) => found.get(id) ?? null);
  },

  async searchSuggestions(_, { text, first, firstPerKind }, { services, signal }) {
    const folded = parseSearchText(text, 'text');
    const index = await services.catalogue.getIndex(signal);
    const most = parseCount(mostSuggestions, first ?? 8);
    const mostPerKind = parseCount(mostSuggestions, firstPerKind ?? most, 'firstPerKind');
    const suggestions = suggest(index, folded, most, mostPerKind);
    return suggestions.map((suggestion) =>
      'product' in suggestion ? suggestion.product : suggestion.collection,
    );
  },

  categories: (_, __, { services, signal }) => services.catalogue.getCollections('category', signal),
  publishers: (_, __, { services, signal }) => services.catalogue.getCollections('publisher', signal),
  authors: (_, __, { services, signal }) => services.catalogue.getCollections('author', signal),
  languages: (_, __, { services, signal }) => services.catalogue.getCollections('language', signal),

  category: (_, { name }, { services, signal }) => services.catalogue.getCollection('category', name, signal),
  publisher: (_, { name }, { services, signal }) =>
    services.catalogue.getCollection('publisher', name, signal),
  author: (_, { name }, { services, signal }) => services.catalogue.getCollection('author', name, signal),
  language: (_, { name }, { services, signal }) => services.catalogue.getCollection('language', name, signal),
};

/** What kind of thing was suggested. */
export const searchSuggestion: SearchSuggestionResolvers = {
  __resolveType(found) {
    if (!('dimension' in found)) return 'Product';
    // Languages are not suggested: the union does not hold them.
    return found.dimension === 'language' ? null : collectionTypes[found.dimension];
  },
};

/** @throws {GraphQLError} `BAD_USER_INPUT` for a number outside 1 to `most`. */
export function parseCount(most: number, first: number, argument = 'first'): number {
  if (first >= 1 && first <= most) return first;
  throw badInput(`The argument '${argument}' is ${first}: it must be from 1 to ${most}.`);
}

/** @throws {GraphQLError} `BAD_USER_INPUT` for a longer text than is searched for. */
export function parseSearchText(text: InputMaybe<string> | undefined, argument: string): string {
  if ((text ?? '').length > longestSearch) {
    throw badInput(
      `The argument '${argument}' has ${text?.length} characters: at most ${longestSearch} are allowed.`,
    );
  }
  return foldSearch(text);
}

function listingFilter(filter: InputMaybe<ProductFilter> | undefined): ListingFilter {
  return {
    selected: {
      category: values(filter?.categories, 'categories'),
      language: values(filter?.languages, 'languages'),
      publisher: values(filter?.publishers, 'publishers'),
      author: values(filter?.authors, 'authors'),
    },
    availableOnly: filter?.availableOnly ?? false,
    minPrice: filter?.minPrice ?? null,
    maxPrice: filter?.maxPrice ?? null,
  };
}

function values(given: InputMaybe<string[]> | undefined, dimension: string): string[] {
  if ((given ?? []).length > mostValues) {
    throw badInput(`The filter names ${given?.length} ${dimension}: at most ${mostValues} are allowed.`);
  }
  return given ?? [];
}
