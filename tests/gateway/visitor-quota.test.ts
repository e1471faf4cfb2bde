import type { RequestHandler } from 'express';
import { afterEach, expect, it } from 'vitest';
import type { Gateway } from '#gateway/gateway.ts';
import { operationLimits } from '#gateway/graphql/operation-limits.ts';
import { restSide, startGateway, type TestGateway } from './harness.ts';

restSide();
let shop: TestGateway;
afterEach(() => shop.close());

/** A storefront whose every page has to be rendered. */
const storefront =
  (chargePage: Gateway['chargePage']): RequestHandler =>
  (request, response, next) => {
    chargePage(request)
      .then((wait) => response.status(wait === null ? 200 : 429).send(`${wait}`))
      .catch(next);
  };

/** Starts a gateway behind one proxy, with a budget for the largest operation and no more. */
async function start(): Promise<void> {
  shop = await startGateway({
    storefront,
    config: { visitorBudget: operationLimits.cost, trustedProxies: 1 },
  });
}

const from = (address: string) => ({ 'x-forwarded-for': address });

let asked = 0;

/** Asks GraphQL in words that were never used before. */
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

/** Asks until the answer is 429; gives how often it was not. */
async function untilRefused(ask: () => Promise<number>): Promise<number> {
  for (let times = 0; times < 1_000; times += 1) if ((await ask()) === 429) return times;
  return Number.POSITIVE_INFINITY;
}

it('pages and questions of one network share a budget, and take nothing from another network', async () => {
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

it('a page that is refused says after how many seconds it may be asked for again', async () => {
  await start();
  const page = async () => (await fetch(`${shop.url}/`, { headers: from('192.0.2.1') })).text();
  const waits = new Set(await Promise.all(Array.from({ length: 20 }, page)));
  waits.delete('null');
  const [wait] = waits;
  expect(Number(wait)).toBeGreaterThan(0);
  expect(Number(wait)).toBeLessThanOrEqual(60);
});
