import { HttpResponse, http } from 'msw';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createOrderInput, setUpCheckout } from './checkout-setup.ts';
import { at, getOnlyError } from './graphql-call.ts';
import { signIn } from './harness.ts';
import { createErrorResponse, hostUrl } from './rest-host.ts';

const checkout = setUpCheckout();

describe('an order sent again with the same idempotency key', () => {
  it('is placed once, even if it is sent ten times concurrently, and each response contains it', async () => {
    const input = createOrderInput();
    const payloads = await Promise.all(Array.from({ length: 10 }, () => checkout.place(input)));
    expect(new Set(payloads.map((payload) => at(payload, 'shipment.number')))).toEqual(new Set(['ORD-1']));
    expect(payloads.every(({ userErrors }) => userErrors.length === 0)).toBe(true);
    expect(checkout.host.countCalls('POST createShipment')).toBe(1);
    expect(checkout.host.getShopper(7).productIds).toEqual([1]);
  });

  it('is returned from storage later, and does not change a cart that was filled in the meantime', async () => {
    const input = createOrderInput();
    const first = await checkout.place(input);
    checkout.host.getShopper(7).productIds = [1, 1, 2];
    checkout.host.products = [];
    expect((await checkout.place(input)).shipment).toEqual(first.shipment);
    expect(checkout.host.getShopper(7).productIds).toEqual([1, 1, 2]);
    expect(checkout.host.orders).toHaveLength(1);
  });

  it('is returned for almost two days', async () => {
    const input = createOrderInput();
    const first = await checkout.place(input);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 47 * 60 * 60 * 1000 });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const repeated = await checkout.place(input, await signIn(checkout.shop));
    expect(repeated.shipment).toEqual(first.shipment);
    expect(checkout.host.countCalls('POST createShipment')).toBe(1);
  });

  it('is rejected if its content differs', async () => {
    const input = createOrderInput();
    await checkout.place(input);
    for (const changed of [
      { expectedTotal: 1 },
      { addressId: '12' },
      { couponId: null },
      { source: 'PAYMENT_PAGE' },
      { paymentMethod: 'CASH_ON_DELIVERY' },
      { lines: [{ productId: '1', quantity: 1 }] },
    ]) {
      expect(getOnlyError(await checkout.place({ ...input, ...changed })).code).toBe(
        'IDEMPOTENCY_KEY_REUSED',
      );
    }
    expect(checkout.host.orders).toHaveLength(1);
  });

  it('is a new order if another shopper sends it', async () => {
    const input = createOrderInput();
    await checkout.place(input);
    checkout.host.passwords.set('9000000002', 'right-password');
    checkout.host.getShopper(8).productIds = [1, 1, 2];
    const other = await signIn(checkout.shop, '9000000002');
    const payload = await checkout.place({ ...input, addressId: '12' }, other);
    expect(payload).toHaveProperty('shipment.number', 'ORD-2');
  });

  it('is sent to the host again if the host rejected it before', async () => {
    const input = createOrderInput();
    checkout.server.use(
      http.post(`${hostUrl}/createShipment`, () => createErrorResponse(400, 'The shop is closed today.'), {
        once: true,
      }),
    );
    expect(getOnlyError(await checkout.place(input))).toMatchObject({
      code: 'UPSTREAM_REJECTED',
      message: 'The shop is closed today.',
    });
    expect(await checkout.place(input)).toHaveProperty('shipment.number', 'ORD-1');
  });
});

describe('an order that is read by its idempotency key', () => {
  async function readByKey(idempotencyKey: unknown): Promise<unknown> {
    const query =
      'query ($idempotencyKey: String!) { user { order(idempotencyKey: $idempotencyKey) { number status cancellable } } }';
    const { data, errors } = await checkout.shop.graphql(query, { idempotencyKey }, checkout.token);
    expect(errors).toEqual([]);
    return at(data, 'user.order');
  }

  it('has the status that the host has for it now', async () => {
    const input = createOrderInput();
    await checkout.place(input);
    const [order] = checkout.host.orders;
    Object.assign(order ?? {}, { status: 'Cancelled', cancellable: false });
    expect(await readByKey(input.idempotencyKey)).toMatchObject({ status: 'CANCELLED', cancellable: false });
  });

  it('has the status with which it was placed if the host cannot list the orders', async () => {
    const input = createOrderInput();
    await checkout.place(input);
    checkout.server.use(http.get(`${hostUrl}/OrdersByUserEmail`, () => HttpResponse.error()));
    expect(await readByKey(input.idempotencyKey)).toMatchObject({ number: 'ORD-1', status: 'PAID' });
  });
});
