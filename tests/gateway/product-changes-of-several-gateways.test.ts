import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSeededRandom } from '#tests/seeded-random.ts';
import { setUpRestHost, startGateway, type TestGateway } from './harness.ts';
import { MirroredCatalogue } from './mirrored-catalogue.ts';
import { type RedisServer, redisServerPath, setUpRedis } from './redis.ts';
import { createProductRecord } from './rest-records.ts';

const rest = setUpRestHost();

/** Adds, removes or reprices about four of the products 1 to 40. `prices` maps the existing ids to prices. */
function changeProducts(prices: Map<number, number>, random: () => number): void {
  for (let id = 1; id <= 40; id += 1) {
    if (random() > 0.1) continue;
    if (random() < 0.4) prices.delete(id);
    else prices.set(id, 100 + Math.floor(random() * 3));
  }
}

describe.skipIf(redisServerPath === undefined)('gateways that share a Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await setUpRedis();
  });
  afterAll(() => redis.remove());

  const start = (refreshIntervalMs: number) =>
    startGateway({ refreshIntervalMs, config: { redisUrl: redis.url } });

  it('accept each other’s cursors of productChanges, and return no changes while their catalogue is older than the cursor', async () => {
    const [first, second] = [await start(20), await start(60_000)];
    const mirror = new MirroredCatalogue();
    await mirror.sync(first.graphql);
    expect(await mirror.sync(second.graphql)).toEqual([]);
    rest.host.products = [
      createProductRecord(1, { price: 5 }),
      createProductRecord(2),
      createProductRecord(4),
    ];
    await expect.poll(() => mirror.sync(first.graphql)).toEqual(['CHANGED 1', 'WITHDRAWN 3', 'ADDED 4']);
    const { cursor } = mirror;
    expect(await mirror.sync(second.graphql)).toEqual([]);
    expect(mirror.cursor).toBe(cursor);
    await second.close();
    const replacement = await start(20);
    rest.host.products = [
      createProductRecord(1, { price: 6 }),
      createProductRecord(2),
      createProductRecord(4),
    ];
    await expect.poll(() => mirror.sync(replacement.graphql)).toEqual(['CHANGED 1']);
    expect(mirror.products.get('1')).toBe('Book 1 6 available');
    await Promise.all([first, replacement].map((shop) => shop.close()));
  });

  it('keep a partner\u2019s copy complete, although they refresh at different times and restart', async () => {
    const random = createSeededRandom(7);
    const chance = (probability: number) => random() < probability;
    const shops: TestGateway[] = [await start(15), await start(40)];
    const mirror = new MirroredCatalogue();
    const prices = new Map(Array.from({ length: 30 }, (_, index) => [index + 1, 100]));
    for (let round = 0; round < 25; round += 1) {
      changeProducts(prices, random);
      rest.host.products = [...prices].map(([id, price]) => createProductRecord(id, { price }));
      const replacedIndex = Math.floor(random() * 2);
      if (chance(0.2)) {
        await shops[replacedIndex]?.close();
        const replacement = await start(15 + Math.floor(random() * 30));
        shops[replacedIndex] = replacement;
        // The change log connects versions by steps. A new gateway has no previous version, so it records no step to
        // the one that it loads first. It accepts the copy's cursor once the other gateway has recorded a step to it.
        await expect.poll(() => mirror.isCursorAcceptedBy(replacement.graphql)).toBe(true);
      }
      const shop = shops[chance(0.5) ? 0 : 1];
      for (let page = 0; page < 5 && shop !== undefined; page += 1) await mirror.readPage(shop.graphql, 4);
    }
    const expected = Object.fromEntries(
      [...prices].map(([id, price]) => [id, `Book ${id} ${price} available`]),
    );
    for (const shop of shops) {
      // A refresh that began before the last change may end now. The copy is then outdated until the next refresh.
      await expect
        .poll(async () => {
          const changes = await mirror.sync(shop.graphql, 7);
          return { changes, products: Object.fromEntries(mirror.products) };
        })
        .toEqual({ changes: [], products: expected });
    }
    await Promise.all(shops.map((shop) => shop.close()));
  });
});
