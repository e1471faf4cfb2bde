import { collectionFilter } from '../../catalogue/catalogue.ts';
import type { PageArguments } from '../../catalogue/connection.ts';
import type { Collection, Dimension } from '../../domain/product.ts';
import type {
  AuthorResolvers,
  CategoryResolvers,
  InputMaybe,
  LanguageResolvers,
  ProductSort,
  PublisherResolvers,
} from '../../generated/resolvers.ts';
import type { GatewayContext } from '../context.ts';
import { parseImageWidth } from './image-width.ts';

/** The schema's type of the collections of each dimension. */
export const collectionTypes = {
  category: 'Category',
  language: 'Language',
  publisher: 'Publisher',
  author: 'Author',
} as const satisfies Record<Dimension, string>;

type CollectionPage = PageArguments & { sort?: InputMaybe<ProductSort> };
type Resized = { width?: InputMaybe<number> };

/** Categories, publishers, authors and languages have the same fields; the name identifies each. */
export const collection: CategoryResolvers & PublisherResolvers & AuthorResolvers & LanguageResolvers = {
  id: ({ name }) => name,
  thumbnail: ({ thumbnail }, { width }: Resized, context: GatewayContext) =>
    context.mediaUrl(thumbnail, parseImageWidth(width)),
  productCount: (of: Collection, _: unknown, { services, signal }: GatewayContext) =>
    services.catalogue.countProducts(of, signal),
  products: (of: Collection, { sort, ...page }: CollectionPage, { services, signal }: GatewayContext) =>
    services.catalogue.getProductPage(
      { filter: collectionFilter(of), search: '', sort: sort ?? 'none' },
      page,
      signal,
    ),
};
