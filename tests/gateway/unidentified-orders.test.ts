import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { createOrderInput, setUpCheckout } from './checkout-setup.ts';
import { at, getOnlyError } from './graphql-call.ts';
import { createErrorResponse, hostUrl } from './rest-host.ts';

const checkout = setUpCheckout();

/** Makes the host create each order as usual, but send the response that `respond` returns. */
function respondToOrders(respond: (created: Record<string, unknown>) => Response): void {
  let isForwarding = false;
  checkout.server.use(
    http.post(`${hostUrl}/createShipment`, async ({ request }) => {
      if (isForwarding) return undefined;
      isForwarding = true;
      const created = await fetch(request.clone());
      isForwarding = false;
      return respond(await created.json());
    }),
  );
}

const responses: Array<[string, (created: Record<string, unknown>) => Response]> = [
  ['a sentence', () => HttpResponse.text('Shipment created successfully')],
  ['a message', () => HttpResponse.json({ message: 'Shipment created successfully' }, { status: 201 })],
  ['nothing', () => new HttpResponse(null, { status: 204 })],
  ['only the number of the order', ({ orderId }) => HttpResponse.json({ orderId }, { status: 201 })],
  ['an order without a date', (created) => HttpResponse.json({ ...created, orderDate: null })],
  ['an order inside another object', (created) => HttpResponse.json({ data: created })],
];

describe('a host that creates an order but does not return a valid record of it', () => {
  it.each(responses)(
    'is queried for the order, and the cart is updated, if it responds with %s',
    async (_, respond) => {
      respondToOrders(respond);
      const first = await checkout.place(createOrderInput());
      expect(first.userErrors).toEqual([]);
      expect(first).toMatchObject({ shipment: { number: 'ORD-1', totalPrice: 569.09 } });
      expect(checkout.host.getShopper(7).productIds).toEqual([1]);
      checkout.host.getShopper(7).productIds = [1, 1, 1, 2];
      expect(at(await checkout.place(createOrderInput()), 'shipment.number')).toBe('ORD-2');
      expect(checkout.host.orders).toHaveLength(2);
    },
  );

  it('is queried for the order even if the orders in its list have no lines', async () => {
    respondToOrders(() => new HttpResponse(null, { status: 201 }));
    checkout.server.use(
      http.get(`${hostUrl}/OrdersByUserEmail`, () =>
        HttpResponse.json(
          checkout.host.orders.map(({ orderId, orderDate, totalPrice, status }) => ({
            orderId,
            orderDate,
            totalPrice,
            status,
          })),
        ),
      ),
    );
    expect(await checkout.place(createOrderInput())).toMatchObject({
      shipment: { number: 'ORD-1' },
      cart: { unitCount: 1 },
    });
    checkout.host.getShopper(7).productIds = [1, 1, 1, 2];
    expect(at(await checkout.place(createOrderInput()), 'shipment.number')).toBe('ORD-2');
  });

  it.each([true, false])(
    'does not receive the order a second time while its list lacks the order (supports idempotency keys: %s)',
    async (supportsEtagsAndKeys) => {
      checkout.host.supportsEtagsAndKeys = supportsEtagsAndKeys;
      respondToOrders(() => HttpResponse.text('Shipment created successfully'));
      const headers = supportsEtagsAndKeys ? { 'idempotency-key-supported': 'true' } : undefined;
      let isListed = false;
      checkout.server.use(
        http.get(`${hostUrl}/OrdersByUserEmail`, () =>
          isListed ? undefined : HttpResponse.json([], { headers }),
        ),
      );
      const input = createOrderInput();
      const payload = await checkout.place(input);
      expect(getOnlyError(payload)).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
      expect(payload.cart).toEqual({ unitCount: 1 });
      expect(checkout.host.getShopper(7).productIds).toEqual([1]);
      expect(getOnlyError(await checkout.place(input))).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
      isListed = true;
      expect(at(await checkout.place(input), 'shipment.number')).toBe('ORD-1');
      expect(checkout.host.countCalls('POST createShipment')).toBe(1);
      expect(checkout.host.orders).toHaveLength(1);
      expect(checkout.host.getShopper(7).productIds).toEqual([1]);
    },
  );

  it('does not receive a second order for the same lines, even if the first update of the cart failed', async () => {
    respondToOrders(() => new HttpResponse(null, { status: 201 }));
    checkout.server.use(
      http.get(`${hostUrl}/OrdersByUserEmail`, () => HttpResponse.json([])),
      http.put(`${hostUrl}/updateUser/:id`, () => createErrorResponse(500, 'the database is read-only'), {
        once: true,
      }),
    );
    const first = await checkout.place(createOrderInput());
    expect([getOnlyError(first).code, at(first, 'cart.unitCount')]).toEqual(['OUTCOME_UNKNOWN', 4]);
    const second = await checkout.place(createOrderInput());
    expect([getOnlyError(second).code, at(second, 'cart.unitCount')]).toEqual(['NOT_IN_CART', 1]);
    expect(checkout.host.orders).toHaveLength(1);
  });

  it('leaves the outcome unknown if its list was unavailable before the order, and then contains only an identical order from years ago', async () => {
    await checkout.place(createOrderInput());
    Object.assign(checkout.host.orders[0] ?? {}, { orderId: 'OLD-1', orderDate: '2020-01-01' });
    checkout.host.getShopper(7).productIds = [1, 1, 1, 2];
    respondToOrders(() => new HttpResponse(null, { status: 204 }));
    checkout.server.use(
      http.get(`${hostUrl}/OrdersByUserEmail`, () =>
        checkout.host.orders.length === 1
          ? HttpResponse.error()
          : HttpResponse.json(checkout.host.orders.slice(0, 1)),
      ),
    );
    expect(getOnlyError(await checkout.place(createOrderInput()))).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(checkout.host.getShopper(7).productIds).toEqual([1]);
  });

  it('does not cause an older order, or one with a different total, to be mistaken for the new one', async () => {
    respondToOrders(() => new HttpResponse(null, { status: 204 }));
    await checkout.place(createOrderInput());
    const [created] = checkout.host.orders;
    Object.assign(created ?? {}, { orderDate: '2020-01-01' });
    checkout.host.getShopper(7).productIds = [1, 1, 1, 2];
    const otherTotal = createOrderInput({ couponId: null, expectedTotal: 628.99 });
    expect(at(await checkout.place(otherTotal), 'shipment.number')).toBe('ORD-2');
    checkout.host.getShopper(7).productIds = [1, 1, 1, 2];
    expect(at(await checkout.place(createOrderInput()), 'shipment.number')).toBe('ORD-3');
  });
});
