import { HttpResponse, http } from 'msw';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createOrderInput, setUpCheckout, total } from './checkout-setup.ts';
import { at, getOnlyError } from './graphql-call.ts';
import { createErrorResponse, hostUrl } from './rest-host.ts';
import { createProductRecord } from './rest-records.ts';

const checkout = setUpCheckout();

describe('an order that cannot be placed', () => {
  it.each([
    ['without a login', {}, 'NOT_SIGNED_IN', 'Please Login or Create your account', false],
    ['without lines, from the cart', { lines: [] }, 'NO_PRODUCTS', 'No products selected', true],
    [
      'without lines, from the payment page',
      { lines: [], source: 'PAYMENT_PAGE' },
      'NO_PRODUCTS',
      'No products found for shipment',
      true,
    ],
    [
      'without a delivery address',
      { addressId: null },
      'ADDRESS_REQUIRED',
      'Please select an address.',
      true,
    ],
    [
      'to the address of another shopper',
      { addressId: '12' },
      'ADDRESS_NOT_FOUND',
      'Please select a valid address.',
      true,
    ],
    ['with an unknown coupon', { couponId: '9' }, 'COUPON_NOT_FOUND', 'This coupon is not available.', true],
    [
      'for an unknown product',
      { lines: [{ productId: '9', quantity: 1 }] },
      'PRODUCT_NOT_FOUND',
      'No product data available.',
      true,
    ],
    [
      'for eleven copies',
      { lines: [{ productId: '1', quantity: 11 }] },
      'QUANTITY_OUT_OF_RANGE',
      'Choose a quantity from 1 to 10.',
      true,
    ],
    [
      'with an idempotency key that is too short',
      { idempotencyKey: 'short' },
      'INVALID',
      "The key must consist of 8 to 128 letters, digits, '-' or '_'.",
      true,
    ],
  ])('%s is rejected with the matching error', async (_, changes, code, message, isSignedIn) => {
    const rejected = await checkout.place(createOrderInput(changes), isSignedIn ? undefined : null);
    expect(getOnlyError(rejected)).toMatchObject({ code, message });
    expect(rejected.shipment).toBeNull();
    expect(checkout.host.orders).toEqual([]);
  });

  it('because its total has changed is rejected with a new quote', async () => {
    const rejected = await checkout.place(createOrderInput({ expectedTotal: 569.1 }));
    expect(getOnlyError(rejected).code).toBe('TOTAL_CHANGED');
    expect(rejected.quote).toMatchObject({ itemTotal: 598.99, grandTotal: total });
    expect(rejected.cart).toEqual({ unitCount: 4 });
    expect(checkout.host.orders).toEqual([]);
  });

  it.each(['CART', 'PAYMENT_PAGE'])(
    'from %s, because some of its copies are no longer in the cart, is rejected with a quote of the remaining copies',
    async (source) => {
      checkout.host.getShopper(7).productIds = [1];
      const rejected = await checkout.place(createOrderInput({ source, couponId: null }));
      expect(getOnlyError(rejected)).toMatchObject({
        code: 'NOT_IN_CART',
        message: 'Your cart has changed. Please check it and confirm again.',
      });
      expect(rejected.quote).toMatchObject({ itemTotal: 249.5 });
      expect(at(rejected, 'quote.lines')).toEqual([{ available: true }]);
      expect(checkout.host.orders).toEqual([]);
    },
  );

  it('because too few copies are left is rejected without being sent to the host', async () => {
    checkout.host.getShopper(7).productIds = [3, 3];
    const rejected = await checkout.place(
      createOrderInput({ lines: [{ productId: '3', quantity: 2 }], couponId: null, expectedTotal: 226 }),
    );
    expect(getOnlyError(rejected)).toMatchObject({
      code: 'OUT_OF_STOCK',
      message: 'Currently, no stock is available for this product.',
    });
    expect(at(rejected, 'quote.lines')).toEqual([{ available: false }]);
    expect(checkout.host.countCalls('POST createShipment')).toBe(0);
  });

  it('because too few copies of two products are left is rejected with an error for the first of their lines', async () => {
    checkout.host.products = [
      createProductRecord(1),
      createProductRecord(2, { remainingQuantity: 1 }),
      createProductRecord(3, { remainingQuantity: 0 }),
    ];
    checkout.host.getShopper(7).productIds = [1, 2, 2, 3];
    const createLine = (productId: string, quantity: number) => ({ productId, quantity });
    const lines = [createLine('1', 1), createLine('2', 2), createLine('3', 1)];
    const rejected = await checkout.place(createOrderInput({ lines, couponId: null }));
    expect(getOnlyError(rejected)).toMatchObject({
      code: 'OUT_OF_STOCK',
      field: ['lines', '1', 'quantity'],
    });
    expect(at(rejected, 'quote.lines')).toEqual([
      { available: true },
      { available: false },
      { available: false },
    ]);
  });

  it('because too few copies are left is rejected as out of stock, even if its total has changed as well', async () => {
    checkout.host.getShopper(7).productIds = [3, 3];
    const rejected = await checkout.place(
      createOrderInput({ lines: [{ productId: '3', quantity: 2 }], couponId: null, expectedTotal: 1 }),
    );
    expect(getOnlyError(rejected).code).toBe('OUT_OF_STOCK');
  });

  it.each([409, 500])(
    'because the host reports too few copies (status %i) is rejected with a quote that shows which product is unavailable',
    async (status) => {
      const reportShortage = () => {
        checkout.host.products = [
          createProductRecord(1, { price: 249.5, remainingQuantity: 1 }),
          createProductRecord(2, { price: 99.99 }),
        ];
        return createErrorResponse(status, 'Not enough stock for product Book 1');
      };
      checkout.server.use(http.post(`${hostUrl}/createShipment`, reportShortage));
      const rejected = await checkout.place(createOrderInput());
      expect(getOnlyError(rejected)).toMatchObject({
        code: 'OUT_OF_STOCK',
        message: 'Currently, no stock is available for this product.',
        field: ['lines', '0', 'quantity'],
      });
      expect(at(rejected, 'quote.lines')).toEqual([{ available: false }, { available: true }]);
      expect(checkout.host.getShopper(7).productIds).toEqual([1, 1, 1, 2]);
    },
  );

  it('because its coupon has just ended is rejected with a quote without the coupon, and the coupons are refreshed', async () => {
    const rejectCoupon = () => {
      checkout.host.coupons = [{ id: 2, couponName: 'NEXT', discount: 5 }];
      const message = 'coupon: There is no coupon 1';
      const errors = [{ field: 'coupon', message: 'There is no coupon 1' }];
      return HttpResponse.json({ message, errors }, { status: 400 });
    };
    checkout.server.use(http.post(`${hostUrl}/createShipment`, rejectCoupon));
    const rejected = await checkout.place(createOrderInput());
    expect(rejected.userErrors).toEqual([
      { code: 'COUPON_NOT_FOUND', message: 'This coupon is not available.', field: ['couponId'] },
    ]);
    expect(rejected.quote).toMatchObject({ itemTotal: 598.99, discount: 0 });
    const { data } = await checkout.shop.graphql('{ coupons { name } }');
    expect(data).toEqual({ coupons: [{ name: 'NEXT' }] });
  });

  it('because of an unknown coupon is rejected with a quote without the coupon, and is not sent to the host', async () => {
    const rejected = await checkout.place(createOrderInput({ couponId: '9' }));
    expect(getOnlyError(rejected).code).toBe('COUPON_NOT_FOUND');
    expect(rejected.quote).toMatchObject({ itemTotal: 598.99, discount: 0 });
    expect(checkout.host.countCalls('POST createShipment')).toBe(0);
  });

  it('because a price has just changed at the host is rejected with a new quote', async () => {
    const rejectTotal = ({ request }: { request: Request }) => {
      checkout.host.products = [
        createProductRecord(1, { price: 300 }),
        createProductRecord(2, { price: 99.99 }),
      ];
      return request.headers.get('verify-total') === 'true'
        ? createErrorResponse(412, 'The total has changed: it is 659.99 rupees now, not 569.09')
        : createErrorResponse(400, 'Verify-Total is missing');
    };
    checkout.server.use(http.post(`${hostUrl}/createShipment`, rejectTotal));
    const rejected = await checkout.place(createOrderInput());
    expect(rejected.userErrors).toEqual([
      {
        code: 'TOTAL_CHANGED',
        message: 'The total has changed. Please check it and confirm again.',
        field: ['expectedTotal'],
      },
    ]);
    expect(rejected.quote).toMatchObject({ itemTotal: 699.99, grandTotal: 659.99 });
    expect(rejected.cart).toEqual({ unitCount: 4 });
  });

  it('because the host changed a price can be placed with the new total before the products are reloaded', async () => {
    checkout.host.products = [
      createProductRecord(1, { price: 300 }),
      createProductRecord(2, { price: 99.99 }),
    ];
    const productList = Promise.withResolvers<void>();
    onTestFinished(() => productList.resolve());
    checkout.server.use(
      http.get(`${hostUrl}/getallproducts`, () => productList.promise),
      http.post(
        `${hostUrl}/createShipment`,
        () => createErrorResponse(412, 'The total has changed: it is 659.99 rupees now, not 569.09'),
        { once: true },
      ),
    );
    const rejected = await checkout.place(createOrderInput());
    expect(getOnlyError(rejected).code).toBe('TOTAL_CHANGED');
    expect(rejected.quote).toMatchObject({ itemTotal: 699.99, grandTotal: 659.99 });
    const placed = await checkout.place(createOrderInput({ expectedTotal: 659.99 }));
    expect(placed).toMatchObject({ shipment: { totalPrice: 659.99 }, userErrors: [] });
  });

  const changedTotal = 'The total has changed: it is 659.99 rupees now, not 569.09';
  it.each([
    [
      'the refreshed prices give the same total',
      createErrorResponse(412, changedTotal),
      [1, 2, 3],
      changedTotal,
    ],
    ['no reason is given', new HttpResponse(null, { status: 412 }), [1, 2, 3], 'Failed to Place Order.'],
    ['the total can no longer be calculated', createErrorResponse(412, changedTotal), [2, 3], changedTotal],
  ])(
    'because the host rejects its total is rejected without asking the shopper to confirm it again: %s',
    async (_, response, productIds, message) => {
      checkout.server.use(
        http.post(`${hostUrl}/createShipment`, () => {
          const products = Array.isArray(checkout.host.products) ? checkout.host.products : [];
          checkout.host.products = products.filter(({ id }) => productIds.includes(id));
          return response;
        }),
      );
      const rejected = await checkout.place(createOrderInput());
      expect(rejected).toMatchObject({
        userErrors: [{ code: 'UPSTREAM_REJECTED', message, field: null }],
        quote: null,
      });
    },
  );

  it.each([
    ['CART', 'Failed to Place Order.'],
    ['PAYMENT_PAGE', 'Failed to create shipment'],
  ])(
    'because of a server error is rejected without the text of the error (source: %s)',
    async (source, message) => {
      const failWithStackTrace = () =>
        HttpResponse.json({ message: 'NullPointerException at Shipment.java:40' }, { status: 500 });
      checkout.server.use(http.post(`${hostUrl}/createShipment`, failWithStackTrace));
      expect(getOnlyError(await checkout.place(createOrderInput({ source })))).toEqual({
        code: 'UNAVAILABLE',
        message,
        field: null,
      });
    },
  );

  it('because the disk of the host is full is rejected, and its idempotency key can be used again', async () => {
    const rejectOnce = () => createErrorResponse(507, 'The disk of the database is full');
    checkout.server.use(http.post(`${hostUrl}/createShipment`, rejectOnce, { once: true }));
    const input = createOrderInput();
    expect(getOnlyError(await checkout.place(input))).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'Failed to Place Order.',
    });
    expect(await checkout.place(input)).toMatchObject({ shipment: { number: 'ORD-1' }, userErrors: [] });
  });
});
