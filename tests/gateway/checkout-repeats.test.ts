import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { checkoutSide, order } from './checkout-orders.ts';
import { at, onlyError } from './graphql-call.ts';
import { signIn } from './harness.ts';
import { hostUrl, refusal } from './rest-host.ts';

const checkout = checkoutSide();

describe('the same order sent again', () => {
  it('ten times at once is placed once, and every caller gets the same answer', async () => {
    const input = order();
    const answers = await Promise.all(Array.from({ length: 10 }, () => checkout.place(input)));
    expect(new Set(answers.map((answer) => at(answer, 'shipment.id')))).toEqual(new Set(['ORD-1']));
    expect(answers.every(({ userErrors }) => userErrors.length === 0)).toBe(true);
    expect(checkout.host.calledTimes('POST createShipment')).toBe(1);
    expect(checkout.host.shopper(7).productIds).toEqual([1]);
  });

  it('later is answered from memory and leaves a cart alone that was filled since', async () => {
    const input = order();
    const first = await checkout.place(input);
    checkout.host.shopper(7).productIds = [1, 1, 2];
    checkout.host.products = [];
    expect((await checkout.place(input)).shipment).toEqual(first.shipment);
    expect(checkout.host.shopper(7).productIds).toEqual([1, 1, 2]);
    expect(checkout.host.orders).toHaveLength(1);
  });

  it('with other contents is refused', async () => {
    const input = order();
    await checkout.place(input);
    for (const changed of [
      { expectedTotal: 1 },
      { addressId: '12' },
      { lines: [{ productId: '1', quantity: 1 }] },
    ]) {
      expect(onlyError(await checkout.place({ ...input, ...changed })).code).toBe('IDEMPOTENCY_KEY_REUSED');
    }
    expect(checkout.host.orders).toHaveLength(1);
  });

  it('by another shopper under the same key is another order', async () => {
    const input = order();
    await checkout.place(input);
    checkout.host.passwords.set('9000000002', 'right-password');
    checkout.host.shopper(8).productIds = [1, 1, 2];
    const other = await signIn(checkout.shop, '9000000002');
    const placed = await checkout.place({ ...input, addressId: '12' }, other);
    expect(placed).toHaveProperty('shipment.id', 'ORD-2');
  });

  it('after the host refused it is tried anew', async () => {
    const input = order();
    checkout.server.use(
      http.post(`${hostUrl}/createShipment`, () => refusal(400, 'The shop is closed today.'), { once: true }),
    );
    expect(onlyError(await checkout.place(input))).toMatchObject({
      code: 'FAILED',
      message: 'The shop is closed today.',
    });
    expect(await checkout.place(input)).toHaveProperty('shipment.id', 'ORD-1');
  });
});
