import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type GatewayProcess, waitUntilReady } from './gateway-process.ts';
import { at, mutate, textAt } from './graphql-call.ts';
import { type RedisServer, redisServerPath, setUpRedis } from './redis.ts';
import type { Delivery } from './rest-proxy.ts';
import {
  addToCart,
  fetchCart,
  fetchOrderData,
  type OrderData,
  setUpSharedHost,
  signInAt,
} from './shared-host.ts';

/** The number of concurrent changes to one cart. */
const changeCount = 60;
/** Enough for `changeCount` changes on a busy machine. */
const timeoutMs = 120_000;

const host = setUpSharedHost();

/** Adds books through all gateways concurrently and expects each book in the cart. */
async function expectAllAdded(
  gateways: GatewayProcess[],
  token: string,
  { bookIds }: OrderData,
): Promise<void> {
  const ids = bookIds.slice(0, changeCount);
  expect(ids).toHaveLength(changeCount);
  const added = await Promise.all(
    ids.flatMap((id, index) => {
      const gateway = gateways[index % gateways.length];
      return gateway === undefined ? [] : [addToCart(gateway, token, id)];
    }),
  );
  expect(added.flatMap(({ userErrors }) => userErrors)).toEqual([]);
  const [first] = gateways;
  if (first !== undefined)
    expect(Object.keys(await fetchCart(first, token)).toSorted()).toEqual(ids.toSorted());
}

describe('two gateways without Redis, with a host that supports If-Match,', () => {
  let gateways: GatewayProcess[];
  beforeAll(async () => {
    gateways = await Promise.all([host.startGateway({}), host.startGateway({})]);
    await Promise.all(gateways.map(waitUntilReady));
  });
  afterAll(() => Promise.all(gateways.map((gateway) => gateway.stop())));

  it(
    `lose none of ${changeCount} concurrent changes to one cart`,
    async () => {
      const [one] = gateways;
      if (one === undefined) return expect.fail();
      const token = await signInAt(one);
      await host.emptyCart(one, token);
      await expectAllAdded(gateways, token, await fetchOrderData(one, token));
    },
    timeoutMs,
  );
});

describe.skipIf(redisServerPath === undefined)('two gateways that share a Redis', () => {
  let redis: RedisServer;
  let one: GatewayProcess;
  let other: GatewayProcess;
  let token: string;
  let orderData: OrderData;
  const startWithRedis = () => host.startGateway({ REDIS_URL: redis.url });
  beforeAll(async () => {
    redis = await setUpRedis();
    [one, other] = await Promise.all([startWithRedis(), startWithRedis()]);
    await Promise.all([one, other].map(waitUntilReady));
    token = await signInAt(other);
    orderData = await fetchOrderData(other, token);
  });
  beforeEach(() => host.emptyCart(other, token));
  afterAll(async () => {
    await Promise.all([one, other].map((gateway) => gateway.stop()));
    await redis.remove();
  });

  /** Delays the next response to `delayedCall`. `arrived` resolves once the proxy has received this response. */
  function delayResponse(delayedCall: string): { arrived: Promise<void>; release: () => void } {
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    let isFirst = true;
    host.proxy.onResponse = async (call): Promise<Delivery> => {
      if (call !== delayedCall || !isFirst) return 'delivered';
      isFirst = false;
      arrived.resolve();
      await released.promise;
      return 'delivered';
    };
    return { arrived: arrived.promise, release: released.resolve };
  }

  /** Starts another gateway in place of `one`, which was killed. */
  async function replaceOne(): Promise<void> {
    await one.stop();
    one = await startWithRedis();
    await waitUntilReady(one);
  }

  it(
    `lose none of ${changeCount} concurrent changes to one cart, with a host that does not support If-Match`,
    async () => {
      host.proxy.removesOptionalHeaders = true;
      await expectAllAdded([one, other], token, orderData);
    },
    timeoutMs,
  );

  it('can change the cart after one of them was killed during a change', async () => {
    host.proxy.removesOptionalHeaders = true;
    const [book = '', another = ''] = orderData.bookIds;
    const reading = delayResponse('GET getUserById');
    const lost = addToCart(one, token, book).catch(() => 'no response');
    await reading.arrived;
    await one.kill();
    expect(await lost).toBe('no response');
    expect((await addToCart(other, token, another)).userErrors).toEqual([]);
    reading.release();
    expect(await fetchCart(other, token)).toEqual({ [another]: 1 });
    await replaceOne();
  });

  it('lose no change if one of them was suspended until its lock expired, with a host that does not support If-Match', async () => {
    host.proxy.removesOptionalHeaders = true;
    const [book = '', another = ''] = orderData.bookIds;
    const reading = delayResponse('GET getUserById');
    const late = addToCart(one, token, book);
    await reading.arrived;
    one.suspend();
    // The delayed response contains the cart as it was before this change.
    expect((await addToCart(other, token, another)).userErrors).toEqual([]);
    one.resume();
    reading.release();
    expect((await late).userErrors).toEqual([]);
    expect(await fetchCart(other, token)).toEqual({ [book]: 1, [another]: 1 });
  });

  describe('at checkout', () => {
    const quantity = 2;
    const createOrder = () => ({
      source: 'CART',
      lines: [{ productId: orderData.bookIds[0], quantity }],
      addressId: orderData.addressId,
      // The demo shopper's address is in Pune, where shipping is free.
      expectedTotal: (orderData.price * 100 * quantity) / 100,
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
    const countOrders = async () => {
      const { data } = await other.graphql('{ user { orders { totalCount } } }', {}, token);
      return Number(at(data, 'user.orders.totalCount'));
    };
    let ordersBefore: number;
    beforeEach(async () => {
      ordersBefore = await countOrders();
      expect((await addToCart(other, token, orderData.bookIds[0] ?? '', 3)).userErrors).toEqual([]);
    });
    // Each test creates one order, whose copies leave the cart once.
    afterEach(async () => {
      expect(await countOrders()).toBe(ordersBefore + 1);
      expect(await fetchCart(other, token)).toEqual({ [orderData.bookIds[0] ?? '']: 1 });
    });

    it('place an order once, even if it is sent ten times concurrently, five times to each of them', async () => {
      const input = createOrder();
      const payloads = await Promise.all(
        Array.from({ length: 10 }, (_, index) => place(index % 2 === 0 ? one : other, input)),
      );
      expect(payloads.flatMap(({ userErrors }) => userErrors)).toEqual([]);
      expect(new Set(payloads.map((payload) => textAt(payload, 'shipment.id'))).size).toBe(1);
    });

    it('both find an order whose response was lost', async () => {
      const input = createOrder();
      host.proxy.onResponse = (call) => {
        if (call !== 'POST createShipment') return 'delivered';
        host.proxy.reset();
        return 'dropped';
      };
      const payload = await place(one, input);
      expect(payload.userErrors).toEqual([]);
      expect(await place(other, input)).toMatchObject({ shipment: payload.shipment, userErrors: [] });
    });

    it('find the order of a gateway that was killed before it received the response', async () => {
      const input = createOrder();
      const responded = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      host.proxy.onResponse = async (call) => {
        if (call !== 'POST createShipment') return 'delivered';
        host.proxy.reset();
        responded.resolve();
        await released.promise;
        return 'dropped';
      };
      const lost = place(one, input).catch(() => 'no response');
      await responded.promise;
      await one.kill();
      released.resolve();
      expect(await lost).toBe('no response');
      expect((await place(other, input)).userErrors).toEqual([]);
      await replaceOne();
    });

    it('accept only one of two orders of the same cart, even if one gateway was suspended until its lock expired', async () => {
      const orderList = delayResponse('GET OrdersByUserEmail');
      const late = place(one, createOrder());
      await orderList.arrived;
      one.suspend();
      // The suspended gateway checked its own order against the cart before this order was placed.
      expect((await place(other, createOrder())).userErrors).toEqual([]);
      one.resume();
      orderList.release();
      expect((await late).userErrors).toMatchObject([{ code: 'NOT_IN_CART' }]);
    });

    it('accept only one of two concurrent orders of the same cart, and reject the other with a quote for the remaining copy', async () => {
      const payloads = await Promise.all([place(one, createOrder()), place(other, createOrder())]);
      const rejected = payloads.filter(({ userErrors }) => userErrors.length > 0);
      expect(rejected).toHaveLength(1);
      expect(rejected[0]).toMatchObject({
        shipment: null,
        quote: { grandTotal: orderData.price },
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
