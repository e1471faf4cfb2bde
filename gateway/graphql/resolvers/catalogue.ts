import type { Catalogue } from '../../catalogue/catalogue.ts';
import { maxPageSize } from '../../catalogue/connection.ts';
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
  SlideTranslationResolvers,
} from '../../generated/resolvers.ts';
import type { GatewayContext } from '../context.ts';
import { createClientError } from '../errors.ts';
import { encodeId, readKey } from '../global-id.ts';
import { checkListLength, parseCount, parseSearchText, roundUpImageWidth, toSortOrder } from './arguments.ts';
import { objectTypeByDimension } from './collection.ts';

/** Maximum number of values in each dimension of a filter. */
const maxFilterValues = 100;
const maxSuggestions = 20;
/** Equals the size that the schema assumes for `Query.productsById`. */
const maxIds = 25;
/** Equals the size that the schema assumes for `Query.productsByIsbn`. */
const maxIsbns = 100;

type CatalogueQueries = Pick<
  QueryResolvers,
  | 'products'
  | 'product'
  | 'productsByIsbn'
  | 'productsById'
  | 'productChanges'
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

export function createCatalogueQueries(catalogue: Catalogue): CatalogueQueries {
  return {
    products(_, { filter, search, sort, ...page }, { signal, stockShown }) {
      if (filter?.availableOnly === true) stockShown.dependsOnAvailability = true;
      return catalogue.getProductPage(
        {
          filter: toListingFilter(filter),
          search: parseSearchText(search, 'search'),
          sort: toSortOrder(sort),
        },
        page,
        signal,
      );
    },
    async product(_, { id, sku, isbn }, { signal }) {
      if ([id, sku, isbn].filter((argument) => argument != null).length !== 1)
        throw createClientError("Give exactly one of the arguments 'id', 'sku' and 'isbn'.");
      if (isbn != null) return (await catalogue.getProductsByIsbn([isbn], signal))[0] ?? null;
      return catalogue.getProduct(sku ?? readKey('Product', id ?? '', 'id'), signal);
    },
    productsByIsbn(_, { isbns }, { signal }) {
      checkListLength(isbns, maxIsbns, 'isbns', 'ISBNs');
      return catalogue.getProductsByIsbn(isbns, signal);
    },
    async productsById(_, { ids }, { signal }) {
      checkListLength(ids, maxIds, 'ids');
      const keys = ids.map((id) => readKey('Product', id, 'ids'));
      const products = await catalogue.getProducts([...new Set(keys)], signal);
      return keys.map((key) => products.get(key) ?? null);
    },
    productChanges: (_, { since, first }, { signal }) =>
      catalogue.getProductChanges(since ?? null, first ?? maxPageSize, signal),

    async searchSuggestions(_, { search, text, first, firstPerKind }, { signal }) {
      const searchText = search == null ? parseSearchText(text, 'text') : parseSearchText(search, 'search');
      const index = await catalogue.getIndex(signal);
      const max = parseCount(maxSuggestions, first ?? 8);
      const maxPerKind = parseCount(maxSuggestions, firstPerKind ?? max, 'firstPerKind');
      return suggest(index, searchText, max, maxPerKind);
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
    return 'dimension' in suggestion ? objectTypeByDimension[suggestion.dimension] : 'Product';
  },
};

type ContentQueries = Pick<QueryResolvers, 'coupons' | 'notifications' | 'slides' | 'marketingPosts'>;

/**
 * Creates the queries for the lists that the loader refreshes in the background. A list that has not been loaded yet is
 * fetched on request.
 */
export function createContentQueries(loader: CatalogueLoader): ContentQueries {
  return {
    coupons: () => loader.coupons.getContent(),
    notifications: () => loader.notifications.getContent(),
    slides: () => loader.slides.getContent(),
    marketingPosts: () => loader.marketingPosts.getContent(),
  };
}

export const coupon: CouponResolvers = {
  id: ({ id }) => encodeId('Coupon', id),
  couponName: ({ name }) => name,
  discount: ({ percentOff }) => percentOff,
};

export const notification: NotificationResolvers = {
  id: ({ id }) => encodeId('Notification', id),
  notification: ({ text }) => text,
};

function resolveImage(
  { image }: { image: string | null },
  { width }: { width?: InputMaybe<number> },
  context: Pick<GatewayContext, 'createMediaUrl'>,
): string | null {
  return context.createMediaUrl(image, roundUpImageWidth(width));
}

export const slide: SlideResolvers = {
  id: ({ id }) => encodeId('Slide', id),
  image: resolveImage,
  thumbnailFile: resolveImage,
};

export const slideTranslation: SlideTranslationResolvers = { image: resolveImage };

export const marketingPost: MarketingPostResolvers = {
  id: ({ id }) => encodeId('MarketingPost', id),
  image: resolveImage,
};

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

function checkFilterValues(values: InputMaybe<string[]> | undefined, field: string): string[] {
  if ((values ?? []).length > maxFilterValues) {
    throw createClientError(
      `The filter has ${values?.length} ${field}: at most ${maxFilterValues} are allowed.`,
    );
  }
  return values ?? [];
}
