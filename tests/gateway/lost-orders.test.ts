import { once } from 'node:events';
import { createServer } from 'node:http';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { restPolicy } from '#gateway/rest/policy.ts';
import { RestTransport } from '#gateway/rest/transport.ts';
import { checkoutSide, order } from './checkout-orders.ts';
import { at, mutate, onlyError } from './graphql-call.ts';
import { signIn, startGateway } from './harness.ts';
import { hostUrl, refusal } from './rest-host.ts';

const checkout = checkoutSide();

const outcomeUnknown = {
  code: 'OUTCOME_UNKNOWN',
  message: 'Your order may have been placed. Please check My Orders.',
  field: null,
};

/** How the host takes an order the first time it is sent; later ones it takes as usual. */
function takeFirstOrder(take: (arrive: () => Promise<unknown>) => Response | Promise<Response>): void {
  let sent = 0;
  checkout.server.use(
    http.post(`${hostUrl}/createShipment`, async ({ request }) => {
      sent += 1;
      if (sent > 1) return undefined;
      const { url, method, headers } = request;
      const body = await request.clone().text();
      return take(() => fetch(url, { method, headers, body }));
    }),
  );
}

/** The host makes the order; only its answer does not arrive. */
function loseFirstAnswer(): void {
  takeFirstOrder(async (arrive) => {
    await arrive();
    return HttpResponse.error();
  });
}

/** The host has not made the order when its answer gets lost; gives what makes it at last. */
function delayFirstOrder(): () => Promise<unknown> {
  let arrive: () => Promise<unknown> = async () => {};
  takeFirstOrder((arriving) => {
    arrive = arriving;
    return HttpResponse.error();
  });
  return () => arrive();
}

/** The host does not list anybody's orders; gives what ends this. */
function hideOrders(): () => void {
  let isHidden = true;
  checkout.server.use(
    http.get(`${hostUrl}/OrdersByUserEmail`, () => (isHidden ? HttpResponse.error() : undefined)),
  );
  return () => {
    isHidden = false;
  };
}

const sentTimes = () => checkout.host.calledTimes('POST createShipment');

async function placedUnder(idempotencyKey: unknown): Promise<unknown> {
  const { data } = await checkout.shop.graphql(
    'query ($idempotencyKey: String!) { user { order(idempotencyKey: $idempotencyKey) { id } } }',
    { idempotencyKey },
    checkout.token,
  );
  return at(data, 'user.order');
}

describe.each([
  ['honours idempotency keys', true],
  ['is plain', false],
])('an order whose answer was lost, at a host that %s', (_, honoursHeaders) => {
  beforeEach(() => {
    checkout.host.honoursHeaders = honoursHeaders;
  });

  it('is found among the orders of the shopper, and leaves the cart', async () => {
    loseFirstAnswer();
    const input = order();
    const placed = await checkout.place(input);
    expect(placed).toMatchObject({ shipment: { id: 'ORD-1' }, userErrors: [] });
    expect(await checkout.place(input)).toHaveProperty('shipment.id', 'ORD-1');
    expect(checkout.host.orders).toHaveLength(1);
    expect(checkout.host.shopper(7).productIds).toEqual([1]);
  });

  it('is found later when the orders cannot be read at once', async () => {
    loseFirstAnswer();
    const input = order();
    // The orders from before are read; those afterwards are not.
    let reads = 0;
    let isHidden = true;
    checkout.server.use(
      http.get(`${hostUrl}/OrdersByUserEmail`, () => {
        reads += 1;
        return reads > 1 && isHidden ? HttpResponse.error() : undefined;
      }),
    );
    expect(onlyError(await checkout.place(input))).toEqual(outcomeUnknown);
    expect(checkout.host.shopper(7).productIds).toEqual([1, 1, 1, 2]);
    isHidden = false;
    expect(await checkout.place(input)).toHaveProperty('shipment.id', 'ORD-1');
    expect(checkout.host.orders).toHaveLength(1);
    expect(checkout.host.shopper(7).productIds).toEqual([1]);
  });

  it('is never taken for an equal order from before', async () => {
    await checkout.place(order());
    checkout.host.shopper(7).productIds = [1, 1, 1, 2];
    delayFirstOrder();
    expect(onlyError(await checkout.place(order()))).toEqual(outcomeUnknown);
    expect(checkout.host.shopper(7).productIds).toEqual([1, 1, 1, 2]);
  });

  it('leaves the cart before the next order, so that another tab does not order it again', async () => {
    const makeNow = delayFirstOrder();
    expect(onlyError(await checkout.place(order()))).toEqual(outcomeUnknown);
    await makeNow();
    expect(onlyError(await checkout.place(order())).code).toBe('NOT_IN_CART');
    expect(checkout.host.orders).toHaveLength(1);
    expect(checkout.host.shopper(7).productIds).toEqual([1]);
  });

  it('is told by its key, without being sent again', async () => {
    const makeNow = delayFirstOrder();
    const input = order();
    expect(onlyError(await checkout.place(input))).toEqual(outcomeUnknown);
    expect(await placedUnder(input.idempotencyKey)).toBeNull();
    await makeNow();
    expect(await placedUnder(input.idempotencyKey)).toEqual({ id: 'ORD-1' });
    expect(checkout.host.shopper(7).productIds).toEqual([1]);
    expect(checkout.host.orders).toHaveLength(1);
  });

  it('is found when the host broke after it had made it', async () => {
    takeFirstOrder(async (arrive) => {
      await arrive();
      return refusal(500, 'NullPointerException at Mail.java:40');
    });
    expect(await checkout.place(order())).toMatchObject({ shipment: { id: 'ORD-1' }, userErrors: [] });
    expect(checkout.host.orders).toHaveLength(1);
  });
});

describe('an order whose answer was lost before the host made it', () => {
  it('is never sent again to a plain host, which may still make it', async () => {
    checkout.host.honoursHeaders = false;
    const makeNow = delayFirstOrder();
    const input = order();
    for (let time = 0; time < 3; time += 1) {
      expect(onlyError(await checkout.place(input))).toEqual(outcomeUnknown);
    }
    expect(sentTimes()).toBe(0);
    await makeNow();
    expect(await checkout.place(input)).toHaveProperty('shipment.id', 'ORD-1');
    expect(checkout.host.orders).toHaveLength(1);
  });

  it('is sent again to a host that honours idempotency keys', async () => {
    delayFirstOrder();
    const input = order();
    expect(onlyError(await checkout.place(input))).toEqual(outcomeUnknown);
    expect(await checkout.place(input)).toHaveProperty('shipment.id', 'ORD-1');
    expect(checkout.host.orders).toHaveLength(1);
  });

  it('is sent again also where such a host could list no orders before', async () => {
    const listAgain = hideOrders();
    delayFirstOrder();
    const input = order();
    expect(onlyError(await checkout.place(input))).toEqual(outcomeUnknown);
    listAgain();
    expect(await checkout.place(input)).toHaveProperty('shipment.id', 'ORD-1');
    expect(checkout.host.orders).toHaveLength(1);
  });

  it('is not taken for the one that the shopper then placed anew, but for itself when it comes late', async () => {
    checkout.host.honoursHeaders = false;
    const makeNow = delayFirstOrder();
    const input = order();
    await checkout.place(input);
    expect(await checkout.place(order())).toHaveProperty('shipment.id', 'ORD-1');
    expect(onlyError(await checkout.place(input))).toEqual(outcomeUnknown);
    await makeNow();
    expect(await checkout.place(input)).toHaveProperty('shipment.id', 'ORD-2');
  });

  it('has an unknown outcome also where the orders from before could not be read', async () => {
    checkout.host.honoursHeaders = false;
    const listAgain = hideOrders();
    loseFirstAnswer();
    const input = order();
    expect(onlyError(await checkout.place(input))).toEqual(outcomeUnknown);
    listAgain();
    expect(onlyError(await checkout.place(input))).toEqual(outcomeUnknown);
    expect(checkout.host.orders).toHaveLength(1);
  });

  it.each([502, 503, 504, 524])('has an unknown outcome where a proxy answers %i', async (status) => {
    checkout.host.honoursHeaders = false;
    takeFirstOrder(() => new HttpResponse(null, { status }));
    expect(onlyError(await checkout.place(order()))).toEqual(outcomeUnknown);
  });
});

describe('an order that the host certainly did not get', () => {
  it('is refused and may be placed under its key', async () => {
    const shop = await startGateway({
      breaker: { failureThreshold: 1, minOpenMs: 60_000, maxOpenMs: 60_000 },
    });
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const token = await signIn(shop);
      const place = (input: Record<string, unknown>) =>
        mutate(shop.graphql, 'createShipment', input, 'shipment { id }', token);
      takeFirstOrder(() => new HttpResponse(null, { status: 503 }));
      expect(onlyError(await place(order()))).toEqual(outcomeUnknown);
      const input = order();
      // The endpoint is left alone for a minute: the order does not leave the gateway.
      const refused = await place(input);
      expect(onlyError(refused)).toMatchObject({ code: 'FAILED', message: 'Failed to Place Order.' });
      vi.advanceTimersByTime(60_000);
      expect(await place(input)).toHaveProperty('shipment.id', 'ORD-1');
      expect(checkout.host.orders).toHaveLength(1);
    } finally {
      vi.useRealTimers();
      await shop.close();
    }
  });

  it('is known by the connection that never came about, as opposed to one that broke', async () => {
    const server = createServer((request) => request.socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = z.object({ port: z.number() }).parse(server.address());
    const observer = {
      attemptStarted: () => ({ headers: {}, end: () => {} }),
      attemptEnded: () => {},
      retried: () => {},
      notSent: () => {},
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
    server.close();
    await once(server, 'close');
    await expect(send()).rejects.toMatchObject({ reason: 'network', mayHaveArrived: false });
  });
});
