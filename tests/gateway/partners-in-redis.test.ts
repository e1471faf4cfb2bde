import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { digestKey } from '#gateway/auth/partner-keys.ts';
import { RedisUsageStore } from '#gateway/auth/partner-usage.ts';
import { maxOperationCost } from '#gateway/config.ts';
import { at } from './graphql-call.ts';
import { fetchReadiness, setUpGateways, setUpRestHost, startGateway, type TestGateway } from './harness.ts';
import { createKeyByCommand, runPartnersCommand, sendQuery } from './partner-calls.ts';
import { type RedisServer, redisServerPath, setUpRedis } from './redis.ts';

setUpRestHost();
const gateways = setUpGateways();
const quota = maxOperationCost;
/** Costs 2,145 points. */
const expensiveQuery =
  '{ products(first: 20) { nodes { category { products(first: 100) { nodes { id } } } } } }';
const cheapQuery = '{ categories { name } }';

describe.skipIf(redisServerPath === undefined)('partner keys of gateways that share a Redis', () => {
  let redis: RedisServer;
  let shops: TestGateway[];
  let settings: Record<string, string>;

  beforeAll(async () => {
    redis = await setUpRedis();
    settings = { REDIS_URL: redis.url };
    const config = { redisUrl: redis.url };
    shops = await Promise.all([
      startGateway({ config, waitForCatalogue: false }),
      startGateway({ config, waitForCatalogue: false }),
    ]);
  });
  beforeEach(async () => {
    for (const { url } of shops) await expect.poll(() => fetchReadiness(url)).toBe(200);
  });
  afterAll(async () => {
    await Promise.all(shops.map((shop) => shop.close()));
    await redis.remove();
  });

  const createKey = (name: string) => createKeyByCommand(settings, 'add', name, '--budget', String(quota));
  const sendToEach = (query: string, key: string) =>
    Promise.all(shops.map(({ url }) => sendQuery(url, query, { 'x-api-key': key })));
  const fetchStatuses = async (query: string, key: string) =>
    (await sendToEach(query, key)).map(({ status }) => status);

  async function whileRedisIsDown<Result>(work: () => Promise<Result>): Promise<Result> {
    await redis.stop();
    try {
      return await work();
    } finally {
      await redis.start();
    }
  }

  it('are valid at all gateways, with one quota for all gateways, until they are revoked', async () => {
    const key = await createKey('shared');
    const { stderr } = await runPartnersCommand(settings, 'add', 'shared');
    expect(stderr).toContain("'shared' already has a key");
    await expect.poll(() => fetchStatuses(cheapQuery, key)).toEqual([200, 200]);
    expect((await fetchStatuses(expensiveQuery, key)).sort()).toEqual([200, 200]);
    expect(await fetchStatuses(expensiveQuery, key)).toEqual([429, 429]);
    expect((await runPartnersCommand(settings, 'list')).stdout).toContain('shared');
    await runPartnersCommand(settings, 'revoke', 'shared');
    await expect.poll(() => fetchStatuses(cheapQuery, key)).toEqual([401, 401]);
  });

  it('stay valid while Redis is unavailable, with a quota per gateway, and the partners command reports the outage', async () => {
    const key = await createKey('outage');
    await expect.poll(() => fetchStatuses(cheapQuery, key)).toEqual([200, 200]);
    await whileRedisIsDown(async () => {
      const responses = await sendToEach(cheapQuery, key);
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      for (const { body } of responses)
        expect(at(body, 'extensions.cost.remaining')).toBeGreaterThan(quota - 50);
      // An unknown key is still rejected.
      expect(
        (await sendQuery(shops[0]?.url ?? '', cheapQuery, { 'x-api-key': key.toLowerCase() })).status,
      ).toBe(401);
      const { stderr, exitCode } = await runPartnersCommand(settings, 'list');
      expect(stderr).toMatch(/^The Redis server at REDIS_URL is unavailable \(.+\)\.\n$/);
      expect(stderr).not.toContain(redis.url);
      expect(exitCode).toBe(1);
    });
  });

  it('are listed with the points used while Redis was unavailable, once it is available again', async () => {
    const lines: string[] = [];
    const shop = await gateways.start({
      config: { redisUrl: redis.url },
      waitForCatalogue: false,
      onLogLine: (line) => lines.push(line),
    });
    const key = await createKey('counted');
    const send = (query: string) => sendQuery(shop.url, query, { 'x-api-key': key });
    await expect.poll(async () => (await send(cheapQuery)).status).toBe(200);
    await whileRedisIsDown(async () => {
      await send(expensiveQuery);
      await expect.poll(() => lines.join()).toContain('the usage of partners could not be stored');
    });
    await expect
      .poll(async () => (await runPartnersCommand(settings, 'list')).stdout)
      .toMatch(/^counted .* 2\d{3} points today$/m);
  });

  it('have their usage deleted the next time a gateway starts after they are revoked', async () => {
    const [kept, revoked] = [await createKey('kept'), await createKey('revoked')];
    const client = new Redis(redis.url, { keyPrefix: 'open-bookshop:' });
    onTestFinished(() => client.disconnect());
    const listDigests = async () => [...(await new RedisUsageStore(client).list()).keys()];
    for (const key of [kept, revoked])
      await expect.poll(() => fetchStatuses(cheapQuery, key)).toEqual([200, 200]);
    await expect.poll(listDigests).toContain(digestKey(revoked));
    await runPartnersCommand(settings, 'revoke', 'revoked');
    await gateways.start({ config: { redisUrl: redis.url } });
    await expect.poll(listDigests).not.toContain(digestKey(revoked));
    expect(await listDigests()).toContain(digestKey(kept));
  });

  it('are not accepted by a gateway that has never reached Redis, while visitors are served', async () => {
    const key = await createKey('early');
    const gateway = await whileRedisIsDown(async () => {
      const started = await startGateway({ config: { redisUrl: redis.url } });
      const { status, body } = await sendQuery(started.url, cheapQuery, { 'x-api-key': key });
      expect(status).toBe(503);
      expect(at(body, 'errors.0.extensions.code')).toBe('SERVICE_UNAVAILABLE');
      expect((await sendQuery(started.url, cheapQuery)).status).toBe(200);
      return started;
    });
    const fetchStatus = async () => (await sendQuery(gateway.url, cheapQuery, { 'x-api-key': key })).status;
    await expect.poll(fetchStatus).toBe(200);
    await gateway.close();
  });
});
