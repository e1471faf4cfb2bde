import type { FieldPolicy, FieldReadFunction, TypePolicies } from '@apollo/client';
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
      product: byId('Product'),
      category: byName('Category'),
      publisher: byName('Publisher'),
      author: byName('Author'),
      language: byName('Language'),
    },
  },
  Category: { fields: { products: productsPolicy() } },
  Publisher: { fields: { products: productsPolicy() } },
  Author: { fields: { products: productsPolicy() } },
  Language: { fields: { products: productsPolicy() } },
  User: { fields: { addresses: { merge: false }, orders: relayStylePagination(['first']) } },
  Cart: { keyFields: [], fields: { lines: { merge: false } } },
  Wishlist: { keyFields: [], fields: { products: { merge: false } } },
};

/** The types of the union in schema.graphql. */
export const possibleTypes = { SearchSuggestion: ['Product', 'Author', 'Publisher', 'Category'] };

function productsPolicy(): FieldPolicy {
  return relayStylePagination(['sort', 'first', 'last']);
}

/** Reads a single object from the cache if a list has already loaded it. */
function byId(typename: string): FieldReadFunction {
  return (existing, { args, toReference }) =>
    existing === undefined ? toReference({ __typename: typename, id: args?.id }) : existing;
}

/** The id of a category, publisher, author or language is its name (schema.graphql). */
function byName(typename: string): FieldReadFunction {
  return (existing, { args, toReference }) =>
    existing === undefined ? toReference({ __typename: typename, id: args?.name }) : existing;
}
