import { gql } from '@apollo/client';
import { describe, expect, it } from 'vitest';
import { createCache, evictShopper } from '#web/apollo/cache.ts';

const listing = gql`
  query ($first: Int, $after: String, $search: String) {
    products(first: $first, after: $after, search: $search) {
      edges {
        cursor
        node {
          id
          name
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

const product = gql`
  query ($id: ID!) {
    product(id: $id) {
      id
      name
    }
  }
`;

const user = gql`
  query {
    user {
      id
      cart {
        id
        unitCount
      }
    }
  }
`;

function createPage(names: string[], hasNextPage = false) {
  const edges = names.map((name) => ({
    __typename: 'ProductEdge',
    cursor: `c${name}`,
    node: { __typename: 'Product', id: name, name: `Book ${name}` },
  }));
  const pageInfo = { __typename: 'PageInfo', hasNextPage, endCursor: edges.at(-1)?.cursor ?? null };
  return { products: { __typename: 'ProductConnection', edges, pageInfo } };
}

function findNames(data: unknown): string[] {
  const text = JSON.stringify(data);
  return [...text.matchAll(/"name":"Book (\w+)"/g)].map(([, name]) => name ?? '');
}

describe('product lists in the Apollo cache', () => {
  it('append the next page', () => {
    const cache = createCache();
    cache.writeQuery({ query: listing, variables: { first: 2 }, data: createPage(['a', 'b'], true) });
    cache.writeQuery({ query: listing, variables: { first: 2, after: 'cb' }, data: createPage(['c']) });
    expect(findNames(cache.readQuery({ query: listing, variables: { first: 2 } }))).toEqual(['a', 'b', 'c']);
  });

  it('are stored separately per search and per page size', () => {
    const cache = createCache();
    cache.writeQuery({ query: listing, variables: { first: 20 }, data: createPage(['a', 'b', 'c']) });
    cache.writeQuery({ query: listing, variables: { first: 1 }, data: createPage(['a']) });
    cache.writeQuery({ query: listing, variables: { first: 20, search: 'z' }, data: createPage(['z']) });
    expect(findNames(cache.readQuery({ query: listing, variables: { first: 20 } }))).toEqual(['a', 'b', 'c']);
  });
});

describe('a product in the Apollo cache', () => {
  it('is read from the lists that contain it', () => {
    const cache = createCache();
    cache.writeQuery({ query: listing, variables: { first: 2 }, data: createPage(['a']) });
    expect(findNames(cache.readQuery({ query: product, variables: { id: 'a' } }))).toEqual(['a']);
    expect(cache.readQuery({ query: product, variables: { id: 'b' } })).toBeNull();
  });

  it('is null if the gateway has returned null for it', () => {
    const cache = createCache();
    cache.writeQuery({ query: product, variables: { id: 'x' }, data: { product: null } });
    expect(cache.readQuery({ query: product, variables: { id: 'x' } })).toEqual({ product: null });
  });
});

describe('the cart in the Apollo cache', () => {
  const createCartData = (unitCount: number) => ({
    user: { __typename: 'User', id: 'u', cart: { __typename: 'Cart', id: 'cart-of-u', unitCount } },
  });

  it('is one object, whichever operation returned it', () => {
    const cache = createCache();
    cache.writeQuery({ query: user, data: createCartData(1) });
    cache.writeFragment({
      // A client has only one cart, so the cart has no key fields.
      id: 'Cart:{}',
      fragment: gql`
        fragment Count on Cart {
          unitCount
        }
      `,
      data: { __typename: 'Cart', unitCount: 4 },
    });
    expect(cache.readQuery({ query: user })).toEqual(createCartData(4));
  });

  it('is removed with its shopper, while public data stays', () => {
    const cache = createCache();
    cache.writeQuery({ query: user, data: createCartData(3) });
    cache.writeQuery({ query: listing, variables: { first: 2 }, data: createPage(['a']) });
    evictShopper(cache);
    expect(cache.readQuery({ query: user })).toBeNull();
    expect(JSON.stringify(cache.extract())).not.toContain('cart-of-u');
    expect(findNames(cache.readQuery({ query: listing, variables: { first: 2 } }))).toEqual(['a']);
  });
});
