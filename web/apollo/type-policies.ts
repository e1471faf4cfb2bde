import type { FieldPolicy, FieldReadFunction, TypePolicies } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';

/**
 * How the cache keeps the shop's data.
 *
 * There is one cart and one wish list, whatever answer they came in. Lists of products grow page by
 * page; two of them are the same list when filter, search, sort and page size agree, so a shelf of
 * eight never cuts a listing of twenty short. Read `edges`, not `nodes`: only they are joined.
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
  Category: { fields: { products: productsOf() } },
  Publisher: { fields: { products: productsOf() } },
  Author: { fields: { products: productsOf() } },
  Language: { fields: { products: productsOf() } },
  User: { fields: { addresses: { merge: false }, orders: relayStylePagination(['first']) } },
  Cart: { keyFields: [], fields: { lines: { merge: false } } },
  Wishlist: { keyFields: [], fields: { products: { merge: false } } },
};

/** The types an answer of `searchSuggestions` may hold, from schema.graphql. */
export const possibleTypes = { SearchSuggestion: ['Product', 'Author', 'Publisher', 'Category'] };

function productsOf(): FieldPolicy {
  return relayStylePagination(['sort', 'first', 'last']);
}

/** What a list brought already serves for the single thing too. */
function byId(typename: string): FieldReadFunction {
  return (existing, { args, toReference }) =>
    existing === undefined ? toReference({ __typename: typename, id: args?.id }) : existing;
}

/** The id of a category, publisher, author or language is its name (schema.graphql). */
function byName(typename: string): FieldReadFunction {
  return (existing, { args, toReference }) =>
    existing === undefined ? toReference({ __typename: typename, id: args?.name }) : existing;
}
