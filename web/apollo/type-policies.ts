import type { FieldFunctionOptions, FieldReadFunction, TypePolicies, TypePolicy } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';

/**
 * How the cache stores the shop's data.
 *
 * Cart and wish list are singletons, no matter which response contained them. Lists of products grow page by page.
 * The page size is part of a list's key, so that a row of 8 products never truncates a listing of 20.
 * Read `edges`, not `nodes`: only `edges` are merged.
 */
export const typePolicies: TypePolicies = {
  Query: {
    fields: {
      products: relayStylePagination(['filter', 'search', 'sort', 'first', 'last']),
      product: readProduct,
      category: createCollectionReader('Category'),
      publisher: createCollectionReader('Publisher'),
      author: createCollectionReader('Author'),
      language: createCollectionReader('Language'),
      coupons: { merge: false },
      // It is null not only without a session but also if reading it failed, which must not empty the cart. The end of
      // a session evicts the user.
      user: { merge: (existing, incoming) => incoming ?? existing ?? null },
    },
  },
  Category: createCollectionPolicy(),
  Publisher: createCollectionPolicy(),
  Author: createCollectionPolicy(),
  Language: createCollectionPolicy(),
  User: { fields: { addresses: { merge: false }, orders: relayStylePagination(['first']) } },
  Cart: { keyFields: [], fields: { lines: { merge: false } } },
  Wishlist: { keyFields: [], fields: { products: { merge: false } } },
};

/** The possible types of the interfaces and unions that fragments have as type conditions, as in schema.graphql. */
export const possibleTypes = {
  Collection: ['Category', 'Publisher', 'Author', 'Language'],
};

/** URLs identify categories, publishers, authors and languages by name, so the cache does too. */
function createCollectionPolicy(): TypePolicy {
  return { keyFields: ['name'], fields: { products: relayStylePagination(['sort', 'first', 'last']) } };
}

/**
 * Reads a product from the cache if a list has already loaded it. A product with a given SKU has to be searched for,
 * because its id in the cache cannot be derived from the SKU.
 */
function readProduct(existing: unknown, { args, cache, toReference }: FieldFunctionOptions): unknown {
  if (existing !== undefined) return existing;
  if (typeof args?.id === 'string') return toReference({ __typename: 'Product', id: args.id });
  const cached = Object.entries(cache.extract(true)).find(
    ([, object]) => object?.__typename === 'Product' && object.sku === args?.sku,
  );
  return cached && { __ref: cached[0] };
}

/** Creates a function that reads a collection from the cache if a list has already loaded it. */
function createCollectionReader(typename: string): FieldReadFunction {
  return (existing, { args, toReference }) =>
    existing === undefined ? toReference({ __typename: typename, name: args?.name }) : existing;
}
