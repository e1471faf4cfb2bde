import { mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CustomerRecords } from '#gateway/customers/record.ts';
import { AttemptStore } from '#gateway/orders/attempt-store.ts';
import { RestTransport, restPolicy } from '#gateway/rest/transport.ts';
import { closeServer, listenOnFreePort } from '../listen.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { createOrderInput, setUpCheckout } from './checkout-setup.ts';
import { at, getOnlyError, mutate } from './graphql-call.ts';
import { setUpGateways, signIn } from './harness.ts';
import { createErrorResponse, hostUrl } from './rest-host.ts';

const checkout = setUpCheckout();
const gateways = setUpGateways();

const outcomeUnknown = {
  code: 'OUTCOME_UNKNOWN',
  message: 'Your order may have been placed. Please check My Orders.',
  field: null,
};

/** Handles the first order that is sent from now on; the host handles later ones. `forward` sends it to the host. */
function handleFirstOrder(handle: (forward: () => Promise<unknown>) => Response | Promise<Response>): void {
  let orderCount = 0;
  checkout.server.use(
    http.post(`${hostUrl}/createShipment`, async ({ request }) => {
      orderCount += 1;
      if (orderCount > 1) return undefined;
      const { url, method, headers } = request;
      const body = await request.clone().text();
      return handle(() => fetch(url, { method, headers, body }));
    }),
  );
}

/** Lets the host create the first order, but loses its response. */
function loseFirstResponse(): void {
  handleFirstOrder(async (forward) => {
    await forward();
    return HttpResponse.error();
  });
}

/** Loses the connection before the host creates the first order. Returns a function that creates it. */
function delayFirstOrder(): () => Promise<unknown> {
  let forwardNow: () => Promise<unknown> = async () => {};
  handleFirstOrder((forward) => {
    forwardNow = forward;
    return HttpResponse.error();
  });
  return () => forwardNow();
}

/** Makes the host's list of orders fail. Returns a function that makes it available again. */
function hideOrders(): () => void {
  let isHidden = true;
  checkout.server.use(
    http.get(`${hostUrl}/OrdersByUserEmail`, () => (isHidden ? HttpResponse.error() : undefined)),
  );
  return () => {
    isHidden = false;
  };
}

/** Makes the host reject updates of shoppers' records. Returns a function that makes it accept them again. */
function rejectCartUpdates(): () => void {
  let isRejecting = true;
  checkout.server.use(
    http.put(`${hostUrl}/updateUser/:id`, () =>
      isRejecting ? createErrorResponse(500, 'the database is read-only') : undefined,
    ),
  );
  return () => {
    isRejecting = false;
  };
}

/**
 * Lets the host remove the copies of the first order from the cart, but loses its response. With `hidesRecord`, the
 * record cannot be read again just afterwards.
 */
function loseCartUpdateResponse({ hidesRecord = false } = {}): void {
  let updateCount = 0;
  checkout.server.use(
    http.put(`${hostUrl}/updateUser/:id`, async ({ request }) => {
      updateCount += 1;
      if (updateCount > 1) return undefined;
      const { url, method, headers } = request;
      const body = await request.clone().text();
      await fetch(url, { method, headers, body });
      if (hidesRecord)
        checkout.server.use(
          http.get(`${hostUrl}/getUserById/:id`, () => createErrorResponse(400, 'busy'), { once: true }),
        );
      return HttpResponse.error();
    }),
  );
}

/**
 * The number of orders that reached the fake host. An order that `handleFirstOrder` intercepts counts only if it is
 * forwarded.
 */
const countReceivedOrders = () => checkout.host.countCalls('POST createShipment');

async function fetchOrderByKey(idempotencyKey: unknown): Promise<unknown> {
  const { data } = await checkout.shop.graphql(
    'query ($idempotencyKey: String!) { user { order(idempotencyKey: $idempotencyKey) { number } } }',
    { idempotencyKey },
    checkout.token,
  );
  return at(data, 'user.order');
}

describe.each([
  ['supports idempotency keys', true],
  ['does not support idempotency keys', false],
])('an order without a successful response, at a host that %s', (_, supportsEtagsAndKeys) => {
  beforeEach(() => {
    checkout.host.supportsEtagsAndKeys = supportsEtagsAndKeys;
  });

  it('is found among the orders of the shopper, and its copies leave the cart', async () => {
    loseFirstResponse();
    const input = createOrderInput();
    const payload = await checkout.place(input);
    expect(payload).toMatchObject({ shipment: { number: 'ORD-1' }, userErrors: [] });
    expect(await checkout.place(input)).toHaveProperty('shipment.number', 'ORD-1');
    expect(checkout.host.orders).toHaveLength(1);
    expect(checkout.host.getShopper(7).productIds).toEqual([1]);
  });

  it('is found if the clock of the host is behind, so that the order has the date of the day before', async () => {
    handleFirstOrder(async (forward) => {
      await forward();
      const [order] = checkout.host.orders;
      if (order === undefined) throw new Error('the host has no order');
      const date = new Date(String(order.orderDate));
      date.setUTCDate(date.getUTCDate() - 1);
      order.orderDate = date.toISOString().slice(0, 10);
      return HttpResponse.error();
    });
    expect(await checkout.place(createOrderInput())).toMatchObject({
      shipment: { number: 'ORD-1' },
      userErrors: [],
    });
  });

  it('is found later if the orders cannot be read just after it was sent', async () => {
    loseFirstResponse();
    const input = createOrderInput();
    // The first read, before the order is sent, succeeds.
    let reads = 0;
    let isHidden = true;
    checkout.server.use(
      http.get(`${hostUrl}/OrdersByUserEmail`, () => {
        reads += 1;
        return reads > 1 && isHidden ? HttpResponse.error() : undefined;
      }),
    );
    expect(getOnlyError(await checkout.place(input))).toEqual(outcomeUnknown);
    expect(checkout.host.getShopper(7).productIds).toEqual([1, 1, 1, 2]);
    isHidden = false;
    expect(await checkout.place(input)).toHaveProperty('shipment.number', 'ORD-1');
    expect(checkout.host.orders).toHaveLength(1);
    expect(checkout.host.getShopper(7).productIds).toEqual([1]);
  });

  it('is never confused with an identical earlier order', async () => {
    await checkout.place(createOrderInput());
    checkout.host.getShopper(7).productIds = [1, 1, 1, 2];
    delayFirstOrder();
    expect(getOnlyError(await checkout.place(createOrderInput()))).toEqual(outcomeUnknown);
    expect(checkout.host.getShopper(7).productIds).toEqual([1, 1, 1, 2]);
  });

  it('has its copies removed from the cart before the next order, so that another tab cannot order them again', async () => {
    const createOrder = delayFirstOrder();
    expect(getOnlyError(await checkout.place(createOrderInput()))).toEqual(outcomeUnknown);
    await createOrder();
    expect(getOnlyError(await checkout.place(createOrderInput())).code).toBe('NOT_IN_CART');
    expect(checkout.host.orders).toHaveLength(1);
    expect(checkout.host.getShopper(7).productIds).toEqual([1]);
  });

  it('has its copies removed from the cart that a later order returns, even one with an unknown outcome', async () => {
    const createOrder = delayFirstOrder();
    await checkout.place(createOrderInput());
    await createOrder();
    checkout.server.use(http.post(`${hostUrl}/createShipment`, () => HttpResponse.error()));
    const oneCopy = { lines: [{ productId: '1', quantity: 1 }], expectedTotal: 234.55 };
    const payload = await checkout.place(createOrderInput(oneCopy));
    expect([getOnlyError(payload), at(payload, 'cart.unitCount')]).toEqual([outcomeUnknown, 1]);
  });

  it('is returned for its key, without being sent again', async () => {
    const createOrder = delayFirstOrder();
    const input = createOrderInput();
    expect(getOnlyError(await checkout.place(input))).toEqual(outcomeUnknown);
    expect(await fetchOrderByKey(input.idempotencyKey)).toBeNull();
    await createOrder();
    expect(await fetchOrderByKey(input.idempotencyKey)).toEqual({ number: 'ORD-1' });
    expect(checkout.host.getShopper(7).productIds).toEqual([1]);
    expect(countReceivedOrders()).toBe(1);
  });

  it('is found if the host failed after creating it', async () => {
    handleFirstOrder(async (forward) => {
      await forward();
      return createErrorResponse(500, 'NullPointerException at Mail.java:40');
    });
    expect(await checkout.place(createOrderInput())).toMatchObject({
      shipment: { number: 'ORD-1' },
      userErrors: [],
    });
    expect(checkout.host.orders).toHaveLength(1);
  });
});

it('counts requests to place an order by outcome', async () => {
  const readCounts = async () => {
    const metrics = await (await fetch(`${checkout.shop.url}/metrics`)).text();
    const counts = metrics.matchAll(/^gateway_orders_total\{outcome="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries([...counts].map(([, outcome, count]) => [outcome, Number(count)]));
  };
  expect(await readCounts()).toEqual({ placed: 0, refused: 0, failed: 0, unknown: 0 });
  await checkout.place(createOrderInput({ expectedTotal: 1 }));
  handleFirstOrder(() => createErrorResponse(429, 'busy'));
  await checkout.place(createOrderInput());
  checkout.server.use(
    http.get(`${hostUrl}/getUserById/:id`, () => createErrorResponse(400, 'busy'), { once: true }),
  );
  await checkout.place(createOrderInput()).catch(() => undefined);
  delayFirstOrder();
  await checkout.place(createOrderInput());
  await checkout.place(createOrderInput());
  expect(await readCounts()).toEqual({ placed: 1, refused: 1, failed: 2, unknown: 1 });
});

describe('an order whose connection was lost before the host created it', () => {
  it('is never sent again to a host without idempotency keys, which may still create it', async () => {
    checkout.host.supportsEtagsAndKeys = false;
    const createOrder = delayFirstOrder();
    const input = createOrderInput();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(getOnlyError(await checkout.place(input))).toEqual(outcomeUnknown);
    }
    expect(countReceivedOrders()).toBe(0);
    await createOrder();
    expect(await checkout.place(input)).toHaveProperty('shipment.number', 'ORD-1');
    expect(checkout.host.orders).toHaveLength(1);
  });

  it('is sent again to a host that supports idempotency keys', async () => {
    delayFirstOrder();
    const input = createOrderInput();
    expect(getOnlyError(await checkout.place(input))).toEqual(outcomeUnknown);
    expect(await checkout.place(input)).toHaveProperty('shipment.number', 'ORD-1');
    expect(checkout.host.orders).toHaveLength(1);
  });

  it('is sent again to a host that supports idempotency keys, even if the earlier orders could not be read', async () => {
    const showOrders = hideOrders();
    delayFirstOrder();
    const input = createOrderInput();
    expect(getOnlyError(await checkout.place(input))).toEqual(outcomeUnknown);
    showOrders();
    expect(await checkout.place(input)).toHaveProperty('shipment.number', 'ORD-1');
    expect(checkout.host.orders).toHaveLength(1);
  });

  it.each([408, 429, 502])(
    'still has an unknown outcome if a proxy responds with %i when it is sent again',
    async (status) => {
      checkout.server.use(
        http.post(`${hostUrl}/createShipment`, () => HttpResponse.error(), { once: true }),
        http.post(`${hostUrl}/createShipment`, () => new HttpResponse(null, { status }), { once: true }),
      );
      const input = createOrderInput();
      for (let attempt = 0; attempt < 2; attempt += 1) {
        expect(getOnlyError(await checkout.place(input))).toEqual(outcomeUnknown);
      }
      expect(await checkout.place(input)).toHaveProperty('shipment.number', 'ORD-1');
    },
  );

  it('is not confused with a new order of the shopper, and is found when it appears late', async () => {
    checkout.host.supportsEtagsAndKeys = false;
    const createOrder = delayFirstOrder();
    const input = createOrderInput();
    await checkout.place(input);
    expect(await checkout.place(createOrderInput())).toHaveProperty('shipment.number', 'ORD-1');
    expect(getOnlyError(await checkout.place(input))).toEqual(outcomeUnknown);
    await createOrder();
    expect(await checkout.place(input)).toHaveProperty('shipment.number', 'ORD-2');
  });

  it('has its copies removed from the cart when it appears late, even if another order was placed meanwhile', async () => {
    checkout.host.supportsEtagsAndKeys = false;
    const createOrder = delayFirstOrder();
    await checkout.place(createOrderInput());
    const singleBook = { source: 'SINGLE_PRODUCT', lines: [{ productId: '3', quantity: 1 }], couponId: null };
    const other = await checkout.place(createOrderInput({ ...singleBook, expectedTotal: 143 }));
    expect(other).toHaveProperty('shipment.number', 'ORD-1');
    await createOrder();
    expect(getOnlyError(await checkout.place(createOrderInput())).code).toBe('NOT_IN_CART');
    expect(checkout.host.orders).toHaveLength(2);
  });
});

// For each shopper, the gateway looks up at most ten orders with an unknown outcome: the last ones.
describe('the last of eleven orders with an unknown outcome', () => {
  it('still has its copies removed from the cart before the next order', async () => {
    checkout.host.supportsEtagsAndKeys = false;
    const shop = await gateways.start({ breaker: { failureThreshold: 100 } });
    const token = await signIn(shop);
    const place = (input: Record<string, unknown>) =>
      mutate(shop.graphql, 'createShipment', input, 'shipment { number }', token);
    let isDelaying = true;
    let createLast: () => Promise<unknown> = async () => {};
    checkout.server.use(
      http.post(`${hostUrl}/createShipment`, async ({ request }) => {
        if (!isDelaying) return undefined;
        const { url, method, headers } = request;
        const body = await request.clone().text();
        createLast = () => fetch(url, { method, headers, body });
        return HttpResponse.error();
      }),
    );
    const otherOrder = { lines: [{ productId: '1', quantity: 1 }], expectedTotal: 234.55 };
    for (const changes of [...Array<object>(10).fill(otherOrder), {}]) {
      expect(getOnlyError(await place(createOrderInput({ ...changes })))).toEqual(outcomeUnknown);
    }
    isDelaying = false;
    await createLast();
    expect(getOnlyError(await place(createOrderInput())).code).toBe('NOT_IN_CART');
    expect(checkout.host.orders).toHaveLength(1);
    expect(checkout.host.getShopper(7).productIds).toEqual([1]);
  });
});

describe('an order whose copies cannot be removed from the cart', () => {
  it('succeeds, and its copies are removed before the next order', async () => {
    const acceptCartUpdates = rejectCartUpdates();
    expect(await checkout.place(createOrderInput())).toMatchObject({
      shipment: { number: 'ORD-1' },
      userErrors: [],
    });
    acceptCartUpdates();
    expect(getOnlyError(await checkout.place(createOrderInput())).code).toBe('NOT_IN_CART');
    expect(checkout.host.orders).toHaveLength(1);
    expect(checkout.host.getShopper(7).productIds).toEqual([1]);
  });

  it('prevents a further order of the same copies until they are removed', async () => {
    const createOrder = delayFirstOrder();
    expect(getOnlyError(await checkout.place(createOrderInput()))).toEqual(outcomeUnknown);
    await createOrder();
    const acceptCartUpdates = rejectCartUpdates();
    const input = createOrderInput();
    expect(getOnlyError(await checkout.place(input))).toMatchObject({ message: 'Failed to Place Order.' });
    expect(checkout.host.orders).toHaveLength(1);
    acceptCartUpdates();
    expect(getOnlyError(await checkout.place(input)).code).toBe('NOT_IN_CART');
    expect(checkout.host.orders).toHaveLength(1);
  });

  it('removes no copies while the store cannot save how many will remain in the cart, and removes them before the next order', async () => {
    const dataDir = await createTemporaryFolder();
    const shop = await gateways.start({ config: { dataDir } });
    const token = await signIn(shop);
    const attempts = path.join(dataDir, 'gateway', 'order-attempts');
    const place = () =>
      mutate(shop.graphql, 'createShipment', createOrderInput(), 'shipment { number }', token);
    handleFirstOrder(async (forward) => {
      await forward();
      await rm(attempts);
      await mkdir(attempts);
      return HttpResponse.json(checkout.host.orders[0], { status: 201 });
    });
    expect(await place()).toMatchObject({ shipment: { number: 'ORD-1' }, userErrors: [] });
    expect(checkout.host.countCalls('PUT updateUser')).toBe(0);
    await rm(attempts, { recursive: true });
    expect(getOnlyError(await place()).code).toBe('NOT_IN_CART');
    expect(checkout.host.getShopper(7).productIds).toEqual([1]);
  });

  it('does not read the record to check for removed copies if the host has rejected the removal', async () => {
    rejectCartUpdates();
    const before = checkout.host.countCalls('GET getUserById');
    await checkout.place(createOrderInput());
    // Once before the order, and once for the response.
    expect(checkout.host.countCalls('GET getUserById') - before).toBe(2);
  });

  it('keeps copies that were added after the host had rejected the removal', async () => {
    const acceptCartUpdates = rejectCartUpdates();
    const input = createOrderInput();
    await checkout.place(input);
    acceptCartUpdates();
    checkout.host.getShopper(7).productIds = [1, 1, 1, 1, 1, 2];
    await fetchOrderByKey(input.idempotencyKey);
    expect(checkout.host.getShopper(7).productIds).toEqual([1, 1, 1]);
  });

  it('does not prevent the purchase of a single book, for which the cart does not matter', async () => {
    rejectCartUpdates();
    await checkout.place(createOrderInput());
    expect(
      await checkout.place(
        createOrderInput({
          source: 'SINGLE_PRODUCT',
          lines: [{ productId: '2', quantity: 1 }],
          couponId: null,
          expectedTotal: 139.99,
        }),
      ),
    ).toMatchObject({ shipment: { number: 'ORD-2' }, userErrors: [] });
  });

  it('makes the next order fail with NOT_SIGNED_IN if the shopper has just been deleted', async () => {
    rejectCartUpdates();
    await checkout.place(createOrderInput());
    let reads = 0;
    checkout.server.use(
      http.get(`${hostUrl}/getUserById/:id`, () => {
        reads += 1;
        return reads > 1 ? createErrorResponse(404, 'User not found') : undefined;
      }),
    );
    expect(getOnlyError(await checkout.place(createOrderInput())).code).toBe('NOT_SIGNED_IN');
  });

  it('succeeds if the shopper has been deleted in the meantime', async () => {
    checkout.host.supportsEtagsAndKeys = false;
    handleFirstOrder(async (forward) => {
      await forward();
      checkout.server.use(
        http.get(`${hostUrl}/getUserById/:id`, () => createErrorResponse(404, 'User not found')),
      );
      return HttpResponse.json(checkout.host.orders[0], { status: 201 });
    });
    expect(await checkout.place(createOrderInput())).toMatchObject({
      shipment: { number: 'ORD-1' },
      userErrors: [],
    });
  });

  it('fails with INTERNAL_SERVER_ERROR if a bug in the gateway prevents removing its copies from the cart', async () => {
    vi.spyOn(CustomerRecords.prototype, 'update').mockRejectedValueOnce(new TypeError('unexpected'));
    const { errors } = await checkout.shop.graphql(
      'mutation ($input: CreateShipmentInput!) { createShipment(input: $input) { shipment { id } } }',
      { input: createOrderInput() },
      checkout.token,
    );
    expect(errors).toMatchObject([{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }]);
  });
});

describe('an order whose copies left the cart in an update whose response was lost', () => {
  it.each([
    ['the record can be read again', false],
    ['the record cannot be read just afterwards', true],
  ])('does not remove further copies of its books later if %s', async (_, hidesRecord) => {
    checkout.host.getShopper(7).productIds = [1, 1, 1, 1, 1, 1, 2];
    loseCartUpdateResponse({ hidesRecord });
    const input = createOrderInput();
    expect(await checkout.place(input)).toMatchObject({ shipment: { number: 'ORD-1' }, userErrors: [] });
    expect(checkout.host.getShopper(7).productIds).toEqual([1, 1, 1, 1]);
    expect(await fetchOrderByKey(input.idempotencyKey)).toEqual({ number: 'ORD-1' });
    expect(checkout.host.getShopper(7).productIds).toEqual([1, 1, 1, 1]);
    const oneCopy = { lines: [{ productId: '1', quantity: 1 }], expectedTotal: 234.55 };
    expect(await checkout.place(createOrderInput(oneCopy))).toHaveProperty('shipment.number', 'ORD-2');
    expect(checkout.host.getShopper(7).productIds).toEqual([1, 1, 1]);
  });

  it('does not remove its books if they are added again, so that they can be ordered again', async () => {
    checkout.host.getShopper(7).productIds = [1, 1, 2];
    loseCartUpdateResponse();
    await checkout.place(createOrderInput());
    expect(checkout.host.getShopper(7).productIds).toEqual([]);
    checkout.host.getShopper(7).productIds = [1, 1, 2];
    expect(await checkout.place(createOrderInput())).toHaveProperty('shipment.number', 'ORD-2');
    expect(checkout.host.orders).toHaveLength(2);
  });
});

describe('an order that the store still lists as unresolved after its copies left the cart', () => {
  it('makes only the next order read the record of the shopper twice', async () => {
    // The store does not remove the first order from its list, although it reports success.
    vi.spyOn(AttemptStore.prototype, 'removeUnresolved').mockResolvedValueOnce();
    await checkout.place(createOrderInput());
    const readsByOrder: number[] = [];
    for (const _ of [1, 2]) {
      const before = checkout.host.countCalls('GET getUserById');
      await checkout.place(createOrderInput());
      readsByOrder.push(checkout.host.countCalls('GET getUserById') - before);
    }
    expect(readsByOrder).toEqual([2, 1]);
  });
});

describe('an order at a host without idempotency keys', () => {
  it('has an unknown outcome if its response was lost and the earlier orders could not be read', async () => {
    checkout.host.supportsEtagsAndKeys = false;
    const showOrders = hideOrders();
    loseFirstResponse();
    const input = createOrderInput();
    expect(getOnlyError(await checkout.place(input))).toEqual(outcomeUnknown);
    showOrders();
    expect(getOnlyError(await checkout.place(input))).toEqual(outcomeUnknown);
    expect(checkout.host.orders).toHaveLength(1);
  });

  it.each([
    ['the earlier orders could not be read', () => void hideOrders()],
    [
      'the shopper has no e-mail address, without which the gateway does not read the orders',
      () => Object.assign(checkout.host.getShopper(7), { email: null }),
    ],
  ])('has an unknown outcome if the host failed after creating it and %s', async (_, prepare) => {
    checkout.host.supportsEtagsAndKeys = false;
    prepare();
    handleFirstOrder(async (forward) => {
      await forward();
      return createErrorResponse(500, 'NullPointerException at Mail.java:40');
    });
    const input = createOrderInput();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(getOnlyError(await checkout.place(input))).toEqual(outcomeUnknown);
    }
    expect(checkout.host.orders).toHaveLength(1);
  });

  it.each([502, 503, 504, 524])('has an unknown outcome if a proxy responds with %i', async (status) => {
    checkout.host.supportsEtagsAndKeys = false;
    handleFirstOrder(() => new HttpResponse(null, { status }));
    expect(getOnlyError(await checkout.place(createOrderInput()))).toEqual(outcomeUnknown);
  });
});

describe('an order that the host certainly did not create', () => {
  it('is rejected, and its key can be used again', async () => {
    const shop = await gateways.start({
      breaker: { failureThreshold: 1, minOpenMs: 60_000, maxOpenMs: 60_000 },
    });
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const token = await signIn(shop);
    const place = (input: Record<string, unknown>) =>
      mutate(shop.graphql, 'createShipment', input, 'shipment { number }', token);
    handleFirstOrder(() => new HttpResponse(null, { status: 503 }));
    expect(getOnlyError(await place(createOrderInput()))).toEqual(outcomeUnknown);
    const input = createOrderInput();
    // The circuit breaker is open for a minute: the order does not leave the gateway.
    const rejected = await place(input);
    expect(getOnlyError(rejected)).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'Failed to Place Order.',
    });
    vi.advanceTimersByTime(60_000);
    expect(await place(input)).toHaveProperty('shipment.number', 'ORD-1');
    expect(checkout.host.orders).toHaveLength(1);
  });

  it('is rejected for the reason that the host states, even if its key cannot be freed', async () => {
    const dataDir = await createTemporaryFolder();
    const shop = await gateways.start({ config: { dataDir } });
    const token = await signIn(shop);
    const attempts = path.join(dataDir, 'gateway', 'order-attempts');
    handleFirstOrder(async () => {
      await rm(attempts);
      await mkdir(attempts);
      return createErrorResponse(400, 'The shop is closed today.');
    });
    const input = createOrderInput();
    const rejected = await mutate(shop.graphql, 'createShipment', input, 'shipment { number }', token);
    expect(getOnlyError(rejected)).toMatchObject({
      code: 'UPSTREAM_REJECTED',
      message: 'The shop is closed today.',
    });
  });

  it('is recognized by its refused connection; if the connection was closed, the request may have arrived', async () => {
    const server = createServer((request) => request.socket.destroy());
    const port = await listenOnFreePort(server);
    const observer = {
      onAttemptStart: () => ({ headers: {}, end: () => {} }),
      onAttemptEnd: () => {},
      onRetry: () => {},
      onNotSent: () => {},
    };
    const transport = new RestTransport(`http://127.0.0.1:${port}`, observer, restPolicy);
    const send = () =>
      transport.send({
        endpoint: 'createShipment',
        method: 'POST',
        path: '/createShipment',
        userMessage: '',
      });
    await expect(send()).rejects.toMatchObject({ reason: 'network', mayHaveArrived: true });
    await closeServer(server);
    await expect(send()).rejects.toMatchObject({ reason: 'network', mayHaveArrived: false });
  });
});
