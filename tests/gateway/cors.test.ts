import { afterEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { setUpRestHost, startGateway, type TestGateway } from './harness.ts';
import { createPartnerKey } from './partner-calls.ts';

setUpRestHost();
let shop: TestGateway;
afterEach(() => shop.close());

const appOrigin = 'https://app.example';

function sendQuery(origin: string, init: RequestInit = {}) {
  const headers = { 'content-type': 'application/json', origin };
  const body = '{"query":"{ categories { name } }"}';
  return fetch(`${shop.url}/graphql`, { method: 'POST', headers, body, ...init });
}

function preflight(origin: string) {
  const requestedAccess = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  };
  return sendQuery(origin, { method: 'OPTIONS', headers: { origin, ...requestedAccess }, body: null });
}

const readAllowedOrigin = (response: Response) => response.headers.get('access-control-allow-origin');

describe('a page of another origin', () => {
  it('cannot read responses by default', async () => {
    shop = await startGateway();
    expect(readAllowedOrigin(await sendQuery(appOrigin))).toBeNull();
    expect(readAllowedOrigin(await preflight(appOrigin))).toBeNull();
  });

  it('can read responses, including cached ones, if CORS_ORIGINS contains its origin', async () => {
    shop = await startGateway({ config: { corsOrigins: [appOrigin, 'https://other.example'] } });
    // The third response comes from the cache.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const response = await sendQuery(appOrigin);
      expect(response.status).toBe(200);
      expect(readAllowedOrigin(response)).toBe(appOrigin);
      expect(response.headers.get('vary')).toContain('Origin');
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(response.headers.get('access-control-expose-headers')).toBe(
        'x-request-id, retry-after, ratelimit, ratelimit-policy, etag',
      );
      expect((await response.json()).data.categories).toEqual([{ name: 'Novels' }]);
    }
    // A request without Origin also gets Vary. Otherwise, a shared cache could reuse its response for a page of another
    // origin.
    const direct = await sendQuery(appOrigin, { headers: { 'content-type': 'application/json' } });
    expect(direct.headers.get('vary')).toContain('Origin');
    const preflightResponse = await preflight(appOrigin);
    expect(preflightResponse.status).toBe(204);
    expect(readAllowedOrigin(preflightResponse)).toBe(appOrigin);
    expect(preflightResponse.headers.get('access-control-allow-headers')).toContain('authorization');
    expect(readAllowedOrigin(await sendQuery('https://nobody.example'))).toBeNull();
    expect(readAllowedOrigin(await preflight('https://nobody.example'))).toBeNull();
  });

  it('can send GET queries with each header that satisfies the CSRF prevention, because CORS permits these headers', async () => {
    const dataDir = await createTemporaryFolder();
    const key = await createPartnerKey(dataDir, 'reader', 1_000_000);
    shop = await startGateway({ config: { corsOrigins: [appOrigin], dataDir } });
    const permitted = (await preflight(appOrigin)).headers.get('access-control-allow-headers')?.split(', ');
    for (const [header, value] of [
      ['authorization', 'any'],
      ['x-api-key', key],
      ['apollo-require-preflight', 'any'],
      ['x-apollo-operation-name', 'any'],
    ] as const) {
      const url = `${shop.url}/graphql?query=${encodeURIComponent('{ __typename }')}`;
      const response = await fetch(url, { headers: { origin: appOrigin, [header]: value } });
      expect({ header, status: response.status }).toEqual({ header, status: 200 });
      expect(permitted).toContain(header);
    }
  });

  it('can send the headers with which Apollo Client identifies itself', async () => {
    shop = await startGateway({ config: { corsOrigins: [appOrigin] } });
    const permitted = (await preflight(appOrigin)).headers.get('access-control-allow-headers')?.split(', ');
    expect(permitted).toEqual(
      expect.arrayContaining(['apollographql-client-name', 'apollographql-client-version']),
    );
  });

  it('can read responses to requests without cookies if CORS_ORIGINS is *', async () => {
    shop = await startGateway({ config: { corsOrigins: ['*'] } });
    const response = await sendQuery(appOrigin);
    expect(readAllowedOrigin(response)).toBe('*');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });
});
