import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { at, postGraphQL } from './graphql-call.ts';
import { setUpRestHost, signIn, startGateway, type TestGateway } from './harness.ts';
import { createPartnerKey } from './partner-calls.ts';
import { createProductRecord } from './rest-records.ts';

const rest = setUpRestHost();
let dataDir: string;
let shop: TestGateway;
beforeEach(async () => {
  dataDir = await createTemporaryFolder();
  shop = await startGateway({ refreshIntervalMs: 30, config: { dataDir } });
});
afterEach(() => shop.close());

const query = 'query Prices { products(first: 100) { nodes { id name price } } }';
const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash: hash('sha256', query) } });

/** Sends a GET request with the hash of a document. With its `text`, the request also registers the document. */
async function get(headers: Record<string, string> = {}, text?: string) {
  const parameters = new URLSearchParams({ extensions, ...(text !== undefined && { query: text }) });
  const response = await fetch(`${shop.url}/graphql?${parameters}`, { headers });
  const body = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body,
    etag: response.headers.get('etag') ?? '',
  };
}

describe('the response to a GET request', () => {
  it('has an ETag and Cache-Control, and status 304 with If-None-Match until its data changes', async () => {
    const registered = await get({}, query);
    expect(registered.headers.get('cache-control')).toBe('public, max-age=30');
    expect(registered.etag).toMatch(/^W\/"[\w-]{22}"$/);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const unchanged = await get({ 'if-none-match': registered.etag });
      expect([unchanged.status, unchanged.body, unchanged.etag]).toEqual([304, '', registered.etag]);
      expect(unchanged.headers.get('cache-control')).toBe('public, max-age=30');
      expect(unchanged.headers.get('vary')).toBe('Origin, Accept, Accept-Encoding, Authorization, X-API-Key');
      expect(unchanged.headers.get('content-type')).toBeNull();
      expect(unchanged.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    }
    const list = `"other", ${registered.etag.slice(2)}`;
    expect((await get({ 'if-none-match': list })).status).toBe(304);
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
    rest.host.products = [createProductRecord(1, { price: 7 })];
    const fetchStatus = async () => (await get({ 'if-none-match': registered.etag })).status;
    await expect.poll(fetchStatus).toBe(200);
    const changed = await get({ 'if-none-match': registered.etag });
    expect(changed.etag).not.toBe(registered.etag);
    expect(at(JSON.parse(changed.body), 'data.products.nodes.0.price')).toBe(7);
  });

  it('has the same ETag with every encoding', async () => {
    const { etag } = await get({ 'accept-encoding': 'identity' }, query);
    for (const coding of ['gzip', 'br', 'identity'])
      expect((await get({ 'accept-encoding': coding, 'if-none-match': etag })).status).toBe(304);
  });

  it('of a partner may be cached only by that partner, who pays only a few points to revalidate it', async () => {
    const key = await createPartnerKey(dataDir, 'poller', 5_000);
    const headers = { 'x-api-key': key };
    await expect.poll(async () => (await get(headers, query)).status).toBe(200);
    const { etag, headers: responseHeaders, body } = await get(headers);
    expect(responseHeaders.get('cache-control')).toBe('private, max-age=30');
    expect(Number(at(JSON.parse(body), 'extensions.cost.requested'))).toBeGreaterThan(100);
    const readRemainingPoints = async () => {
      const response = await get({ ...headers, 'if-none-match': etag });
      expect(response.status).toBe(304);
      return Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);
    };
    const before = await readRemainingPoints();
    const requestCost = before - (await readRemainingPoints());
    expect(requestCost).toBeGreaterThan(0);
    expect(requestCost).toBeLessThan(15);
    expect((await get({ 'x-api-key': 'wrong', 'if-none-match': etag })).status).toBe(401);
  });

  it('is never reused from a cache without revalidation if it is for a shopper or reports a failure', async () => {
    await get({}, query);
    const shopper = await get({ authorization: `Bearer ${await signIn(shop)}` });
    expect(shopper.headers.get('cache-control')).toBe('private, no-cache');
    const url = `${shop.url}/graphql?${new URLSearchParams({ extensions: extensions.replace(/"[\da-f]{64}"/, `"${'0'.repeat(64)}"`) })}`;
    const unknown = await fetch(url);
    expect(await unknown.text()).toContain('PERSISTED_QUERY_NOT_FOUND');
    const failed = await fetch(
      `${shop.url}/graphql?${new URLSearchParams({ query: '{ products(first: 0) { totalCount } }' })}`,
    );
    const malformed = await fetch(`${shop.url}/graphql?query=%ff`);
    expect(malformed.status).toBe(400);
    for (const response of [unknown, failed, malformed]) {
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('etag')).toBeNull();
    }
  });

  it('is sent again after the stock that it shows has changed', async () => {
    const stockQuery = new URLSearchParams({ query: '{ product(sku: "1") { remainingQuantity } }' });
    const read = (etag: string) =>
      fetch(`${shop.url}/graphql?${stockQuery}`, { headers: { 'if-none-match': etag } });
    const etag = (await read('')).headers.get('etag') ?? '';
    expect((await read(etag)).status).toBe(304);
    rest.host.products = [
      createProductRecord(1, { remainingQuantity: 1 }),
      createProductRecord(2),
      createProductRecord(3),
    ];
    await expect.poll(async () => (await read(etag)).status).toBe(200);
  });
});

describe('the response to a POST request', () => {
  it('has neither an ETag nor Cache-Control', async () => {
    const response = await postGraphQL(shop.url, { query }, { 'if-none-match': '*' });
    expect(response.status).toBe(200);
    expect([response.headers.get('etag'), response.headers.get('cache-control')]).toEqual([null, null]);
  });
});

describe('a cache must not store', () => {
  it.each([
    ['GET', '/nothing', 404],
    ['GET', '/feed/nothing', 404],
    ['GET', '/feed/products.csv', 401],
    ['GET', '/media/unsigned/files/covers/1.svg', 404],
    ['POST', '/media/unsigned/files/covers/1.svg', 405],
    ['POST', '/schema.graphql', 405],
    ['HEAD', '/graphql', 405],
    ['GET', '/health/live', 200],
    ['GET', '/health/ready', 200],
    ['GET', '/metrics', 200],
  ])('the response to %s %s, with status %i', async (method, path, status) => {
    const response = await fetch(`${shop.url}${path}`, { method });
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
  });
});

it.each(['/schema.graphql', '/schema.json'])(
  'a cache must revalidate %s, because an update of the shop may change it',
  async (path) => {
    const { status, headers } = await fetch(`${shop.url}${path}`);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
    const etag = headers.get('etag') ?? '';
    const unchanged = await fetch(`${shop.url}${path}`, { headers: { 'if-none-match': etag } });
    expect([unchanged.status, unchanged.headers.get('cache-control')]).toEqual([304, 'no-cache']);
    const head = await fetch(`${shop.url}${path}`, { method: 'HEAD', headers: { 'if-none-match': etag } });
    expect([head.status, head.headers.get('etag')]).toEqual([304, etag]);
  },
);
