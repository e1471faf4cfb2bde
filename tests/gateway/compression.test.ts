import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countCacheHits, setUpRestHost, startGateway, type TestGateway } from './harness.ts';
import { createProductRecord } from './rest-records.ts';

const rest = setUpRestHost();
let shop: TestGateway;
beforeAll(async () => {
  shop = await startGateway({ waitForCatalogue: false });
});
beforeEach(async () => {
  rest.host.products = Array.from({ length: 100 }, (_, index) => createProductRecord(index + 1));
  await expect.poll(() => shop.gateway.getCatalogueVersion()).not.toBe('');
});
afterAll(() => shop.close());

const listing = '{ products(first: 100) { nodes { id name price mrp author { name } } } }';

/** Sends a query as a client that accepts these encodings. Unlike `fetch`, this does not decompress the body. */
async function send(acceptEncoding: string | undefined, query: string) {
  const headers = {
    'content-type': 'application/json',
    ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }),
  };
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request(`${shop.url}/graphql`, { method: 'POST', headers })
      .on('response', resolve)
      .on('error', reject)
      .end(JSON.stringify({ query }));
  });
  const body = await buffer(response);
  expect(response.statusCode).toBe(200);
  expect(response.headers.vary).toContain('Accept-Encoding');
  expect(Number(response.headers['content-length'])).toBe(body.length);
  return { coding: response.headers['content-encoding'], body };
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync };

describe('the body of a GraphQL response', () => {
  it.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['gzip;q=0.5, *', 'br'],
    ['*', 'br'],
  ] as const)(
    'is compressed for a client that accepts %s, whether or not it comes from the cache',
    async (accept, coding) => {
      const query = `${listing} # ${accept}`;
      const plain = await send(undefined, query);
      expect(plain.coding).toBeUndefined();
      const hitsBefore = await countCacheHits(shop.url);
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const compressed = await send(accept, query);
        expect(compressed.coding).toBe(coding);
        expect(compressed.body.length).toBeLessThan(plain.body.length / 4);
        expect(decoders[coding](compressed.body).equals(plain.body)).toBe(true);
      }
      expect(await countCacheHits(shop.url)).toBe(hitsBefore + 1);
      expect((await send(undefined, query)).body.equals(plain.body)).toBe(true);
    },
  );

  it.each([undefined, 'identity', 'deflate, zstd', 'gzip;q=0', 'gzip;q=0.5, identity', 'nonsense;q=x'])(
    'is not compressed for a client that accepts %s',
    async (accept) => {
      const { coding, body } = await send(accept, listing);
      expect(coding).toBeUndefined();
      expect(body.toString()).toContain('Book 100');
    },
  );

  it('is not compressed if it is small', async () => {
    const { coding, body } = await send('gzip, br', '{ products(first: 1) { nodes { id } } }');
    expect(coding).toBeUndefined();
    expect(JSON.parse(body.toString())).toHaveProperty('data.products.nodes.0.id');
  });
});
