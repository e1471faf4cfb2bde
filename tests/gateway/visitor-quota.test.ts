import type { RequestHandler } from 'express';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it } from 'vitest';
import { maxOperationCost } from '#gateway/config.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { textAt } from './graphql-call.ts';
import { setUpRestHost, startGateway, type TestGateway } from './harness.ts';
import { hostUrl } from './rest-host.ts';

const rest = setUpRestHost();
let shop: TestGateway;
afterEach(() => shop.close());

/** A storefront that renders every page. */
const storefront =
  (chargePage: Gateway['chargePage']): RequestHandler =>
  (request, response, next) => {
    chargePage(request)
      .then((wait) => response.status(wait === null ? 200 : 429).send(`${wait}`))
      .catch(next);
  };

/** Starts a gateway behind one proxy, with a quota that covers the largest operation once. */
async function start(): Promise<void> {
  shop = await startGateway({
    storefront,
    config: { visitorQuota: maxOperationCost, trustedProxies: 1 },
  });
}

const from = (address: string) => ({ 'x-forwarded-for': address });

let asked = 0;

/** Sends a query with a new body, so that the response cache does not serve it. */
async function question(address: string): Promise<number> {
  asked += 1;
  const response = await fetch(`${shop.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...from(address) },
    body: JSON.stringify({ query: `{ products(first: 100) { nodes { id } } } # ${asked}` }),
  });
  await response.text();
  return response.status;
}

/** Repeats a request until the status is 429. Returns the number of requests before. */
async function untilRefused(ask: () => Promise<number>): Promise<number> {
  for (let times = 0; times < 1_000; times += 1) if ((await ask()) === 429) return times;
  return Number.POSITIVE_INFINITY;
}

it('pages and GraphQL operations of one network share a quota; another network has its own', async () => {
  await start();
  const page = async (address: string) =>
    (await fetch(`${shop.url}/category`, { headers: from(address) })).status;
  const pages = await untilRefused(() => page('192.0.2.1'));
  expect(pages).toBeGreaterThan(0);
  expect(pages).toBeLessThan(20);
  await untilRefused(() => question('192.0.2.1'));
  expect(await page('2001:db8::1')).toBe(200);
  await untilRefused(() => question('2001:db8::2'));
  expect(await page('2001:db8::1')).toBe(429);
  expect(await page('192.0.2.2')).toBe(200);
  const metrics = await (await fetch(`${shop.url}/metrics`)).text();
  expect(metrics).toMatch(/gateway_turned_away_total\{reason="over budget",client="visitor"\} 4/);
});

it('a page rejected with 429 has a Retry-After header', async () => {
  await start();
  const page = async () => (await fetch(`${shop.url}/`, { headers: from('192.0.2.1') })).text();
  const waits = new Set(await Promise.all(Array.from({ length: 20 }, page)));
  waits.delete('null');
  const [wait] = waits;
  expect(Number(wait)).toBeGreaterThan(0);
  expect(Number(wait)).toBeLessThanOrEqual(60);
});

it('cached responses are charged too, and rejected once the quota is used up', async () => {
  await start();
  const again = async (address: string) => {
    const response = await fetch(`${shop.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...from(address) },
      body: JSON.stringify({ query: '{ coupons { id } }' }),
    });
    return {
      status: response.status,
      wait: response.headers.get('retry-after'),
      text: await response.text(),
    };
  };
  expect((await again('192.0.2.1')).status).toBe(200);
  await untilRefused(() => question('192.0.2.1'));
  await untilRefused(async () => (await again('192.0.2.1')).status);
  const refused = await again('192.0.2.1');
  expect(refused.status).toBe(429);
  expect(Number(refused.wait)).toBeGreaterThan(0);
  expect(refused.text).toContain('"code":"RATE_LIMITED"');
  expect((await again('192.0.2.2')).status).toBe(200);
});

/** The status of a file's response, and whether it has a Retry-After header. */
async function file(url: string, network = '192.0.2.1') {
  const response = await fetch(url, { headers: from(network) });
  await response.arrayBuffer();
  return { status: response.status, wait: response.headers.get('retry-after') };
}

async function coverUrl(): Promise<string> {
  const { data } = await shop.graphql('{ product(id: "1") { thumbnail } }');
  return textAt(data, 'product.thumbnail');
}

function hostGives(answer: () => Response): void {
  rest.server.use(http.get(`${hostUrl}/files/covers/1.svg`, answer));
}

const drawing = () =>
  new HttpResponse('<svg xmlns="http://www.w3.org/2000/svg" width="60" height="90"/>', {
    headers: { 'content-type': 'image/svg+xml' },
  });

it('files of the REST host are charged to the same quota and rejected with Retry-After', async () => {
  await start();
  hostGives(drawing);
  const url = await coverUrl();
  const files = await untilRefused(async () => (await file(url)).status);
  expect(files).toBeGreaterThan(10);
  expect(files).toBeLessThan(200);
  const refused = await file(url);
  expect(refused.status).toBe(429);
  expect(Number(refused.wait)).toBeGreaterThan(0);
  await untilRefused(() => question('192.0.2.1'));
  expect((await file(url, '192.0.2.2')).status).toBe(200);
});

it('an image is charged when it is resized, but not when it is cached', async () => {
  await start();
  hostGives(drawing);
  const url = await coverUrl();
  const resized = (width: number) => `${url}?width=${width}`;
  expect(await file(resized(80))).toEqual({ status: 200, wait: null });
  const widths = [160, 240, 320, 480, 640, 960, 1440, 1920];
  await untilRefused(async () => (await file(url)).status);
  const refused = await Promise.all(widths.map((width) => file(resized(width))));
  for (const { status, wait } of refused) {
    expect(status).toBe(429);
    expect(Number(wait)).toBeGreaterThan(0);
  }
  expect((await file(resized(80))).status).toBe(200);
});

it('a file that cannot be resized is charged once, not for every page view', async () => {
  await start();
  hostGives(() => new HttpResponse('no', { status: 404 }));
  const url = `${await coverUrl()}?width=80`;
  const looks = Array.from({ length: 40 }, (_, look) => look);
  const statuses: number[] = [];
  for (const _ of looks) statuses.push((await file(url)).status);
  expect(new Set(statuses)).toEqual(new Set([404]));
});
