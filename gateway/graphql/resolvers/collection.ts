import { type Catalogue, collectionFilter } from '../../catalogue/catalogue.ts';
import type { CollectionPage } from '../../catalogue/collections.ts';
import type { PageArguments } from '../../catalogue/connection.ts';
import type { Collection, Dimension } from '../../domain/product.ts';
import type {
  AuthorConnectionResolvers,
  AuthorResolvers,
  CategoryConnectionResolvers,
  CategoryResolvers,
  InputMaybe,
  LanguageResolvers,
  ProductSort,
  PublisherConnectionResolvers,
  PublisherResolvers,
  QueryAuthorConnectionArgs,
  QueryResolvers,
} from '../../generated/resolvers.ts';
import type { SharedContext } from '../context.ts';
import { catalogueId } from '../global-id.ts';
import { parseImageWidth, parseSearchText } from './arguments.ts';
import { connection } from './connection.ts';

/** The object type of each dimension's collections. */
export const collectionTypes = {
  category: 'Category',
  language: 'Language',
  publisher: 'Publisher',
  author: 'Author',
} as const satisfies Record<Dimension, string>;

type ProductPageArguments = PageArguments & { sort?: InputMaybe<ProductSort> };
type ImageArguments = { width?: InputMaybe<number> };

/** Categories, publishers, authors and languages have the same fields. Their name identifies them. */
export function createCollectionResolvers(
  catalogue: Catalogue,
): CategoryResolvers<SharedContext> &
  PublisherResolvers<SharedContext> &
  AuthorResolvers<SharedContext> &
  LanguageResolvers<SharedContext> {
  return {
    id: (collection: Collection) =>
      catalogueId(collectionTypes[collection.dimension], collection, collection.name),
    thumbnail: ({ thumbnail }, { width }: ImageArguments, context: SharedContext) =>
      context.mediaUrl(thumbnail, parseImageWidth(width)),
    productCount: (parent: Collection, _: unknown, { signal }: SharedContext) =>
      catalogue.countProducts(parent, signal),
    products: (parent: Collection, { sort, ...page }: ProductPageArguments, { signal }: SharedContext) =>
      catalogue.getProductPage(
        { filter: collectionFilter(parent), search: '', sort: sort ?? 'none' },
        page,
        signal,
      ),
  };
}

type CollectionQueries = Pick<
  QueryResolvers,
  'categoryConnection' | 'publisherConnection' | 'authorConnection'
>;

export function createCollectionQueries(catalogue: Catalogue): CollectionQueries {
  return {
    categoryConnection: resolvePage(catalogue, 'category'),
    publisherConnection: resolvePage(catalogue, 'publisher'),
    authorConnection: resolvePage(catalogue, 'author'),
  };
}

/** Connections of categories, publishers and authors have the same fields. */
export const collectionConnection: CategoryConnectionResolvers<SharedContext> &
  PublisherConnectionResolvers<SharedContext> &
  AuthorConnectionResolvers<SharedContext> = {
  ...connection,
  initials: ({ initials }) => initials(),
};

function resolvePage(catalogue: Catalogue, dimension: Dimension) {
  return (
    _: unknown,
    { contains, initial, sort, ...page }: QueryAuthorConnectionArgs,
    { signal }: SharedContext,
  ): Promise<CollectionPage> =>
    catalogue.getCollectionPage(
      {
        dimension,
        contains: parseSearchText(contains, 'contains'),
        initial: initial?.toUpperCase() ?? null,
        sort: sort ?? 'none',
      },
      page,
      signal,
    );
}
