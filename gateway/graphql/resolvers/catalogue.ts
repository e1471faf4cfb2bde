import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { ListingFilter } from '../../catalogue/listing.ts';
import { suggest } from '../../catalogue/search/suggestions.ts';
import type { CatalogueLoader } from '../../catalogue/sync/loader.ts';
import type {
  CouponResolvers,
  InputMaybe,
  MarketingPostResolvers,
  NotificationResolvers,
  ProductFilter,
  QueryResolvers,
  SearchSuggestionResolvers,
  SlideResolvers,
} from '../../generated/resolvers.ts';
import type { GatewayContext } from '../context.ts';
import { badInput } from '../errors.ts';
import { parseCount, parseImageWidth, parseSearchText } from './arguments.ts';
import { collectionTypes } from './collection.ts';

/** Maximum number of values of a filter in each dimension. */
const maxFilterValues = 100;
const maxSuggestions = 20;
/** Equals the size that the schema assumes for `Query.productsById`. */
const maxIds = 25;

type CatalogueQueries = Pick<
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
>;

/** Queries of products and collections, resolved from the index. Invalid arguments are `BAD_USER_INPUT`. */
export function createCatalogueQueries(catalogue: Catalogue): CatalogueQueries {
  return {
    products(_, { filter, search, sort, ...page }, { signal, stock }) {
      if (filter?.availableOnly === true) stock.dependsOnAvailability = true;
      return catalogue.getProductPage(
        { filter: toListingFilter(filter), search: parseSearchText(search, 'search'), sort: sort ?? 'none' },
        page,
        signal,
      );
    },
    product: (_, { id }, { signal }) => catalogue.getProduct(id, signal),
    async productsById(_, { ids }, { signal }) {
      if (ids.length > maxIds) {
        throw badInput(`The argument 'ids' has ${ids.length} ids: at most ${maxIds} are allowed.`);
      }
      const products = await catalogue.getProducts([...new Set(ids)], signal);
      return ids.map((id) => products.get(id) ?? null);
    },

    async searchSuggestions(_, { text, first, firstPerKind }, { signal }) {
      const searchText = parseSearchText(text, 'text');
      const index = await catalogue.getIndex(signal);
      const max = parseCount(maxSuggestions, first ?? 8);
      const maxPerKind = parseCount(maxSuggestions, firstPerKind ?? max, 'firstPerKind');
      const suggestions = suggest(index, searchText, max, maxPerKind);
      return suggestions.map((suggestion) =>
        'product' in suggestion ? suggestion.product : suggestion.collection,
      );
    },

    categories: (_, __, { signal }) => catalogue.getCollections('category', signal),
    publishers: (_, __, { signal }) => catalogue.getCollections('publisher', signal),
    authors: (_, __, { signal }) => catalogue.getCollections('author', signal),
    languages: (_, __, { signal }) => catalogue.getCollections('language', signal),

    category: (_, { name }, { signal }) => catalogue.getCollection('category', name, signal),
    publisher: (_, { name }, { signal }) => catalogue.getCollection('publisher', name, signal),
    author: (_, { name }, { signal }) => catalogue.getCollection('author', name, signal),
    language: (_, { name }, { signal }) => catalogue.getCollection('language', name, signal),
  };
}

/** Resolves the object type of a suggestion. */
export const searchSuggestion: SearchSuggestionResolvers = {
  __resolveType(suggestion) {
    if (!('dimension' in suggestion)) return 'Product';
    // The union does not contain languages, and they are never suggested.
    return suggestion.dimension === 'language' ? null : collectionTypes[suggestion.dimension];
  },
};

type ContentQueries = Pick<QueryResolvers, 'coupons' | 'notifications' | 'slides' | 'marketingPosts'>;

/** Lists that the loader refreshes in the background. A list that has not been loaded yet is fetched on request. */
export function createContentQueries(loader: CatalogueLoader): ContentQueries {
  return {
    coupons: () => loader.coupons.getContent(),
    notifications: () => loader.notifications.getContent(),
    slides: () => loader.slides.getContent(),
    marketingPosts: () => loader.marketingPosts.getContent(),
  };
}

export const coupon: CouponResolvers = {
  couponName: ({ name }) => name,
  discount: ({ percentOff }) => percentOff,
};

export const notification: NotificationResolvers = {
  notification: ({ text }) => text,
};

function resolveImage(
  { image }: { image: string | null },
  { width }: { width?: InputMaybe<number> },
  context: Pick<GatewayContext, 'mediaUrl'>,
): string | null {
  return context.mediaUrl(image, parseImageWidth(width));
}

export const slide: SlideResolvers = { image: resolveImage, thumbnailFile: resolveImage };

export const marketingPost: MarketingPostResolvers = { image: resolveImage };

function toListingFilter(filter: InputMaybe<ProductFilter> | undefined): ListingFilter {
  return {
    selected: {
      category: checkFilterValues(filter?.categories, 'categories'),
      language: checkFilterValues(filter?.languages, 'languages'),
      publisher: checkFilterValues(filter?.publishers, 'publishers'),
      author: checkFilterValues(filter?.authors, 'authors'),
    },
    availableOnly: filter?.availableOnly ?? false,
    minPrice: filter?.minPrice ?? null,
    maxPrice: filter?.maxPrice ?? null,
  };
}

function checkFilterValues(values: InputMaybe<string[]> | undefined, dimension: string): string[] {
  if ((values ?? []).length > maxFilterValues) {
    throw badInput(`The filter has ${values?.length} ${dimension}: at most ${maxFilterValues} are allowed.`);
  }
  return values ?? [];
}
