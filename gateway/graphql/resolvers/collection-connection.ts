import type { CollectionPage, CollectionPageEntry } from '../../catalogue/collections.ts';
import type { Dimension } from '../../domain/product.ts';
import type {
  AuthorConnectionResolvers,
  AuthorEdgeResolvers,
  CategoryConnectionResolvers,
  CategoryEdgeResolvers,
  PublisherConnectionResolvers,
  PublisherEdgeResolvers,
  QueryAuthorConnectionArgs,
  QueryResolvers,
} from '../../generated/resolvers.ts';
import type { GatewayContext } from '../context.ts';
import { parseSearchText } from './catalogue.ts';

export const collectionQueries: Pick<
  QueryResolvers,
  'categoryConnection' | 'publisherConnection' | 'authorConnection'
> = {
  categoryConnection: resolvePage('category'),
  publisherConnection: resolvePage('publisher'),
  authorConnection: resolvePage('author'),
};

/** Pages of categories, publishers and authors have the same fields. */
export const collectionConnection: CategoryConnectionResolvers &
  PublisherConnectionResolvers &
  AuthorConnectionResolvers = {
  edges: ({ entries }) => entries,
  nodes: ({ entries }: CollectionPage) => entries.map(({ collection }) => collection),
  pageInfo: ({ entries, hasNextPage, hasPreviousPage }) => ({
    hasNextPage,
    hasPreviousPage,
    startCursor: entries[0]?.cursor ?? null,
    endCursor: entries.at(-1)?.cursor ?? null,
  }),
  initials: ({ initials }) => initials(),
};

export const collectionEdge: CategoryEdgeResolvers & PublisherEdgeResolvers & AuthorEdgeResolvers = {
  node: ({ collection }: CollectionPageEntry) => collection,
};

function resolvePage(dimension: Dimension) {
  return (
    _: unknown,
    { contains, initial, sort, ...page }: QueryAuthorConnectionArgs,
    { services, signal }: GatewayContext,
  ): Promise<CollectionPage> =>
    services.catalogue.getCollectionPage(
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
