import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listAt } from './graphql-call.ts';
import { restSide, signIn, startGateway, type TestGateway } from './harness.ts';
import { hostProduct } from './rest-records.ts';

const rest = restSide();
let shop: TestGateway;
beforeEach(async () => {
  shop = await startGateway({ refreshIntervalMs: 30 });
});
afterEach(() => shop.close());

/** How many answers were given again without being made again. */
async function repeated(): Promise<number> {
  const metrics = await (await fetch(`${shop.url}/metrics`)).text();
  return Number(/^gateway_repeated_answers_total (\d+)$/m.exec(metrics)?.[1]);
}

async function post(body: { query: string; variables?: Record<string, unknown> }, headers = {}) {
  const response = await fetch(`${shop.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    id: response.headers.get('x-request-id'),
    text: await response.text(),
  };
}

const listing = '{ products(first: 2) { totalCount nodes { id name } } user { id } }';

describe('a visitor\u2019s query that was asked before', () => {
  it('is answered the same without being made again', async () => {
    const first = await shop.graphql(listing);
    const again = await shop.graphql(listing);
    expect(again).toEqual(first);
    expect(await repeated()).toBe(1);
  });

  it('is answered anew as soon as the catalogue changes', async () => {
    expect((await shop.graphql(listing)).data).toMatchObject({ products: { totalCount: 3 } });
    rest.host.products = [hostProduct(1)];
    await expect
      .poll(async () => (await shop.graphql(listing)).data)
      .toMatchObject({ products: { totalCount: 1 } });
    rest.host.coupons = [];
    const coupons = '{ coupons { id } }';
    await expect.poll(async () => (await shop.graphql(coupons)).data).toEqual({ coupons: [] });
  });

  it('says the same of its variables, and no more', async () => {
    const query = 'query ($first: Int) { products(first: $first) { nodes { id } } }';
    for (const first of [1, 2, 1, 2]) {
      expect(listAt((await shop.graphql(query, { first })).data, 'products.nodes')).toHaveLength(first);
    }
    expect(await repeated()).toBe(2);
  });

  it('is nothing to a shopper, whose answer is nobody else\u2019s', async () => {
    const token = await signIn(shop);
    expect((await shop.graphql(listing)).data).toHaveProperty('user', null);
    expect((await shop.graphql(listing, {}, token)).data).toHaveProperty('user', { id: '7' });
    expect((await shop.graphql(listing)).data).toHaveProperty('user', null);
    expect(await repeated()).toBe(1);
  });
});

/** Asks by HTTP and gives the answer's headers, without those of the moment. */
async function headersOf(headers: Record<string, string> = {}): Promise<Record<string, string>> {
  const response = await fetch(`${shop.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query: listing }),
  });
  expect(response.status).toBe(200);
  await response.text();
  const { date, ...lasting } = Object.fromEntries(response.headers);
  expect(date).toBeDefined();
  return lasting;
}

describe('an answer that is given again', () => {
  it('has all the headers of the first, and a request id of its own', async () => {
    const { 'x-request-id': first, ...made } = await headersOf();
    const { 'x-request-id': second, ...again } = await headersOf();
    expect(await repeated()).toBe(1);
    expect(again).toEqual(made);
    expect(again).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-type': expect.any(String) });
    expect(second).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).not.toBe(first);
  });

  it('is readable to the origins that may read the first, and to no other', async () => {
    await shop.close();
    shop = await startGateway({ config: { corsOrigins: ['https://app.example'] } });
    for (let time = 0; time < 2; time += 1) {
      const allowed = await headersOf({ origin: 'https://app.example' });
      expect(allowed['access-control-allow-origin']).toBe('https://app.example');
      const others: Record<string, string>[] = [{ origin: 'https://evil.example' }, {}];
      for (const origin of others) {
        expect(await headersOf(origin)).not.toHaveProperty('access-control-allow-origin');
      }
    }
    expect(await repeated()).toBe(3);
  });

  it('is made anew for whoever shows a key', async () => {
    for (let time = 0; time < 2; time += 1) {
      const response = await fetch(`${shop.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'not-a-key' },
        body: JSON.stringify({ query: listing }),
      });
      expect(response.status).toBe(401);
    }
    await shop.graphql(listing);
    expect(await repeated()).toBe(0);
  });

  it('is found by the whole body, in however many pieces it comes', async () => {
    const body = JSON.stringify({ query: listing });
    const asked = (pieces: string[]) =>
      new Promise<string>((resolve, reject) => {
        const sent = request(`${shop.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'content-length': body.length },
        });
        sent.on('response', (response) => text(response).then(resolve, reject)).on('error', reject);
        for (const piece of pieces) sent.write(piece);
        sent.end();
      });
    const whole = await asked([body]);
    expect(await asked([body.slice(0, 10), body.slice(10, 40), body.slice(40)])).toBe(whole);
    expect(await repeated()).toBe(1);
  });
});

describe('what is never given again', () => {
  it.each([
    ['a mutation', 'mutation { logout { loggedOut } }'],
    ['a failure', '{ products(first: 0) { totalCount } }'],
    ['nonsense', '{ nonsense }'],
  ])('%s', async (_, query) => {
    const first = await shop.graphql(query);
    const again = await shop.graphql(query);
    expect(again.status).toBe(first.status);
    expect(await repeated()).toBe(0);
  });

  it('the refusal of a caller who reads no JSON, who is not answered either once others were', async () => {
    const numbered = 'query ($first: Int) { products(first: $first) { nodes { id } } }';
    await post({ query: numbered, variables: { first: 1 } });
    const readsPages = { accept: 'text/html' };
    const ids = new Set<string | null>();
    for (const first of [1, 1, 2, 2]) {
      const { status, id, text } = await post({ query: numbered, variables: { first } }, readsPages);
      expect(status).toBe(406);
      expect(text).toContain(`"requestId":"${id}"`);
      ids.add(id);
    }
    expect(ids.size).toBe(4);
    expect(await repeated()).toBe(0);
  });

  it('to a packed body, whose meaning is not known', async () => {
    await post({ query: listing });
    expect((await post({ query: listing }, { 'content-encoding': 'gzip' })).status).toBe(415);
    expect(await repeated()).toBe(0);
  });
});
