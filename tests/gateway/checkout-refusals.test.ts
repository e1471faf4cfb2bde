import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { checkoutSide, order, total } from './checkout-orders.ts';
import { at, onlyError } from './graphql-call.ts';
import { hostUrl, refusal } from './rest-host.ts';
import { hostProduct } from './rest-records.ts';

const checkout = checkoutSide();

describe('an order that cannot be placed', () => {
  it.each([
    ['without a session', {}, 'NOT_SIGNED_IN', 'Please Login or Create your account', false],
    ['of nothing from the cart', { lines: [] }, 'NO_PRODUCTS', 'No products selected', true],
    [
      'of nothing from the payment page',
      { lines: [], source: 'PAYMENT_PAGE' },
      'NO_PRODUCTS',
      'No products found for shipment',
      true,
    ],
    ['without an address', { addressId: null }, 'ADDRESS_REQUIRED', 'Please select an address.', true],
    [
      'to an address of another shopper',
      { addressId: '12' },
      'ADDRESS_NOT_FOUND',
      'Please select a valid address.',
      true,
    ],
    ['with an unknown coupon', { couponId: '9' }, 'COUPON_NOT_FOUND', 'This coupon is not available.', true],
    [
      'of an unknown product',
      { lines: [{ productId: '9', quantity: 1 }] },
      'PRODUCT_NOT_FOUND',
      'No product data available.',
      true,
    ],
    [
      'of eleven copies',
      { lines: [{ productId: '1', quantity: 11 }] },
      'QUANTITY_OUT_OF_RANGE',
      'Choose a quantity from 1 to 10.',
      true,
    ],
    [
      'with a short key',
      { idempotencyKey: 'short' },
      'INVALID',
      "A key has 8 to 128 letters, digits, '-' and '_'.",
      true,
    ],
  ])('%s says why', async (_, changes, code, message, signedIn) => {
    const refused = await checkout.place(order(changes), signedIn ? undefined : null);
    expect(onlyError(refused)).toMatchObject({ code, message });
    expect(refused.shipment).toBeNull();
    expect(checkout.host.orders).toEqual([]);
  });

  it('for the total the shopper saw comes with the new quote', async () => {
    const refused = await checkout.place(order({ expectedTotal: 569.1 }));
    expect(onlyError(refused).code).toBe('TOTAL_CHANGED');
    expect(refused.quote).toMatchObject({ itemTotal: 598.99, grandTotal: total });
    expect(refused.cart).toEqual({ unitCount: 4 });
    expect(checkout.host.orders).toEqual([]);
  });

  it('for want of copies says so before the host is asked', async () => {
    checkout.host.shopper(7).productIds = [3, 3];
    const refused = await checkout.place(
      order({ lines: [{ productId: '3', quantity: 2 }], couponId: null, expectedTotal: 226 }),
    );
    expect(onlyError(refused)).toMatchObject({
      code: 'OUT_OF_STOCK',
      message: 'Currently, no stock is available for this product.',
    });
    expect(at(refused, 'quote.lines')).toEqual([{ available: false }]);
    expect(checkout.host.calledTimes('POST createShipment')).toBe(0);
  });

  it.each([409, 500])(
    'for want of copies that the host alone knows of (%i) shows them gone',
    async (status) => {
      const lastOne = () => {
        checkout.host.products = [
          hostProduct(1, { price: 249.5, remainingQuantity: 1 }),
          hostProduct(2, { price: 99.99 }),
        ];
        return refusal(status, 'Not enough stock for product Book 1');
      };
      checkout.server.use(http.post(`${hostUrl}/createShipment`, lastOne));
      const refused = await checkout.place(order());
      expect(onlyError(refused)).toMatchObject({
        code: 'OUT_OF_STOCK',
        message: 'Currently, no stock is available for this product.',
      });
      expect(at(refused, 'quote.lines')).toEqual([{ available: false }, { available: true }]);
      expect(checkout.host.shopper(7).productIds).toEqual([1, 1, 1, 2]);
    },
  );

  it.each([
    ['CART', 'Failed to Place Order.', total],
    ['PAYMENT_PAGE', 'Failed to create shipment', 589.09],
  ])('from %s, since the host broke, tells nothing of how', async (source, message, expectedTotal) => {
    const broken = () =>
      HttpResponse.json({ message: 'NullPointerException at Shipment.java:40' }, { status: 500 });
    checkout.server.use(http.post(`${hostUrl}/createShipment`, broken));
    expect(onlyError(await checkout.place(order({ source, expectedTotal })))).toEqual({
      code: 'FAILED',
      message,
      field: null,
    });
  });
});
