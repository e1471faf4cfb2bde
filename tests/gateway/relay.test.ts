import {
  getPaginationMetadata,
  getPaginationVariables,
  getRefetchMetadata,
  type ReaderFragment,
} from 'relay-runtime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { at, textAt } from './graphql-call.ts';
import { type SignedInSetup, setUpSignedInShopper } from './harness.ts';
import { type CompiledDocuments, compileDocuments, RelayClient } from './relay-client.ts';
import { createProductRecord } from './rest-records.ts';

const order = {
  orderId: 'ORD-1',
  userEmail: 'reader@shop.example',
  orderDate: '2026-11-20',
  totalPrice: 100,
};
const rest: SignedInSetup = setUpSignedInShopper((host) => {
  host.products = [1, 2, 3, 4, 5].map((id) =>
    createProductRecord(id, id > 3 ? { author: `Writer ${id}` } : {}),
  );
  host.authors = [];
  host.orders.push({ ...order, status: 'Paid' });
});

let compiled: CompiledDocuments;
beforeAll(async () => {
  compiled = await compileDocuments(
    `query shopListsQuery {
      products(first: 3) { nodes { sku ...shop_product } }
      coupons { name percentOff } notifications { text } slides { image }
    }`,
    `fragment shop_product on Product
      @refetchable(queryName: "shopProductQuery")
      @argumentDefinitions(width: { type: "Int", defaultValue: 480 }) { name thumbnail(width: $width) }`,
    'query shopOrdersQuery { user { orders(first: 1) { nodes { ...shop_order } } } }',
    'fragment shop_order on Shipment @refetchable(queryName: "shopOrderQuery") { number status }',
    'query shopAuthorQuery { author(name: "A. Writer") { ...shop_author } }',
    `fragment shop_author on Author
      @refetchable(queryName: "shopAuthorProductsQuery")
      @argumentDefinitions(first: { type: "Int", defaultValue: 2 }, after: { type: "String" }) {
        products(first: $first, after: $after) @connection(key: "shop_author__products") {
          edges { node { name } }
        }
      }`,
    'query shopCollectionsQuery { ...shop_collections }',
    `fragment shop_collections on Query
      @refetchable(queryName: "shopCollectionsPageQuery")
      @argumentDefinitions(first: { type: "Int", defaultValue: 2 }, after: { type: "String" }) {
        collections(type: AUTHOR, sort: NAME, first: $first, after: $after)
          @connection(key: "shop__collections") { edges { node { name } } }
      }`,
  );
});
afterAll(() => compiled?.remove());

const watchConsole = () => [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
let consoleSpies: ReturnType<typeof watchConsole> = [];
let client: RelayClient;
beforeEach(() => {
  client = new RelayClient((text, variables) => rest.shop.graphql(text, variables, rest.token));
  consoleSpies = watchConsole();
});
afterEach(() => {
  // Relay warns, for example, about records of different types with the same id.
  expect(consoleSpies.flatMap(({ mock }) => mock.calls)).toEqual([]);
});

async function fetchQuery(name: string): Promise<unknown> {
  return client.fetch(await compiled.loadRequest(name));
}

/** Refetches the object of a fragment by its id. Returns the data of the fragment. */
async function refetch(fragment: ReaderFragment, reference: unknown, variables = {}): Promise<unknown> {
  const { refetchableRequest, fragmentRefPathInResponse } = getRefetchMetadata(fragment, 'the test');
  const id = at(client.read(fragment, reference), 'id');
  const data = await client.fetch(refetchableRequest, { ...variables, id });
  return client.read(fragment, at(data, fragmentRefPathInResponse.join('.')));
}

/** Fetches the next page of a fragment's connection. Returns the fragment's data, with all pages so far. */
async function fetchNextPage(fragment: ReaderFragment, reference: unknown): Promise<unknown> {
  const { paginationRequest, paginationMetadata, connectionPathInFragmentData, identifierField } =
    getPaginationMetadata(fragment, 'the test');
  const data = client.read(fragment, reference);
  const endCursor = textAt(data, [...connectionPathInFragmentData, 'pageInfo.endCursor'].join('.'));
  const id = identifierField == null ? {} : { id: at(data, identifierField) };
  const variables = getPaginationVariables('forward', 2, endCursor, id, {}, paginationMetadata);
  await client.fetch(paginationRequest, variables);
  return client.read(fragment, reference);
}

const createEdges = (...names: string[]) => names.map((name) => ({ node: { name } }));

describe('a Relay client', () => {
  it('does not mix up products, coupons, notifications and slides of one query', async () => {
    expect(await fetchQuery('shopListsQuery')).toMatchObject({
      products: { nodes: [{ sku: '1' }, { sku: '2' }, { sku: '3' }] },
      coupons: [{ name: 'TEN', percentOff: 10 }],
      notifications: [{ text: 'Free delivery in Pune.' }],
      slides: [{ image: expect.any(String) }],
    });
  });

  it('refetches a product with other variables', async () => {
    const fragment = await compiled.loadFragment('shop_product');
    const product = at(await fetchQuery('shopListsQuery'), 'products.nodes.1');
    const withThumbnail = (width: number) => ({
      name: 'Book 2',
      thumbnail: expect.stringMatching(new RegExp(`width=${width}$`)),
    });
    expect(client.read(fragment, product)).toMatchObject(withThumbnail(480));
    expect(await refetch(fragment, product, { width: 160 })).toMatchObject(withThumbnail(160));
  });

  it('refetches an order whose status has changed', async () => {
    const fragment = await compiled.loadFragment('shop_order');
    const reference = at(await fetchQuery('shopOrdersQuery'), 'user.orders.nodes.0');
    expect(client.read(fragment, reference)).toMatchObject({ number: 'ORD-1', status: 'PAID' });
    rest.host.orders.splice(0, 1, { ...order, status: 'Delivered' });
    expect(await refetch(fragment, reference)).toMatchObject({ number: 'ORD-1', status: 'DELIVERED' });
    expect(client.read(fragment, reference)).toMatchObject({ status: 'DELIVERED' });
  });

  it('pages through the products of an author by the author\u2019s id', async () => {
    const fragment = await compiled.loadFragment('shop_author');
    const author = at(await fetchQuery('shopAuthorQuery'), 'author');
    expect(client.read(fragment, author)).toMatchObject({
      products: { edges: createEdges('Book 1', 'Book 2'), pageInfo: { hasNextPage: true } },
    });
    expect(await fetchNextPage(fragment, author)).toMatchObject({
      products: { edges: createEdges('Book 1', 'Book 2', 'Book 3'), pageInfo: { hasNextPage: false } },
    });
  });

  it('pages through authors as collections', async () => {
    const fragment = await compiled.loadFragment('shop_collections');
    const root = await fetchQuery('shopCollectionsQuery');
    expect(client.read(fragment, root)).toMatchObject({
      collections: { edges: createEdges('A. Writer', 'Writer 4'), pageInfo: { hasNextPage: true } },
    });
    expect(await fetchNextPage(fragment, root)).toMatchObject({
      collections: {
        edges: createEdges('A. Writer', 'Writer 4', 'Writer 5'),
        pageInfo: { hasNextPage: false },
      },
    });
  });
});

it('relay-compiler rejects a document that does not match the schema', async () => {
  await expect(compileDocuments('query shopQuery { coupons { title } }')).rejects.toThrow('title');
});
