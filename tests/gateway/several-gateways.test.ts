import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type GatewayProcess, untilLoaded } from './gateway-processes.ts';
import { at, mutate, textAt } from './graphql-call.ts';
import { type RedisServer, redisServerPath, startRedis } from './redis.ts';
import type { Fate } from './rest-proxy.ts';
import { type Assortment, add, cartOf, lookAround, sharedHost, signInAt } from './shared-host.ts';

/** How often one shopper's cart is changed at once. */
const changes = 200;
/** How long that may take on a busy machine, in milliseconds. */
const patience = 120_000;

const host = sharedHost();

/** Adds books through two gateways at once and expects all of them in the cart. */
async function expectNothingLost(
  gateways: GatewayProcess[],
  token: string,
  { bookIds }: Assortment,
): Promise<void> {
  const ids = bookIds.slice(0, changes);
  expect(ids).toHaveLength(changes);
  const added = await Promise.all(
    ids.flatMap((id, place) => {
      const gateway = gateways[place % gateways.length];
      return gateway === undefined ? [] : [add(gateway, token, id)];
    }),
  );
  expect(added.flatMap(({ userErrors }) => userErrors)).toEqual([]);
  const [first] = gateways;
  if (first !== undefined) expect(Object.keys(await cartOf(first, token)).toSorted()).toEqual(ids.toSorted());
}

describe('two gateways without Redis, at a host that compares versions', () => {
  let gateways: GatewayProcess[];
  beforeAll(async () => {
    gateways = await Promise.all([host.startGateway({}), host.startGateway({})]);
    await Promise.all(gateways.map(untilLoaded));
  });
  afterAll(() => Promise.all(gateways.map((gateway) => gateway.stop())));

  it(
    `lose none of ${changes} changes of one cart at once`,
    async () => {
      const [one] = gateways;
      if (one === undefined) return expect.fail();
      const token = await signInAt(one);
      await host.emptyCart(one, token);
      await expectNothingLost(gateways, token, await lookAround(one, token));
    },
    patience,
  );
});

describe.skipIf(redisServerPath === undefined)('two gateways over one Redis', () => {
  let redis: RedisServer;
  let one: GatewayProcess;
  let other: GatewayProcess;
  let token: string;
  let assortment: Assortment;
  const startOne = () => host.startGateway({ REDIS_URL: redis.url });
  beforeAll(async () => {
    redis = await startRedis();
    [one, other] = await Promise.all([startOne(), startOne()]);
    await Promise.all([one, other].map(untilLoaded));
    token = await signInAt(other);
    assortment = await lookAround(other, token);
  });
  beforeEach(() => host.emptyCart(other, token));
  afterAll(async () => {
    await Promise.all([one, other].map((gateway) => gateway.stop()));
    await redis.stop();
  });

  /** Holds the answer to the next such call up; gives when it is there, and lets it go on. */
  function hold(held: string): { came: Promise<void>; goOn: () => void } {
    const came = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    let isFirst = true;
    host.proxy.onAnswer = async (call): Promise<Fate> => {
      if (call !== held || !isFirst) return 'arrives';
      isFirst = false;
      came.resolve();
      await released.promise;
      return 'arrives';
    };
    return { came: came.promise, goOn: released.resolve };
  }

  /** Another gateway in the place of one that was killed. */
  async function replaceOne(): Promise<void> {
    await one.stop();
    one = await startOne();
    await untilLoaded(one);
  }

  it(
    `lose none of ${changes} changes of one cart at once, at a plain host`,
    async () => {
      host.proxy.plain = true;
      await expectNothingLost([one, other], token, assortment);
    },
    patience,
  );

  it('go on when one is killed in the middle of a change', async () => {
    host.proxy.plain = true;
    const [book = '', another = ''] = assortment.bookIds;
    const reading = hold('GET getUserById');
    const lost = add(one, token, book).catch(() => 'no answer');
    await reading.came;
    await one.kill();
    expect(await lost).toBe('no answer');
    expect((await add(other, token, another)).userErrors).toEqual([]);
    reading.goOn();
    expect(await cartOf(other, token)).toEqual({ [another]: 1 });
    await replaceOne();
  });

  it('lose no change when one was held up for longer than its turn, at a plain host', async () => {
    host.proxy.plain = true;
    const [book = '', another = ''] = assortment.bookIds;
    const reading = hold('GET getUserById');
    const late = add(one, token, book);
    await reading.came;
    one.holdUp();
    // It has read the cart before this change and will go on with that.
    expect((await add(other, token, another)).userErrors).toEqual([]);
    one.goOn();
    reading.goOn();
    expect((await late).userErrors).toEqual([]);
    expect(await cartOf(other, token)).toEqual({ [book]: 1, [another]: 1 });
  });

  describe('at checkout', () => {
    const quantity = 2;
    const order = () => ({
      source: 'CART',
      lines: [{ productId: assortment.bookIds[0], quantity }],
      addressId: assortment.addressId,
      expectedTotal: (assortment.price * 100 * quantity + 2_000) / 100,
      idempotencyKey: crypto.randomUUID(),
    });
    const place = ({ graphql }: GatewayProcess, input: Record<string, unknown>) =>
      mutate(
        graphql,
        'createShipment',
        input,
        'shipment { id } quote { grandTotal } cart { unitCount }',
        token,
      );
    const orderCount = async () => {
      const { data } = await other.graphql('{ user { orders { totalCount } } }', {}, token);
      return Number(at(data, 'user.orders.totalCount'));
    };
    let before: number;
    beforeEach(async () => {
      before = await orderCount();
      expect((await add(other, token, assortment.bookIds[0] ?? '', 3)).userErrors).toEqual([]);
    });
    /** One order was made, and what it is of left the cart once. */
    afterEach(async () => {
      expect(await orderCount()).toBe(before + 1);
      expect(await cartOf(other, token)).toEqual({ [assortment.bookIds[0] ?? '']: 1 });
    });

    it('place an order once that is sent to both ten times at once', async () => {
      const input = order();
      const placed = await Promise.all(
        Array.from({ length: 10 }, (_, place_) => place(place_ % 2 === 0 ? one : other, input)),
      );
      expect(placed.flatMap(({ userErrors }) => userErrors)).toEqual([]);
      expect(new Set(placed.map((answer) => textAt(answer, 'shipment.id'))).size).toBe(1);
    });

    it('find the order whose answer was lost, and that by either', async () => {
      const input = order();
      host.proxy.onAnswer = (call) => {
        if (call !== 'POST createShipment') return 'arrives';
        host.proxy.reset();
        return 'is lost';
      };
      const found = await place(one, input);
      expect(found.userErrors).toEqual([]);
      expect(await place(other, input)).toMatchObject({ shipment: found.shipment, userErrors: [] });
    });

    it('find the order of one that was killed before it had the answer', async () => {
      const input = order();
      const answered = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      host.proxy.onAnswer = async (call) => {
        if (call !== 'POST createShipment') return 'arrives';
        host.proxy.reset();
        answered.resolve();
        await released.promise;
        return 'is lost';
      };
      const lost = place(one, input).catch(() => 'no answer');
      await answered.promise;
      await one.kill();
      released.resolve();
      expect(await lost).toBe('no answer');
      expect((await place(other, input)).userErrors).toEqual([]);
      await replaceOne();
    });

    it('let two tabs order one cart once: the other one is told, with the price of what is left', async () => {
      const placed = await Promise.all([place(one, order()), place(other, order())]);
      const refused = placed.filter(({ userErrors }) => userErrors.length > 0);
      expect(refused).toHaveLength(1);
      expect(refused[0]).toMatchObject({
        shipment: null,
        quote: { grandTotal: (assortment.price * 100 + 1_000) / 100 },
        cart: { unitCount: 1 },
        userErrors: [
          {
            code: 'NOT_IN_CART',
            message: 'Your cart has changed. Please check it and confirm again.',
            field: ['lines'],
          },
        ],
      });
    });
  });
});
