import { largestPage, type ProductPage } from '../catalogue/page.ts';
import type { CatalogueProduct, Dimension } from '../catalogue/product.ts';
import { relatedTo } from '../catalogue/related.ts';
import type { Shelf } from '../catalogue/shelf.ts';
import type {
  ProductConnectionResolvers,
  ProductEdgeResolvers,
  ProductFacetsAuthorsArgs,
  ProductFacetsResolvers,
  ProductResolvers,
} from '../generated/resolvers.ts';
import type { GatewayContext } from '../graphql/context.ts';
import { countUpTo, searchText } from './catalogue.ts';

const mostRelated = 20;

export const product: ProductResolvers = {
  category: shelfOf('category'),
  language: shelfOf('language'),
  publisher: shelfOf('publisher'),
  author: shelfOf('author'),
  thumbnail: ({ thumbnail }, _, context) => context.address(thumbnail),
  images: ({ images }, _, context) =>
    images.map((image) => context.address(image)).filter((address) => address !== null),
  pdf: ({ pdf }, _, context) => context.address(pdf),
  related: async (of, { first }, { services, signal }) =>
    relatedTo(await services.catalogue.index(signal), of, countUpTo(mostRelated, first ?? 8)),
};

export const productConnection: ProductConnectionResolvers = {
  edges: ({ entries }) => entries,
  nodes: ({ entries }) => entries.map((entry) => entry.product),
  pageInfo: ({ entries, hasNextPage, hasPreviousPage }) => ({
    hasNextPage,
    hasPreviousPage,
    startCursor: entries[0]?.cursor() ?? null,
    endCursor: entries.at(-1)?.cursor() ?? null,
  }),
  facets: (page) => page,
};

export const productFacets: ProductFacetsResolvers = {
  categories: facetsOf('category'),
  languages: facetsOf('language'),
  publishers: facetsOf('publisher'),
  publisherCount: ({ facetCount }) => facetCount('publisher'),
  authors: facetsOf('author'),
  authorCount: ({ facetCount }) => facetCount('author'),
};

export const productEdge: ProductEdgeResolvers = {
  cursor: ({ cursor }) => cursor(),
  node: (entry) => entry.product,
};

function facetsOf(dimension: Dimension) {
  return ({ facets }: ProductPage, { first, contains }: ProductFacetsAuthorsArgs) =>
    facets(dimension, first == null ? null : countUpTo(largestPage, first), searchText(contains, 'contains'));
}

function shelfOf(dimension: Dimension) {
  return (of: CatalogueProduct, _: unknown, { services }: GatewayContext): Shelf | null => {
    const name = of[dimension];
    return name === null ? null : services.catalogue.shelfNamed(dimension, name);
  };
}
