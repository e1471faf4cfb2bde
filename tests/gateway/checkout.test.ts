import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onlyError, restSide, signIn, startGateway, type TestGateway } from './harness.ts';
import { hostProduct, hostUrl, refusal } from './rest-host.ts';

const rest = restSide();
let shop: TestGateway;
let token: string;

beforeEach(async () => {
  rest.host.products = [
    hostProduct(1, { price: 249.5 }),
    hostProduct(2, { price: 99.99 }),
    hostProduct(3, { remainingQuantity: 1 }),
  ];
  rest.host.shopper(7).productIds = [1, 1, 1, 2];
  shop = await startGateway();
  token = await signIn(shop);
});
afterEach(() => shop.close());

const amounts = 'itemTotal discount shipping deliveryFee grandTotal averageDeliveryTime';
const lines = [
  { productId: '1', quantity: 2 },
  { productId: '2', quantity: 1 },
];
/** 598.99 less 10 percent, and three copies' shipping. */
const total = 569.09;

function order(changes: Record<string, unknown> = {}) {
  return {
    source: 'CART',
    lines,
    couponId: '1',
    addressId: '11',
    expectedTotal: total,
    idempotencyKey: crypto.randomUUID(),
    ...changes,
  };
}

async function place(input: Record<string, unknown>, as: string | undefined = token, on = shop) {
  const { data, errors } = await on.graphql(
    `mutation ($input: CreateShipmentInput!) { createShipment(input: $input) {
      shipment { id orderDate totalPrice status trackingNo address shipmentCharges deliveryFee lines { productName quantity product { id } } }
      quote { ${amounts} lines { available } } cart { unitCount } userErrors { code message field }
    } }`,
    { input },
    as,
  );
  expect(errors).toEqual([]);
  return data.createShipment;
}

describe('a quote', () => {
  const quote = (input: Record<string, unknown>) =>
    shop.graphql(
      `query ($input: CheckoutQuoteInput!) { checkoutQuote(input: $input) { ${amounts} coupon { couponName } lines { product { id } quantity unitPrice lineTotal available } } }`,
      { input },
    );

  it('is made for anybody, to the paisa', async () => {
    const { data } = await quote({ source: 'CART', lines, couponId: '1' });
    expect(data.checkoutQuote).toEqual({
      itemTotal: 598.99,
      discount: 59.9,
      shipping: 30,
      deliveryFee: 0,
      grandTotal: total,
      averageDeliveryTime: '5-6 days',
      coupon: { couponName: 'TEN' },
      lines: [
        { product: { id: '1' }, quantity: 2, unitPrice: 249.5, lineTotal: 499, available: true },
        { product: { id: '2' }, quantity: 1, unitPrice: 99.99, lineTotal: 99.99, available: true },
      ],
    });
  });

  it('says where too few copies are left', async () => {
    const { data } = await quote({ source: 'SINGLE_PRODUCT', lines: [{ productId: '3', quantity: 2 }] });
    expect(data.checkoutQuote.lines[0].available).toBe(false);
  });

  it.each([
    ['no lines', { lines: [] }, 'No products selected'],
    ['an unknown product', { lines: [{ productId: '9' }] }, 'No product data available.'],
    ['a product twice', { lines: [...lines, ...lines] }, 'A product stands in more than one line.'],
    ['eleven copies', { lines: [{ productId: '1', quantity: 11 }] }, 'Choose a quantity from 1 to 10.'],
    ['an unknown coupon', { lines, couponId: '9' }, 'This coupon is not available.'],
    ['two single products', { lines, source: 'SINGLE_PRODUCT' }, 'A single product is ordered in one line.'],
  ])('is refused for %s', async (_, input, message) => {
    const { errors } = await quote({ source: 'CART', ...input });
    expect(errors[0]?.message).toContain(message);
    expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });
});

describe('an order', () => {
  it('sends the shipment of the specification, and what was ordered leaves the cart', async () => {
    const placed = await place(order());
    expect(placed).toEqual({
      shipment: {
        id: 'ORD-1',
        orderDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        totalPrice: total,
        status: 'Paid',
        trackingNo: null,
        address: '12 Laxmi Road, Sadashiv Peth, Near the temple, Pune, Maharashtra, 411030',
        shipmentCharges: 30,
        deliveryFee: 0,
        lines: [
          { productName: '', quantity: 2, product: { id: '1' } },
          { productName: '', quantity: 1, product: { id: '2' } },
        ],
      },
      quote: null,
      cart: { unitCount: 1 },
      userErrors: [],
    });
    expect(rest.host.orders).toEqual([
      expect.objectContaining({
        address: '12 Laxmi Road, Sadashiv Peth',
        landmark: 'Near the temple',
        city: 'Pune',
        district: 'Pune',
        state: 'Maharashtra',
        pincode: '411030',
        country: 'India',
        productName: 'Book 1, Book 2',
        productQuantity: 3,
        productPrice: 598.99,
        shipmentCharges: 30,
        deliveryFee: 0,
        averageDeliveryTime: '5-6 days',
        dispatchedDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        userEmail: 'reader@shop.example',
        userName: 'Reader',
        userMobile: '9000000001',
        totalPrice: total,
        coupon: 1,
        shipmentProducts: [
          { productId: 1, quantity: 2 },
          { productId: 2, quantity: 1 },
        ],
        mode: 'Online',
        transactionMode: 'UPI',
        transactionStatus: 'Paid',
      }),
    ]);
    expect(rest.host.shopper(7).productIds).toEqual([1]);
  });

  it.each([
    ['SINGLE_PRODUCT', 289.5, { shipmentCharges: 40, deliveryFee: 0, averageDeliveryTime: '3-5 days' }],
    [
      'PAYMENT_PAGE',
      299.5,
      { shipmentCharges: 40, deliveryFee: 10, averageDeliveryTime: '4-5 days', trackingNo: '' },
    ],
  ])('from %s has the charges of its own', async (source, expectedTotal, sent) => {
    const single = [{ productId: '1', quantity: 1 }];
    const placed = await place(order({ source, lines: single, couponId: null, expectedTotal }));
    expect(placed.userErrors).toEqual([]);
    expect(rest.host.orders[0]).toMatchObject({ ...sent, coupon: null, productPrice: 249.5 });
  });

  it('is listed among the shopper\u2019s own, the newest first, and nobody else\u2019s', async () => {
    for (let count = 0; count < 3; count += 1) {
      const placed = await place(
        order({ lines: [{ productId: '2', quantity: 1 }], couponId: null, expectedTotal: 109.99 }),
      );
      expect(placed.userErrors).toEqual([]);
    }
    const query =
      'query ($after: String) { user { orders(first: 2, after: $after) { totalCount nodes { id } pageInfo { hasNextPage endCursor } } } }';
    const first = (await shop.graphql(query, {}, token)).data.user.orders;
    expect(first).toMatchObject({
      totalCount: 3,
      nodes: [{ id: 'ORD-3' }, { id: 'ORD-2' }],
      pageInfo: { hasNextPage: true },
    });
    const rest2 = (await shop.graphql(query, { after: first.pageInfo.endCursor }, token)).data.user.orders;
    expect(rest2).toMatchObject({ nodes: [{ id: 'ORD-1' }], pageInfo: { hasNextPage: false } });
    rest.host.passwords.set('9000000002', 'right-password');
    const other = await signIn(shop, '9000000002');
    expect((await shop.graphql(query, {}, other)).data.user.orders.totalCount).toBe(0);
  });
});

describe('the same order sent again', () => {
  it('ten times at once is placed once, and every caller gets the same answer', async () => {
    const input = order();
    const answers = await Promise.all(Array.from({ length: 10 }, () => place(input)));
    expect(new Set(answers.map(({ shipment }) => shipment.id))).toEqual(new Set(['ORD-1']));
    expect(answers.every(({ userErrors }) => userErrors.length === 0)).toBe(true);
    expect(rest.host.calledTimes('POST createShipment')).toBe(1);
    expect(rest.host.shopper(7).productIds).toEqual([1]);
  });

  it('later is answered from memory and leaves a cart alone that was filled since', async () => {
    const input = order();
    const first = await place(input);
    rest.host.shopper(7).productIds = [1, 1, 2];
    rest.host.products = [];
    expect((await place(input)).shipment).toEqual(first.shipment);
    expect(rest.host.shopper(7).productIds).toEqual([1, 1, 2]);
    expect(rest.host.orders).toHaveLength(1);
  });

  it('after its first answer was lost is the order that the host made', async () => {
    let lost = 0;
    rest.server.use(
      http.post(`${hostUrl}/createShipment`, async ({ request }) => {
        if (lost > 0) return undefined;
        lost += 1;
        // The host makes the order; only its answer does not arrive.
        await fetch(request.clone());
        return HttpResponse.error();
      }),
    );
    const input = order();
    expect(onlyError(await place(input))).toMatchObject({
      code: 'FAILED',
      message: 'Failed to Place Order.',
    });
    expect(rest.host.shopper(7).productIds).toEqual([1, 1, 1, 2]);
    const again = await place(input);
    expect(again.shipment.id).toBe('ORD-1');
    expect(rest.host.orders).toHaveLength(1);
    expect(rest.host.shopper(7).productIds).toEqual([1]);
  });

  it('with other contents is refused', async () => {
    const input = order();
    await place(input);
    for (const changed of [
      { expectedTotal: 1 },
      { addressId: '12' },
      { lines: [{ productId: '1', quantity: 1 }] },
    ]) {
      expect(onlyError(await place({ ...input, ...changed })).code).toBe('IDEMPOTENCY_KEY_REUSED');
    }
    expect(rest.host.orders).toHaveLength(1);
  });

  it('by another shopper under the same key is another order', async () => {
    const input = order();
    await place(input);
    rest.host.passwords.set('9000000002', 'right-password');
    const other = await signIn(shop, '9000000002');
    const placed = await place({ ...input, addressId: '12' }, other);
    expect(placed.shipment.id).toBe('ORD-2');
  });

  it('after the host refused it is tried anew', async () => {
    const input = order();
    rest.server.use(
      http.post(`${hostUrl}/createShipment`, () => refusal(400, 'The shop is closed today.'), { once: true }),
    );
    expect(onlyError(await place(input))).toMatchObject({
      code: 'FAILED',
      message: 'The shop is closed today.',
    });
    expect((await place(input)).shipment.id).toBe('ORD-1');
  });
});

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
    const refused = signedIn
      ? await place(order(changes))
      : (
          await shop.graphql(
            'mutation ($input: CreateShipmentInput!) { createShipment(input: $input) { shipment { id } userErrors { code message field } } }',
            { input: order(changes) },
          )
        ).data.createShipment;
    expect(onlyError(refused)).toMatchObject({ code, message });
    expect(refused.shipment).toBeNull();
    expect(rest.host.orders).toEqual([]);
  });

  it('for the total the shopper saw comes with the new quote', async () => {
    const refused = await place(order({ expectedTotal: 569.1 }));
    expect(onlyError(refused).code).toBe('TOTAL_CHANGED');
    expect(refused.quote).toMatchObject({ itemTotal: 598.99, grandTotal: total });
    expect(refused.cart).toEqual({ unitCount: 4 });
    expect(rest.host.orders).toEqual([]);
  });

  it('for want of copies says so before the host is asked', async () => {
    const refused = await place(
      order({ lines: [{ productId: '3', quantity: 2 }], couponId: null, expectedTotal: 226 }),
    );
    expect(onlyError(refused)).toMatchObject({
      code: 'OUT_OF_STOCK',
      message: 'Currently, no stock is available for this product.',
    });
    expect(refused.quote.lines).toEqual([{ available: false }]);
    expect(rest.host.calledTimes('POST createShipment')).toBe(0);
  });

  it.each([409, 500])(
    'for want of copies that the host alone knows of (%i) shows them gone',
    async (status) => {
      const lastOne = () => {
        rest.host.products = [
          hostProduct(1, { price: 249.5, remainingQuantity: 1 }),
          hostProduct(2, { price: 99.99 }),
        ];
        return refusal(status, 'Not enough stock for product Book 1');
      };
      rest.server.use(http.post(`${hostUrl}/createShipment`, lastOne));
      const refused = await place(order());
      expect(onlyError(refused)).toMatchObject({
        code: 'OUT_OF_STOCK',
        message: 'Currently, no stock is available for this product.',
      });
      expect(refused.quote.lines).toEqual([{ available: false }, { available: true }]);
      expect(rest.host.shopper(7).productIds).toEqual([1, 1, 1, 2]);
    },
  );

  it.each([
    ['CART', 'Failed to Place Order.', total],
    ['PAYMENT_PAGE', 'Failed to create shipment', 589.09],
  ])('from %s, since the host broke, tells nothing of how', async (source, message, expectedTotal) => {
    const broken = () =>
      HttpResponse.json({ message: 'NullPointerException at Shipment.java:40' }, { status: 500 });
    rest.server.use(http.post(`${hostUrl}/createShipment`, broken));
    expect(onlyError(await place(order({ source, expectedTotal })))).toEqual({
      code: 'FAILED',
      message,
      field: null,
    });
  });
});
