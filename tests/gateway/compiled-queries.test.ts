import { GraphQLString } from 'graphql';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { at, encodeNodeId, postGraphQL } from './graphql-call.ts';
import {
  readMetric,
  setUpRestHost,
  startGateway,
  type TestGateway,
  type TestGatewayOptions,
} from './harness.ts';
import { createProductRecord } from './rest-records.ts';

const rest = setUpRestHost();
let shop: TestGateway;
beforeEach(() => {
  rest.host.products = [
    createProductRecord(1, { price: 249.5, pdfFile: '/files/1.pdf', isbnId: '978-1' }),
    createProductRecord(2, { price: 99.99, author: null, thumbnailFile: null, remainingQuantity: null }),
    createProductRecord(3, { category: 'Essays', status: 'Unavailable', productImages: {} }),
    createProductRecord(4, { productName: 'टिळक', language: 'मराठी', description: '"quoted"\n\u2028' }),
  ];
});
afterEach(() => shop.close());

async function start(options: TestGatewayOptions = {}): Promise<void> {
  shop = await startGateway(options);
}

let requestCount = 0;
beforeEach(() => {
  requestCount = 0;
});

/** Sends a query, as a visitor by default. Every body is different, so that no response comes from the cache. */
function send(
  query: string,
  variables: Record<string, unknown> = {},
  headers: Record<string, string> = {},
  operationName?: string,
): Promise<Response> {
  requestCount += 1;
  return postGraphQL(
    shop.url,
    `${JSON.stringify({ query, variables, operationName })}${' '.repeat(requestCount)}`,
    headers,
  );
}

/** Sends a query. Returns the status and the body of the response. */
async function sendQuery(...query: Parameters<typeof send>) {
  const response = await send(...query);
  return { status: response.status, text: await response.text() };
}

/**
 * Makes graphql-js execute a query by adding introspection, which cannot be compiled. The operation must come last in
 * the document.
 */
async function executeWithGraphqlJs(query: string, variables?: Record<string, unknown>) {
  const { status, text } = await sendQuery(query.replace(/\}$/, ' __schema { __typename } }'), variables);
  return { status, text: text.replace(',"__schema":{"__typename":"__Schema"}', '') };
}

/** The number of queries that were executed in their compiled form. */
const countCompiledQueries = () => readMetric(shop.url, 'gateway_compiled_queries_total');

const listQuery =
  'query List($filter: ProductFilter, $first: Int = 3) { products(filter: $filter, first: $first) { totalCount nodes { id } } }';

describe('a compiled query', () => {
  it.each([
    ['a list', listQuery, { filter: { maxPrice: 150 } }],
    [
      'a sorted list',
      'query ($sort: ProductSort) { products(sort: $sort) { nodes { id price } } }',
      { sort: 'PRICE_LOW_TO_HIGH' },
    ],
    [
      'all fields of a product',
      `fragment card on Product { __typename id name price mrp discountPercent available thumbnail category { name } author { id name } }
       query ($id: ID!) { product(id: $id) { ...card related(first: 2) { id } images pdf isbn description status remainingQuantity } }`,
      { id: '1' },
    ],
    [
      'products with missing values',
      '{ two: product(id: "2") { thumbnail author { name } remainingQuantity } three: product(id: "3") { images available } none: product(id: "9") { id } }',
      {},
    ],
    ['a text in another script', '{ product(id: "4") { name language { name } description } }', {}],
    [
      'edges, facets and pages',
      '{ products(first: 2) { edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } facets { categories { value count selected } } } }',
      {},
    ],
    [
      'a field that is selected twice',
      '{ product(id: "1") { author { id } author { name } ... on Product { price } } }',
      {},
    ],
    [
      'collections and content',
      '{ categories { name thumbnail productCount products(first: 1) { nodes { id } } } coupons { id name percentOff couponName discount } slides { title link } notifications { text notification } user { id } }',
      {},
    ],
    [
      'a checkout quote',
      'query ($lines: [CheckoutLineInput!]!) { checkoutQuote(input: { source: CART, lines: $lines }) { grandTotal averageDeliveryTime lines { quantity product { name } } } }',
      { lines: [{ productId: '1', quantity: 2 }] },
    ],
    [
      'directives',
      'query ($with: Boolean = true, $without: Boolean = false) { products { totalCount @include(if: $with) nodes @skip(if: $with) { id } } categories @include(if: $without) { name } languages @skip(if: false) { name } }',
      {},
    ],
    [
      'a union',
      'fragment link on Author { id name } { searchSuggestions(text: "a") { __typename ... on Product { name } ...link ... on Category { name } } }',
      {},
    ],
  ])('returns exactly the same response as graphql-js: %s', async (_, query, variables) => {
    await start();
    const expected = await executeWithGraphqlJs(query, variables);
    expect(JSON.parse(expected.text)).not.toHaveProperty('errors');
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(await sendQuery(query, variables)).toEqual(expected);
    expect(await countCompiledQueries()).toBe(3);
  });

  it('returns fields under every alias, even `__proto__`', async () => {
    await start();
    const query = '{ product(sku: "1") { __proto__: name sku } __proto__: product(sku: "2") { sku } }';
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect((await sendQuery(query)).text).toBe(
        '{"data":{"product":{"__proto__":"Book 1","sku":"1"},"__proto__":{"sku":"2"}}}',
      );
  });

  it('is not used for introspection', async () => {
    await start();
    const query = '{ __schema { queryType { name } } }';
    const first = await sendQuery(query);
    expect(await sendQuery(query)).toEqual(first);
    expect(await countCompiledQueries()).toBe(0);
  });

  it.each([
    ['a variable of the wrong type', { first: 'many' }],
    ['an unknown input field', { filter: { maxPrize: 1 } }],
    ['a page size above the maximum', { first: 101 }],
    ['an invalid amount', { filter: { minPrice: -1 } }],
  ])('rejects %s with the same response as graphql-js', async (_, variables) => {
    await start();
    await sendQuery(listQuery);
    const omitRequestId = (text: string) => text.replace(/"requestId":"[^"]+"/, '');
    const rejected = await sendQuery(listQuery, variables);
    const expected = await executeWithGraphqlJs(listQuery, variables);
    expect(rejected.status).toBe(expected.status);
    expect(omitRequestId(rejected.text)).toBe(omitRequestId(expected.text));
    expect(at(JSON.parse(rejected.text), 'errors.0.extensions.requestId')).toEqual(expect.any(String));
  });

  it.each([
    ['@include(if: $a)', 'nodes { id @include(if: $a) sku }'],
    ['@skip(if: $a)', 'nodes { id @skip(if: $a) sku }'],
    ['@include(if: false) @skip(if: $a)', 'totalCount nodes @include(if: false) @skip(if: $a) { id }'],
  ])('reports a null variable in %s with the same error as graphql-js', async (_, selection) => {
    await start();
    const query = `query ($a: Boolean = true) { products(first: 1) { ${selection} } }`;
    const { errors: expected } = JSON.parse((await executeWithGraphqlJs(query, { a: null })).text);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { errors } = JSON.parse((await sendQuery(query, { a: null })).text);
      expect(errors).toMatchObject([
        { message: expected[0].message, path: expected[0].path, extensions: { code: 'BAD_USER_INPUT' } },
      ]);
    }
    expect(JSON.parse((await sendQuery(query, { a: true })).text)).not.toHaveProperty('errors');
  });

  it('executes the operation that the request names', async () => {
    await start();
    const query = 'query One { products { totalCount } } query Two { categories { name } }';
    for (const [operationName, field] of [
      ['One', 'products'],
      ['Two', 'categories'],
      ['One', 'products'],
    ]) {
      const { text } = await sendQuery(query, {}, {}, operationName);
      expect(
        Object.keys(z.object({ data: z.record(z.string(), z.unknown()) }).parse(JSON.parse(text)).data),
      ).toEqual([field]);
    }
    await sendQuery(listQuery);
    const mismatched = await sendQuery(listQuery, {}, {}, 'Other');
    expect(at(JSON.parse(mismatched.text), 'errors.0.extensions.code')).toBe('OPERATION_RESOLUTION_FAILURE');
  });

  it('checks only a limited number of invalid values, even if a variable has thousands', async () => {
    await start();
    await sendQuery(listQuery, { filter: { categories: ['Novels'] } });
    const invalidVariables = { filter: { categories: Array<number>(9_000).fill(5) } };
    const parseValue = vi.spyOn(GraphQLString, 'parseValue');
    const { status, text } = await sendQuery(listQuery, invalidVariables);
    expect(parseValue.mock.calls.length).toBeLessThan(200);
    parseValue.mockRestore();
    expect(status).toBe(400);
    const { errors } = z.object({ errors: z.array(z.unknown()) }).parse(JSON.parse(text));
    expect(new Set(errors.map((error) => at(error, 'extensions.code')))).toEqual(new Set(['BAD_USER_INPUT']));
  });

  it('is subject to the same cost limit as every other query', async () => {
    await start();
    const nested =
      'query ($first: Int!) { products(first: $first) { nodes { related(first: 20) { id related(first: 20) { id } } } } }';
    await sendQuery(nested, { first: 1 });
    const rejected = await sendQuery(nested, { first: 100 });
    expect(at(JSON.parse(rejected.text), 'errors.0.extensions.code')).toBe('QUERY_TOO_COMPLEX');
    expect(await countCompiledQueries()).toBe(1);
  });

  it('is still used, whatever documents and Accept headers other clients send', async () => {
    await start();
    await sendQuery(listQuery);
    for (let client = 0; client < 250; client += 1) {
      await sendQuery(
        `query Other${client} { products(first: 1) { nodes { id } } }`,
        {},
        { accept: `application/json, text/x-${client}` },
      );
    }
    const before = await countCompiledQueries();
    const { text } = await sendQuery(listQuery, { first: 1 });
    expect(text).toContain(`"nodes":[{"id":"${encodeNodeId('Product', 1)}"}]`);
    expect(await countCompiledQueries()).toBe(before + 1);
  });

  it('is charged to the quota of the client that the trusted proxy reports', async () => {
    await start({ config: { visitorQuota: 60, trustedProxies: 1 } });
    const sendFrom = (clientIp: string) => sendQuery(listQuery, {}, { 'x-forwarded-for': clientIp });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) statuses.push((await sendFrom('192.0.2.1')).status);
    expect(statuses.slice(0, 3)).toEqual([200, 200, 200]);
    expect(statuses.at(-1)).toBe(429);
    expect((await sendFrom('192.0.2.2')).status).toBe(200);
    expect((await sendFrom('192.0.2.9, 192.0.2.1')).status).toBe(429);
  });

  it('is charged once if a resolver fails, whether its document is new or was planned before', async () => {
    await start({ config: { visitorQuota: 2_000 } });
    const query = 'query ($after: String) { products(first: 100, after: $after) { nodes { id } } }';
    const cost = 1 + 100 * 1.05;
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const response = await send(query, { after: `none ${attempt}` });
      expect(at(await response.json(), 'errors.0.path')).toEqual(['products']);
      expect(response.headers.get('ratelimit')).toContain(`;r=${2_000 - attempt * cost};`);
    }
  });

  it('returns URLs with the protocol of the request, and new data after the catalogue has changed', async () => {
    await start({ refreshIntervalMs: 20, config: { trustedProxies: 1 } });
    const query =
      'query ($first: Int!) { products(first: $first) { nodes { id price pdf author { name } } } }';
    const fetchOver = async (protocol: string, first: number) =>
      (await sendQuery(query, { first }, { 'x-forwarded-proto': protocol })).text;
    await fetchOver('http', 4);
    await fetchOver('https', 4);
    for (const first of [1, 2, 3]) {
      expect(await fetchOver('https', first)).toContain('"pdf":"https://');
      expect(await fetchOver('http', first)).toContain('"pdf":"http://');
    }
    expect(await countCompiledQueries()).toBeGreaterThan(0);
    rest.host.products = [1, 2, 3, 4].map((id) => createProductRecord(id, { author: 'Another' }));
    let pollCount = 0;
    await expect
      .poll(async () => {
        pollCount += 1;
        return at(JSON.parse(await fetchOver('http', (pollCount % 3) + 1)), 'data.products.nodes.0.author');
      })
      .toEqual({ name: 'Another' });
  });

  it('returns the fields of a book for the variables of the request, not for those of an earlier one', async () => {
    await start();
    const query = 'query ($width: Int!) { product(sku: "1") { thumbnail(width: $width) } }';
    for (const width of [160, 160, 320, 640])
      expect((await sendQuery(query, { width })).text).toContain(`width=${width}"`);
    expect(await countCompiledQueries()).toBeGreaterThan(1);
  });

  it('reports a stale catalogue while the REST host is unavailable', async () => {
    await start({ refreshIntervalMs: 20 });
    await sendQuery(listQuery);
    rest.host.down = true;
    await expect
      .poll(async () => at(JSON.parse((await sendQuery(listQuery)).text), 'extensions.catalogue.stale'))
      .toBe(true);
  });

  it('is counted and logged like every other operation', async () => {
    const lines: string[] = [];
    await start({ onLogLine: (line) => lines.push(line) });
    await sendQuery(listQuery);
    await sendQuery(listQuery, { first: 2 });
    const entries = lines
      .map((line): unknown => JSON.parse(line))
      .filter((entry) => at(entry, 'operation') === 'List');
    expect(entries).toMatchObject([
      { kind: 'query', outcome: 'ok', client: 'visitor' },
      { kind: 'query', outcome: 'ok', client: 'visitor', cost: expect.any(Number) },
    ]);
    const metrics = await (await fetch(`${shop.url}/metrics`)).text();
    expect(metrics).toContain('gateway_operation_seconds_count{kind="query",outcome="ok"} 2');
  });
});
