import { type Catalogue, createCollectionFilter } from '../../catalogue/catalogue.ts';
import type { CollectionPage } from '../../catalogue/collections.ts';
import type { PageArguments } from '../../catalogue/connection.ts';
import type { Collection, Dimension } from '../../domain/product.ts';
import type {
  AuthorResolvers,
  CategoryResolvers,
  CollectionConnectionResolvers,
  CollectionResolvers,
  CollectionType,
  InputMaybe,
  LanguageResolvers,
  ProductSort,
  PublisherResolvers,
  QueryAuthorConnectionArgs,
  QueryCollectionsArgs,
  QueryResolvers,
} from '../../generated/resolvers.ts';
import type { SharedContext } from '../context.ts';
import { getCatalogueId } from '../global-id.ts';
import { parseSearchText, roundUpImageWidth, toSortOrder } from './arguments.ts';
import { connection } from './connection.ts';

/** The object type of each dimension's collections. */
export const objectTypeByDimension = {
  category: 'Category',
  language: 'Language',
  publisher: 'Publisher',
  author: 'Author',
} as const satisfies Record<Dimension, string>;

type ProductPageArguments = PageArguments & { sort?: InputMaybe<ProductSort> };
type ImageArguments = { width?: InputMaybe<number> };

/** The fields that categories, publishers, authors and languages share. A collection's name identifies it. */
export function createCollectionResolvers(
  catalogue: Catalogue,
): CategoryResolvers<SharedContext> &
  PublisherResolvers<SharedContext> &
  AuthorResolvers<SharedContext> &
  LanguageResolvers<SharedContext> {
  return {
    id: (collection: Collection) =>
      getCatalogueId(objectTypeByDimension[collection.dimension], collection, collection.name),
    thumbnail: ({ thumbnail }, { width }: ImageArguments, context: SharedContext) =>
      context.createMediaUrl(thumbnail, roundUpImageWidth(width)),
    productCount: (parent: Collection, _: unknown, { signal }: SharedContext) =>
      catalogue.countProducts(parent, signal),
    products: (parent: Collection, { sort, ...page }: ProductPageArguments, { signal }: SharedContext) =>
      catalogue.getProductPage(
        { filter: createCollectionFilter(parent), search: '', sort: toSortOrder(sort) },
        page,
        signal,
      ),
  };
}

type AuthorFields = Pick<AuthorResolvers<SharedContext>, 'transliteratedName'>;

/** The fields that only authors have. */
export function createAuthorResolvers(catalogue: Catalogue): AuthorFields {
  return {
    transliteratedName: ({ name }, _, { signal }) => catalogue.getTransliteratedName(name, signal),
  };
}

/** Resolves the object type of a collection. */
export const collectionInterface: CollectionResolvers<SharedContext> = {
  __resolveType: ({ dimension }) => objectTypeByDimension[dimension],
};

const dimensionByType: Record<CollectionType, Dimension> = {
  CATEGORY: 'category',
  PUBLISHER: 'publisher',
  AUTHOR: 'author',
  LANGUAGE: 'language',
};

type CollectionQueries = Pick<
  QueryResolvers,
  'collections' | 'categoryConnection' | 'publisherConnection' | 'authorConnection'
>;

export function createCollectionQueries(catalogue: Catalogue): CollectionQueries {
  return {
    collections: (_, { type, ...args }, { signal }) =>
      getPage(catalogue, dimensionByType[type], args, 'search', signal),
    categoryConnection: createPageResolver(catalogue, 'category'),
    publisherConnection: createPageResolver(catalogue, 'publisher'),
    authorConnection: createPageResolver(catalogue, 'author'),
  };
}

export const collectionConnection: CollectionConnectionResolvers<SharedContext> = {
  ...connection,
  initials: ({ initials }) => initials(),
  correctedSearch: ({ correctSearch }) => correctSearch(),
};

/** Creates the resolver of a deprecated query, which lists the collections of one dimension. */
function createPageResolver(catalogue: Catalogue, dimension: Dimension) {
  return (
    _: unknown,
    { contains, ...args }: QueryAuthorConnectionArgs,
    { signal }: SharedContext,
  ): Promise<CollectionPage> =>
    getPage(catalogue, dimension, { ...args, search: contains }, 'contains', signal);
}

/** @param searchArgument the name of the argument with the search text, for error messages. */
function getPage(
  catalogue: Catalogue,
  dimension: Dimension,
  { search, initial, sort, ...page }: Omit<QueryCollectionsArgs, 'type'>,
  searchArgument: string,
  signal: AbortSignal,
): Promise<CollectionPage> {
  const query = {
    dimension,
    search: parseSearchText(search, searchArgument),
    initial: initial?.toUpperCase() ?? null,
    sort: sort ?? 'none',
  } as const;
  return catalogue.getCollectionPage(query, page, signal);
}
