import type { RequestHandler } from 'msw';
import { type SetupServer, setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { gateway } from './gateway-stub.ts';

const emptyList = { edges: [], nodes: [], totalCount: 0, pageInfo: { hasNextPage: false, endCursor: null } };

/** Empty responses to queries that a test does not stub itself, such as the query of the cart badge. */
const emptyShop = [
  gateway.query('CartAndWishlist', () => ({
    user: {
      __typename: 'User',
      id: '7',
      cart: { id: '7', unitCount: 0, itemTotal: 0, lines: [] },
      wishlist: { id: '7', products: [] },
    },
  })),
  gateway.query('Orders', () => ({ user: { __typename: 'User', id: '7', orders: emptyList } })),
  gateway.query('Languages', () => ({ languages: [] })),
  gateway.query('BestProducts', () => ({ products: emptyList })),
  gateway.query('Product', () => ({ product: null })),
  gateway.query('RecentlyViewed', () => ({ nodes: [] })),
  gateway.query('SearchSuggestions', () => ({ searchSuggestions: [] })),
];

/** Sets up a server for the tests of one file. A handler that a test adds precedes `handlers` and the empty shop. */
export function setUpStubServer(...handlers: RequestHandler[]): SetupServer {
  const server = setupServer(...handlers, ...emptyShop);
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return server;
}
