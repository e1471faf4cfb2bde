import { afterEach, beforeEach, expect, it } from 'vitest';
import { maxOperationCost } from '#gateway/config.ts';
import { setUpRestHost, signIn, startGateway, type TestGateway } from './harness.ts';
import { sendQuery } from './partner-calls.ts';

const rest = setUpRestHost();
let shop: TestGateway;
beforeEach(async () => {
  shop = await startGateway({ config: { visitorQuota: maxOperationCost, trustedProxies: 1 } });
});
afterEach(() => shop.close());

let queryCount = 0;

/** Sends a query that costs slightly more than `cost` points. Each one differs, so no response comes from the cache. */
async function fetchStatus(clientIp: string, cost: number, token?: string): Promise<number> {
  queryCount += 1;
  const category = 'category { products(first: 47) { nodes { id } } }';
  const query = `{ products(first: ${cost / 50}) { nodes { ${category} } } } # ${queryCount}`;
  const headers = {
    'x-forwarded-for': clientIp,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return (await sendQuery(shop.url, query, headers)).status;
}

it('sixty accounts in one network share the quota of the network', async () => {
  const tokens: string[] = [];
  for (let account = 0; account < 60; account += 1) {
    const contact = `90000001${String(account).padStart(2, '0')}`;
    rest.host.shoppers.push({ ...rest.host.getShopper(7), id: 100 + account, contact });
    rest.host.passwords.set(contact, 'right-password');
    tokens.push(await signIn(shop, contact));
  }
  const statuses: number[] = [];
  for (const token of tokens) statuses.push(await fetchStatus('192.0.2.1', maxOperationCost / 4, token));
  expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  expect(await fetchStatus('192.0.2.2', maxOperationCost / 4, tokens[0])).toBe(200);
});

it('a network keeps its points if the quota of the account does not cover an operation', async () => {
  const token = await signIn(shop);
  expect(await fetchStatus('192.0.2.1', maxOperationCost * 0.9, token)).toBe(200);
  expect(await fetchStatus('192.0.2.2', maxOperationCost * 0.9, token)).toBe(429);
  expect(await fetchStatus('192.0.2.2', maxOperationCost * 0.9)).toBe(200);
});

it('a response to a shopper states the remaining points of both quotas', async () => {
  const token = await signIn(shop);
  const send = (headers: Record<string, string> = {}) =>
    sendQuery(shop.url, '{ coupons { id } }', { 'x-forwarded-for': '192.0.2.1', ...headers });
  await send();
  const { headers } = await send({ authorization: `Bearer ${token}` });
  expect(headers.get('ratelimit-policy')).toBe(
    `"network";q=${maxOperationCost};w=60, "account";q=${maxOperationCost};w=60`,
  );
  const [, network, account] =
    /^"network";r=(\d+);t=\d+, "account";r=(\d+);t=\d+$/.exec(headers.get('ratelimit') ?? '') ?? [];
  expect(Number(network)).toBeLessThan(Number(account));
  expect(Number(account)).toBeLessThan(maxOperationCost);
});

it('a request with a revoked token uses the quota of the network, not that of the account', async () => {
  const token = await signIn(shop);
  await shop.graphql('mutation { logout { loggedOut } }', {}, token);
  expect(await fetchStatus('192.0.2.1', maxOperationCost * 0.9, token)).toBe(200);
  expect(await fetchStatus('192.0.2.1', maxOperationCost * 0.9, token)).toBe(429);
  const newToken = await signIn(shop);
  expect(await fetchStatus('192.0.2.2', maxOperationCost * 0.9, newToken)).toBe(200);
});
