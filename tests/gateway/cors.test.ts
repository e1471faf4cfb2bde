import { afterEach, describe, expect, it } from 'vitest';
import { setUpRestHost, startGateway, type TestGateway } from './harness.ts';

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
      expect(response.headers.get('access-control-expose-headers')).toContain('ratelimit, ratelimit-policy');
      expect((await response.json()).data.categories).toEqual([{ name: 'Novels' }]);
    }
    const preflightResponse = await preflight(appOrigin);
    expect(preflightResponse.status).toBe(204);
    expect(readAllowedOrigin(preflightResponse)).toBe(appOrigin);
    expect(preflightResponse.headers.get('access-control-allow-headers')).toContain('authorization');
    expect(readAllowedOrigin(await sendQuery('https://nobody.example'))).toBeNull();
    expect(readAllowedOrigin(await preflight('https://nobody.example'))).toBeNull();
  });

  it('can send GET queries with each header that satisfies the CSRF prevention, because CORS permits these headers', async () => {
    shop = await startGateway({ config: { corsOrigins: [appOrigin] } });
    const permitted = (await preflight(appOrigin)).headers.get('access-control-allow-headers')?.split(', ');
    for (const header of [
      'authorization',
      'x-api-key',
      'apollo-require-preflight',
      'x-apollo-operation-name',
    ]) {
      const url = `${shop.url}/graphql?query=${encodeURIComponent('{ __typename }')}`;
      const response = await fetch(url, { headers: { origin: appOrigin, [header]: 'any' } });
      // Credentials are checked only after the CSRF prevention, which would respond with 400.
      expect({ header, status: response.status }).not.toEqual({ header, status: 400 });
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

  it('can read responses if CORS_ORIGINS is *, but without cookies', async () => {
    shop = await startGateway({ config: { corsOrigins: ['*'] } });
    const response = await sendQuery(appOrigin);
    expect(readAllowedOrigin(response)).toBe('*');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });
});
