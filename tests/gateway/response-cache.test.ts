import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { encodeNodeId, listAt, postGraphQL } from './graphql-call.ts';
import { countCacheHits, setUpRestHost, signIn, startGateway, type TestGateway } from './harness.ts';
import { createPartnerKey } from './partner-calls.ts';
import { createErrorResponse, hostUrl } from './rest-host.ts';
import { createProductRecord } from './rest-records.ts';

const rest = setUpRestHost();
let shop: TestGateway;
beforeEach(async () => {
  shop = await startGateway({ refreshIntervalMs: 30 });
});
afterEach(() => shop.close());

async function post(body: { query: string; variables?: Record<string, unknown> }, headers = {}) {
  const response = await postGraphQL(shop.url, body, headers);
  return {
    status: response.status,
    id: response.headers.get('x-request-id'),
    text: await response.text(),
  };
}

const listing = '{ products(first: 2) { totalCount nodes { id name } } user { id } }';

describe('a query that a visitor repeats', () => {
  it('is stored on its second occurrence and served from the cache from then on', async () => {
    const first = await shop.graphql(listing);
    expect(await shop.graphql(listing)).toEqual(first);
    expect(await countCacheHits(shop.url)).toBe(0);
    for (let attempt = 0; attempt < 2; attempt += 1) expect(await shop.graphql(listing)).toEqual(first);
    expect(await countCacheHits(shop.url)).toBe(2);
  });

  it('is served from the cache if it is sent with GET, but not to pages of other sites', async () => {
    const url = `${shop.url}/graphql?${new URLSearchParams({ query: listing })}`;
    const bodies: string[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) bodies.push(await (await fetch(url)).text());
    expect(new Set(bodies).size).toBe(1);
    expect(await countCacheHits(shop.url)).toBe(1);
    const crossSite = await fetch(url, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(crossSite.status).toBe(400);
  });

  it('is executed again after the catalogue has changed', async () => {
    expect((await shop.graphql(listing)).data).toMatchObject({ products: { totalCount: 3 } });
    rest.host.products = [createProductRecord(1)];
    await expect
      .poll(async () => (await shop.graphql(listing)).data)
      .toMatchObject({ products: { totalCount: 1 } });
    rest.host.coupons = [];
    const coupons = '{ coupons { id } }';
    await expect.poll(async () => (await shop.graphql(coupons)).data).toEqual({ coupons: [] });
  });

  it('is not cached if its response contains the user error UNAVAILABLE', async () => {
    rest.server.use(http.get(`${hostUrl}/AllCoupons`, () => new HttpResponse(null, { status: 500 })));
    await shop.close();
    shop = await startGateway();
    const quote = `{ checkoutQuote(input: { source: CART, lines: [{ productId: "1", quantity: 1 }], couponId: "1" }) {
      userErrors { code }
    } }`;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { data } = await shop.graphql(quote);
      expect(data).toEqual({ checkoutQuote: { userErrors: [{ code: 'UNAVAILABLE' }] } });
    }
    expect(await countCacheHits(shop.url)).toBe(0);
    const response = await fetch(`${shop.url}/graphql?${new URLSearchParams({ query: quote })}`);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('is cached separately for each set of variables', async () => {
    const query = 'query ($first: Int) { products(first: $first) { nodes { id } } }';
    for (const first of [1, 2, 1, 2, 1, 2]) {
      expect(listAt((await shop.graphql(query, { first })).data, 'products.nodes')).toHaveLength(first);
    }
    expect(await countCacheHits(shop.url)).toBe(2);
  });

  it('is not served from the cache to shoppers, and responses to shoppers are not cached', async () => {
    const token = await signIn(shop);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await shop.graphql(listing)).data).toHaveProperty('user', null);
      expect((await shop.graphql(listing, {}, token)).data).toHaveProperty('user', {
        id: encodeNodeId('User', 7),
      });
    }
    expect(await countCacheHits(shop.url)).toBe(1);
  });
});

/** Sends the query and returns the response headers without the date. */
async function fetchHeaders(headers: Record<string, string> = {}): Promise<Record<string, string>> {
  const response = await postGraphQL(shop.url, { query: listing }, headers);
  expect(response.status).toBe(200);
  await response.text();
  const { date, ...stable } = Object.fromEntries(response.headers);
  expect(date).toBeDefined();
  return stable;
}

describe('a cached response', () => {
  it('has the headers of the original and a new request id', async () => {
    const { 'x-request-id': firstId, ...firstHeaders } = await fetchHeaders();
    await fetchHeaders();
    const { 'x-request-id': secondId, ...secondHeaders } = await fetchHeaders();
    expect(await countCacheHits(shop.url)).toBe(1);
    expect(secondHeaders).toEqual(firstHeaders);
    expect(secondHeaders).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-type': expect.any(String),
    });
    expect(secondId).toMatch(/^[0-9a-f-]{36}$/);
    expect(secondId).not.toBe(firstId);
  });

  it('has the CORS headers for the origin of each request, not those of the original', async () => {
    await shop.close();
    shop = await startGateway({ config: { corsOrigins: ['https://app.example'] } });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const allowed = await fetchHeaders({ origin: 'https://app.example' });
      expect(allowed['access-control-allow-origin']).toBe('https://app.example');
      const otherOrigins: Record<string, string>[] = [{ origin: 'https://evil.example' }, {}];
      for (const headers of otherOrigins) {
        expect(await fetchHeaders(headers)).not.toHaveProperty('access-control-allow-origin');
      }
    }
    expect(await countCacheHits(shop.url)).toBe(3);
  });

  it('has URLs with the protocol of each request, as a trusted proxy reports it', async () => {
    await shop.close();
    shop = await startGateway({ config: { trustedProxies: 1 } });
    const query = '{ products(first: 1) { nodes { thumbnail } } }';
    for (let attempt = 0; attempt < 3; attempt += 1) {
      for (const protocol of ['http', 'https']) {
        const response = await post({ query }, { 'x-forwarded-proto': protocol });
        expect(response.text).toContain(`"thumbnail":"${protocol}://`);
      }
    }
    expect(await countCacheHits(shop.url)).toBe(2);
  });

  it('is not served to requests with an invalid API key', async () => {
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(await post({ query: listing })).toMatchObject({ status: 200 });
    expect(await countCacheHits(shop.url)).toBe(1);
    expect(await post({ query: listing }, { 'x-api-key': 'not-a-key' })).toMatchObject({ status: 401 });
    expect(await countCacheHits(shop.url)).toBe(1);
  });

  it('is not served to a partner, whose response contains the cost of the operation', async () => {
    await shop.close();
    const dataDir = await createTemporaryFolder();
    shop = await startGateway({ config: { dataDir } });
    const key = await createPartnerKey(dataDir, 'library', 1_000_000);
    const postAsPartner = () => post({ query: listing }, { 'x-api-key': key });
    await expect.poll(async () => (await postAsPartner()).status).toBe(200);
    // The second request of a visitor stores the response.
    for (let attempt = 0; attempt < 2; attempt += 1) await post({ query: listing });
    for (let attempt = 0; attempt < 3; attempt += 1) expect((await postAsPartner()).text).toContain('"cost"');
    expect(await countCacheHits(shop.url)).toBe(0);
    const { text: visitorText } = await post({ query: listing });
    expect(JSON.parse(visitorText)).not.toHaveProperty('extensions.cost');
    expect(await countCacheHits(shop.url)).toBe(1);
  });

  it('is found when the body of the request arrives in several chunks', async () => {
    const body = JSON.stringify({ query: listing });
    const send = (chunks: string[]) =>
      new Promise<string>((resolve, reject) => {
        const clientRequest = request(`${shop.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'content-length': body.length },
        });
        clientRequest.on('response', (response) => text(response).then(resolve, reject)).on('error', reject);
        for (const chunk of chunks) clientRequest.write(chunk);
        clientRequest.end();
      });
    const whole = await send([body]);
    await send([body]);
    expect(await send([body.slice(0, 10), body.slice(10, 40), body.slice(40)])).toBe(whole);
    expect(await countCacheHits(shop.url)).toBe(1);
  });
});

describe('a query that is executed while the catalogue changes', () => {
  it('is executed again when it is repeated, if its response shows the previous catalogue', async () => {
    const coupons = `${hostUrl}/AllCoupons`;
    rest.server.use(http.get(coupons, () => createErrorResponse(404, 'Not found')));
    await shop.close();
    shop = await startGateway({ refreshIntervalMs: 30 });
    const productsResponse = Promise.withResolvers<void>();
    const couponsResponse = Promise.withResolvers<void>();
    let isRefreshing = false;
    let isReadingCoupons = false;
    try {
      rest.server.use(
        http.get(`${hostUrl}/getallproducts`, async () => {
          isRefreshing = true;
          await productsResponse.promise;
          return HttpResponse.json([createProductRecord(1)]);
        }),
      );
      await expect.poll(() => isRefreshing).toBe(true);
      // The refresh requests the coupons, too. This query shares that request or comes after it, so once the query has
      // failed, the request of the refresh has ended, too.
      await shop.graphql('{ coupons { id } }');
      rest.server.use(
        http.get(coupons, async () => {
          isReadingCoupons = true;
          await couponsResponse.promise;
          return HttpResponse.json([]);
        }),
      );
      const query = '{ products { totalCount } coupons { id } }';
      // The second occurrence of a query stores its response.
      const pending = [shop.graphql(query), shop.graphql(query)];
      await expect.poll(() => isReadingCoupons).toBe(true);
      productsResponse.resolve();
      await expect
        .poll(async () => (await shop.graphql('{ products { totalCount } }')).data)
        .toEqual({ products: { totalCount: 1 } });
      couponsResponse.resolve();
      await Promise.all(pending);
      expect((await shop.graphql(query)).data).toEqual({ products: { totalCount: 1 }, coupons: [] });
    } finally {
      productsResponse.resolve();
      couponsResponse.resolve();
    }
  });
});

// A response is stored the second time its request occurs, so the third request would be served from the cache.
describe('the cache does not store', () => {
  it.each([
    ['a mutation', 'mutation { logout { loggedOut } }'],
    ['a failed query', '{ products(first: 0) { totalCount } }'],
    ['an invalid query', '{ nonsense }'],
  ])('%s', async (_, query) => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) statuses.push((await shop.graphql(query)).status);
    expect(new Set(statuses).size).toBe(1);
    expect(await countCacheHits(shop.url)).toBe(0);
  });

  it('406 responses for clients that do not accept JSON, nor serve those clients cached JSON responses', async () => {
    const query = 'query ($first: Int) { products(first: $first) { nodes { id } } }';
    for (let attempt = 0; attempt < 2; attempt += 1) await post({ query, variables: { first: 1 } });
    const acceptsHtml = { accept: 'text/html' };
    const ids = new Set<string | null>();
    for (const first of [1, 1, 1, 2, 2, 2]) {
      const { status, id, text } = await post({ query, variables: { first } }, acceptsHtml);
      expect(status).toBe(406);
      expect(text).toContain(`"requestId":"${id}"`);
      ids.add(id);
    }
    expect(ids.size).toBe(6);
    expect(await countCacheHits(shop.url)).toBe(0);
  });

  it('responses to requests with a compressed body, nor serve those requests cached responses', async () => {
    for (let attempt = 0; attempt < 2; attempt += 1) await post({ query: listing });
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect((await post({ query: listing }, { 'content-encoding': 'gzip' })).status).toBe(415);
    expect(await countCacheHits(shop.url)).toBe(0);
  });
});
