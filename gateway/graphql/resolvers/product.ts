import { maxPageSize, type ProductPage } from '../../catalogue/connection.ts';
import type { CatalogueProduct, Collection, Dimension } from '../../domain/product.ts';
import type {
  ProductConnectionResolvers,
  ProductEdgeResolvers,
  ProductFacetsAuthorsArgs,
  ProductFacetsResolvers,
  ProductResolvers,
} from '../../generated/resolvers.ts';
import type { GatewayContext } from '../context.ts';
import { parseCount, parseSearchText } from './catalogue.ts';
import { parseImageWidth } from './image-width.ts';

const mostRelated = 20;
const firstPageWidth = 640;

/** A product as others see it: names become collections, and the host's files URLs. */
export const product: ProductResolvers = {
  category: collectionOf('category'),
  language: collectionOf('language'),
  publisher: collectionOf('publisher'),
  author: collectionOf('author'),
  thumbnail: ({ thumbnail }, { width }, context) => context.mediaUrl(thumbnail, parseImageWidth(width)),
  images({ images }, { width }, context) {
    const wide = parseImageWidth(width);
    return images.map((image) => context.mediaUrl(image, wide)).filter((address) => address !== null);
  },
  pdf: ({ pdf }, _, context) => context.mediaUrl(pdf),
  pdfFirstPage({ pdf }, { width }, context) {
    const picture = context.mediaUrl(pdf, parseImageWidth(width ?? firstPageWidth));
    // A PDF that is kept elsewhere keeps its address: there is no picture of it.
    return picture === context.mediaUrl(pdf) ? null : picture;
  },
  related: (of, { first }, { services, signal }) =>
    services.catalogue.getRelatedProducts(of, parseCount(mostRelated, first ?? 8), signal),
};

/** A page of products in Relay's form; cursors and facets are made for those who ask. */
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

/** How a listing spreads over each dimension. */
export const productFacets: ProductFacetsResolvers = {
  categories: facetsOf('category'),
  languages: facetsOf('language'),
  publishers: facetsOf('publisher'),
  publisherCount: ({ facetCount }) => facetCount('publisher'),
  authors: facetsOf('author'),
  authorCount: ({ facetCount }) => facetCount('author'),
};

/** A product at its place in a listing. */
export const productEdge: ProductEdgeResolvers = {
  cursor: ({ cursor }) => cursor(),
  node: (entry) => entry.product,
};

function facetsOf(dimension: Dimension) {
  return ({ facets }: ProductPage, { first, contains }: ProductFacetsAuthorsArgs) =>
    facets(
      dimension,
      first == null ? null : parseCount(maxPageSize, first),
      parseSearchText(contains, 'contains'),
    );
}

function collectionOf(dimension: Dimension) {
  return (of: CatalogueProduct, _: unknown, { services }: GatewayContext): Collection | null => {
    const name = of[dimension];
    return name === null ? null : services.catalogue.collectionNamed(dimension, name);
  };
}
