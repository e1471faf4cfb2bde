import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maxOperationCost } from '#gateway/config.ts';
import { at } from './graphql-call.ts';
import { readiness, setUpRestHost, startGateway, type TestGateway } from './harness.ts';
import { askWith, makeKey, runPartners } from './partner-calls.ts';
import { type RedisServer, redisServerPath, startRedis } from './redis.ts';

setUpRestHost();
const budget = maxOperationCost;
/** Costs 2,061. */
const dear = '{ products(first: 20) { nodes { category { products(first: 100) { nodes { id } } } } } }';
const cheap = '{ categories { name } }';

describe.skipIf(redisServerPath === undefined)('partners whose gateways share a Redis', () => {
  let redis: RedisServer;
  let shops: TestGateway[];
  let settings: Record<string, string>;

  beforeAll(async () => {
    redis = await startRedis();
    settings = { REDIS_URL: redis.url };
    const config = { redisUrl: redis.url };
    shops = await Promise.all([startGateway({ config, wait: false }), startGateway({ config, wait: false })]);
  });
  beforeEach(async () => {
    for (const { url } of shops) await expect.poll(() => readiness(url)).toBe(200);
  });
  afterAll(async () => {
    await Promise.all(shops.map((shop) => shop.close()));
    await redis.stop();
  });

  const askEach = (query: string, key: string) =>
    Promise.all(shops.map(({ url }) => askWith(url, query, { 'x-api-key': key })));
  const statuses = async (query: string, key: string) =>
    (await askEach(query, key)).map(({ status }) => status);

  async function whileAway<Result>(work: () => Promise<Result>): Promise<Result> {
    await redis.shutDown();
    try {
      return await work();
    } finally {
      await redis.start();
    }
  }

  it('have one key and one budget for all of them, until it is revoked', async () => {
    const key = await makeKey(settings, 'shared', budget);
    const twice = await makeKey(settings, 'shared', budget).catch(String);
    expect(twice).toContain("'shared' already has a key");
    await expect.poll(() => statuses(cheap, key)).toEqual([200, 200]);
    expect((await statuses(dear, key)).sort()).toEqual([200, 200]);
    expect(await statuses(dear, key)).toEqual([429, 429]);
    expect((await runPartners(settings, 'list')).said).toContain('shared');
    await runPartners(settings, 'revoke', 'shared');
    await expect.poll(() => statuses(cheap, key)).toEqual([401, 401]);
  });

  it('are served while it is away, each gateway counting for itself; the command says what is wrong', async () => {
    const key = await makeKey(settings, 'patient', budget);
    await expect.poll(() => statuses(cheap, key)).toEqual([200, 200]);
    await whileAway(async () => {
      const alone = await askEach(cheap, key);
      expect(alone.map(({ status }) => status)).toEqual([200, 200]);
      for (const { answer } of alone)
        expect(at(answer, 'extensions.cost.remaining')).toBeGreaterThan(budget - 50);
      expect((await askWith(shops[0]?.url ?? '', cheap, { 'x-api-key': key.toLowerCase() })).status).toBe(
        401,
      );
      const { wrong, code } = await runPartners(settings, 'list');
      expect(wrong).toMatch(/^The Redis server at REDIS_URL is unavailable \(.+\)\.\n$/);
      expect(wrong).not.toContain(redis.url);
      expect(code).toBe(1);
    });
  });

  it('have to wait where a gateway never saw it, while visitors need not', async () => {
    const key = await makeKey(settings, 'early', budget);
    const fresh = await whileAway(async () => {
      const late = await startGateway({ config: { redisUrl: redis.url } });
      const { status, answer } = await askWith(late.url, cheap, { 'x-api-key': key });
      expect(status).toBe(503);
      expect(at(answer, 'errors.0.extensions.code')).toBe('SERVICE_UNAVAILABLE');
      expect((await askWith(late.url, cheap)).status).toBe(200);
      return late;
    });
    const known = async () => (await askWith(fresh.url, cheap, { 'x-api-key': key })).status;
    await expect.poll(known).toBe(200);
    await fresh.close();
  });
});
