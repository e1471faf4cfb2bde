import type { Catalogue } from '../../catalogue/catalogue.ts';
import { maxPageSize } from '../../catalogue/connection.ts';
import type { ProductPage } from '../../catalogue/product-page.ts';
import {
  type CatalogueProduct,
  type Collection,
  type Dimension,
  toProductStatus,
} from '../../domain/product.ts';
import { listTranslations } from '../../domain/translation.ts';
import type {
  ProductChangeResolvers,
  ProductConnectionResolvers,
  ProductFacetsAuthorsArgs,
  ProductFacetsResolvers,
  ProductResolvers,
} from '../../generated/resolvers.ts';
import type { SharedContext } from '../context.ts';
import { encodeId, getCatalogueId } from '../global-id.ts';
import { parseCount, parseSearchText, roundUpImageWidth } from './arguments.ts';
import { connection } from './connection.ts';

/** The maximum length of the lists `editions` and `related`. */
const maxListLength = 20;
const defaultFirstPageWidth = 640;

/** Names of collections become objects, and files of the REST host become URLs of the shop. */
export function createProductResolvers(catalogue: Catalogue): ProductResolvers<SharedContext> {
  return {
    id: (product) => getCatalogueId('Product', product, product.id),
    sku: ({ id }) => id,
    status: ({ status }) => toProductStatus(status),
    statusText: ({ status }) => status,
    category: createCollectionFieldResolver(catalogue, 'category'),
    language: createCollectionFieldResolver(catalogue, 'language'),
    publisher: createCollectionFieldResolver(catalogue, 'publisher'),
    author: createCollectionFieldResolver(catalogue, 'author'),
    thumbnail: ({ thumbnail }, { width }, context) =>
      context.createMediaUrl(thumbnail, roundUpImageWidth(width)),
    images({ images }, { width }, context) {
      const imageWidth = roundUpImageWidth(width);
      return images.map((image) => context.createMediaUrl(image, imageWidth)).filter((url) => url !== null);
    },
    pdf: ({ pdf }, _, context) => context.createMediaUrl(pdf),
    pdfFirstPage({ pdf }, { width }, context) {
      const imageUrl = context.createMediaUrl(pdf, roundUpImageWidth(width ?? defaultFirstPageWidth));
      // The URL of a PDF on another host stays the same with a width: the shop cannot render that PDF's first page.
      return imageUrl === context.createMediaUrl(pdf) ? null : imageUrl;
    },
    translations: ({ descriptionEn: en, descriptionMr: mr, descriptionHi: hi }) =>
      listTranslations({ en, mr, hi }, (description) => ({ description })),
    editions: (parent, { first }, { signal }) =>
      catalogue.getEditions(parent, parseCount(maxListLength, first ?? 8), signal),
    related: (parent, { first }, { signal }) =>
      catalogue.getRelatedProducts(parent, parseCount(maxListLength, first ?? 8), signal),
  };
}

/** A product that was added, changed or withdrawn since the client's cursor. */
export const productChange: ProductChangeResolvers = {
  productId: ({ sku }) => encodeId('Product', sku),
};

/** A connection of products. Facets are computed only if they are requested. */
export const productConnection: ProductConnectionResolvers<SharedContext> = {
  ...connection,
  facets: (page) => page,
};

/** Product counts of a listing by collection, and its price range. */
export const productFacets: ProductFacetsResolvers<SharedContext> = {
  categories: createFacetResolver('category'),
  languages: createFacetResolver('language'),
  publishers: createFacetResolver('publisher'),
  publisherCount: ({ countFacetValues }) => countFacetValues('publisher'),
  authors: createFacetResolver('author'),
  authorCount: ({ countFacetValues }) => countFacetValues('author'),
  price: ({ priceRange }) => priceRange(),
};

function createFacetResolver(dimension: Dimension) {
  return ({ listFacetValues }: ProductPage, { first, search, contains }: ProductFacetsAuthorsArgs) =>
    listFacetValues(
      dimension,
      first == null ? null : parseCount(maxPageSize, first),
      search == null ? parseSearchText(contains, 'contains') : parseSearchText(search, 'search'),
    );
}

function createCollectionFieldResolver(catalogue: Catalogue, dimension: Dimension) {
  return (parent: CatalogueProduct): Collection | null => {
    const name = parent[dimension];
    return name === null ? null : catalogue.getReferencedCollection(dimension, name);
  };
}
