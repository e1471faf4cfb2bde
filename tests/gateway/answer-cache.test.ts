import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listAt } from './graphql-call.ts';
import { restSide, signIn, startGateway, type TestGateway } from './harness.ts';
import { hostProduct } from './rest-records.ts';

const rest = restSide();
let shop: TestGateway;
beforeEach(async () => {
  shop = await startGateway({ refreshEvery: 30 });
});
afterEach(() => shop.close());

/** How many answers were given again without being made again. */
async function repeated(): Promise<number> {
  const metrics = await (await fetch(`${shop.url}/metrics`)).text();
  return Number(/^gateway_repeated_answers_total (\d+)$/m.exec(metrics)?.[1]);
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
});
