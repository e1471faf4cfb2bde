import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callsTo } from '../rest-api/calls.ts';
import {
  makeDataDirectory,
  type RunningService,
  removeDataDirectory,
  startService,
} from '../rest-api/service.ts';
import { type GatewayProcess, startGatewayProcess, untilLoaded } from './gateway-processes.ts';
import { at, listAt, mutate, onlyError, type Payload, textAt } from './graphql-call.ts';
import { type RedisServer, redisProgram, startRedis } from './redis.ts';
import { type Fate, RestProxy } from './rest-proxy.ts';

const shopper = { contact: '9000000001', password: 'demo-shopper' };
const cartIds = '{ user { cart { unitCount lines { quantity product { id } } } } }';
/** How often one shopper's cart is changed at once. */
const changes = 200;
/** How long that may take on a busy machine, in milliseconds. */
const patience = 120_000;

let directory: string;
let service: RunningService;
let proxy: RestProxy;
/** Books that can be bought, the first of them in plenty. */
let bookIds: string[];
let price: number;
let addressId: string;

beforeAll(async () => {
  directory = await makeDataDirectory();
  service = await startService({ DATA_DIR: directory });
  proxy = new RestProxy(service.url);
  await proxy.start();
});
afterEach(() => proxy.reset());
afterAll(async () => {
  await proxy.stop();
  await service.stop();
  await removeDataDirectory(directory);
});

function startGateway(settings: Record<string, string>): Promise<GatewayProcess> {
  const sessionSecret = 'one secret for all gateways, long enough';
  return startGatewayProcess({ SESSION_SECRET: sessionSecret, REST_API_URL: proxy.url, ...settings });
}

async function signIn({ graphql }: GatewayProcess): Promise<string> {
  return textAt(await mutate(graphql, 'login', shopper, 'token'), 'token');
}

/** Learns what can be ordered, and where to. */
async function lookAround({ graphql }: GatewayProcess, token: string): Promise<void> {
  const { data } = await graphql(
    `{
      first: products(first: 100) { nodes { id price remainingQuantity } pageInfo { endCursor } }
      user { addresses { id } }
    }`,
    {},
    token,
  );
  const nodes = listAt(data, 'first.nodes');
  const after = textAt(data, 'first.pageInfo.endCursor');
  const more = await graphql(
    'query ($after: String) { products(first: 100, after: $after) { nodes { id } } }',
    {
      after,
    },
  );
  const stocked = nodes.find((node) => Number(at(node, 'remainingQuantity')) >= 10);
  bookIds = [stocked, ...nodes, ...listAt(more.data, 'products.nodes')].map((node) => textAt(node, 'id'));
  bookIds = [...new Set(bookIds)];
  price = Number(at(stocked, 'price'));
  addressId = textAt(data, 'user.addresses.0.id');
}

async function cartOf({ graphql }: GatewayProcess, token: string): Promise<Record<string, unknown>> {
  const { data } = await graphql(cartIds, {}, token);
  const lines = listAt(data, 'user.cart.lines');
  return Object.fromEntries(lines.map((line) => [textAt(line, 'product.id'), at(line, 'quantity')]));
}

/** Takes everything out of the cart, past the gateways. */
async function emptyCart({ graphql }: GatewayProcess, token: string): Promise<void> {
  const id = textAt((await graphql('{ user { id } }', {}, token)).data, 'user.id');
  const { status } = await callsTo(service.url)(`PUT /updateUser/${id}`, { body: { productIds: [] } });
  expect(status).toBe(200);
}

function add({ graphql }: GatewayProcess, token: string, productId: string, quantity = 1): Promise<Payload> {
  return mutate(graphql, 'addToCart', { productId, quantity }, '', token);
}

/** Adds books through two gateways at once and expects all of them in the cart. */
async function expectNothingLost(gateways: GatewayProcess[], token: string): Promise<void> {
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
    gateways = await Promise.all([startGateway({}), startGateway({})]);
    await Promise.all(gateways.map(untilLoaded));
  });
  afterAll(() => Promise.all(gateways.map((gateway) => gateway.stop())));

  it(
    `lose none of ${changes} changes of one cart at once`,
    async () => {
      const [one] = gateways;
      if (one === undefined) return expect.fail();
      const token = await signIn(one);
      await lookAround(one, token);
      await emptyCart(one, token);
      await expectNothingLost(gateways, token);
    },
    patience,
  );
});

describe.skipIf(redisProgram === undefined)('two gateways over one Redis', () => {
  let redis: RedisServer;
  let one: GatewayProcess;
  let other: GatewayProcess;
  let token: string;
  const startOne = () => startGateway({ REDIS_URL: redis.url });
  beforeAll(async () => {
    redis = await startRedis();
    [one, other] = await Promise.all([startOne(), startOne()]);
    await Promise.all([one, other].map(untilLoaded));
    token = await signIn(other);
    await lookAround(other, token);
  });
  beforeEach(() => emptyCart(other, token));
  afterAll(async () => {
    await Promise.all([one, other].map((gateway) => gateway.stop()));
    await redis.stop();
  });

  /** Holds the answer to the next such call up; gives when it is there, and lets it go on. */
  function hold(held: string): { came: Promise<void>; goOn: () => void } {
    const came = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    let isFirst = true;
    proxy.onAnswer = async (call): Promise<Fate> => {
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
      proxy.plain = true;
      await expectNothingLost([one, other], token);
    },
    patience,
  );

  it('go on when one is killed in the middle of a change', async () => {
    proxy.plain = true;
    const [book = '', another = ''] = bookIds;
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
    proxy.plain = true;
    const [book = '', another = ''] = bookIds;
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
      lines: [{ productId: bookIds[0], quantity }],
      addressId,
      expectedTotal: (price * 100 * quantity + 2_000) / 100,
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
      expect((await add(other, token, bookIds[0] ?? '', 3)).userErrors).toEqual([]);
    });
    /** One order was made, and what it is of left the cart once. */
    afterEach(async () => {
      expect(await orderCount()).toBe(before + 1);
      expect(await cartOf(other, token)).toEqual({ [bookIds[0] ?? '']: 1 });
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
      proxy.onAnswer = (call) => {
        if (call !== 'POST createShipment') return 'arrives';
        proxy.reset();
        return 'is lost';
      };
      expect(onlyError(await place(one, input)).message).toBe('Failed to Place Order.');
      const again = await place(other, input);
      expect(again.userErrors).toEqual([]);
      expect(await place(one, input)).toMatchObject({ shipment: again.shipment, userErrors: [] });
    });

    it('find the order of one that was killed before it had the answer', async () => {
      const input = order();
      const answered = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      proxy.onAnswer = async (call) => {
        if (call !== 'POST createShipment') return 'arrives';
        proxy.reset();
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
        quote: { grandTotal: (price * 100 + 1_000) / 100 },
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
