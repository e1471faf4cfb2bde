import { afterEach, describe, expect, it } from 'vitest';
import { setUpRestHost, startGateway, type TestGateway } from './harness.ts';

setUpRestHost();
let shop: TestGateway;
afterEach(() => shop.close());

const page = 'https://app.example';

function ask(origin: string, init: RequestInit = {}) {
  const headers = { 'content-type': 'application/json', origin };
  const body = '{"query":"{ categories { name } }"}';
  return fetch(`${shop.url}/graphql`, { method: 'POST', headers, body, ...init });
}

function preflight(origin: string) {
  const asked = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  };
  return ask(origin, { method: 'OPTIONS', headers: { origin, ...asked }, body: null });
}

const allowed = (answer: Response) => answer.headers.get('access-control-allow-origin');

describe('a page of another origin', () => {
  it('cannot read responses by default', async () => {
    shop = await startGateway();
    expect(allowed(await ask(page))).toBeNull();
    expect(allowed(await preflight(page))).toBeNull();
  });

  it('can read responses if CORS_ORIGINS contains its origin, also cached ones', async () => {
    shop = await startGateway({ config: { corsOrigins: [page, 'https://other.example'] } });
    for (const answer of [await ask(page), await ask(page)]) {
      expect(answer.status).toBe(200);
      expect(allowed(answer)).toBe(page);
      expect(answer.headers.get('vary')).toContain('Origin');
      expect((await answer.json()).data.categories).toEqual([{ name: 'Novels' }]);
    }
    const before = await preflight(page);
    expect(before.status).toBe(204);
    expect(allowed(before)).toBe(page);
    expect(before.headers.get('access-control-allow-headers')).toContain('authorization');
    expect(allowed(await ask('https://nobody.example'))).toBeNull();
    expect(allowed(await preflight('https://nobody.example'))).toBeNull();
  });

  it('can read responses if CORS_ORIGINS is *, but without cookies', async () => {
    shop = await startGateway({ config: { corsOrigins: ['*'] } });
    const answer = await ask(page);
    expect(allowed(answer)).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });
});
