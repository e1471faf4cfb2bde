import { describe, expect, it } from 'vitest';
import { createOrderInput, lines, setUpCheckout, total } from './checkout-setup.ts';
import { at, postGraphQL, textAt } from './graphql-call.ts';
import { signIn } from './harness.ts';
import { homeAddress } from './rest-records.ts';

const checkout = setUpCheckout();

describe('an order', () => {
  it('is sent to the host with all fields that requirements.md lists, and the ordered copies leave the cart', async () => {
    const payload = await checkout.place(createOrderInput());
    expect(payload).toEqual({
      shipment: {
        number: 'ORD-1',
        orderDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        totalPrice: total,
        status: 'PAID',
        trackingNumber: null,
        address: '7 Tilak Road, Sadashiv Peth, Near the temple, Pune, Maharashtra, 412105',
        shippingAddress: {
          address: '7 Tilak Road, Sadashiv Peth',
          area: null,
          landmark: 'Near the temple',
          city: 'Pune',
          district: 'Pune',
          state: 'Maharashtra',
          pincode: '412105',
        },
        shipping: 30,
        deliveryFee: 0,
        lines: [
          { productName: '', quantity: 2, product: { sku: '1' } },
          { productName: '', quantity: 1, product: { sku: '2' } },
        ],
      },
      quote: null,
      cart: { unitCount: 1 },
      userErrors: [],
    });
    expect(checkout.host.orders).toEqual([
      expect.objectContaining({
        address: '7 Tilak Road, Sadashiv Peth',
        landmark: 'Near the temple',
        city: 'Pune',
        district: 'Pune',
        state: 'Maharashtra',
        pincode: '412105',
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
        conductBy: 'Online',
        shipmentProducts: [
          { productId: 1, quantity: 2 },
          { productId: 2, quantity: 1 },
        ],
        mode: 'Online',
        transactionMode: 'UPI',
        transactionStatus: 'Paid',
      }),
    ]);
    expect(checkout.host.getShopper(7).productIds).toEqual([1]);
  });

  it.each([
    ['mr', 'mr'],
    ['hi-IN, hi;q=0.9, *;q=0.5', 'hi-IN, hi;q=0.9, *;q=0.5'],
    ['<script>', null],
    ['hi,'.repeat(67), null],
  ])(
    'with Accept-Language: %s is sent to the host with Accept-Language: %s (null: without the header)',
    async (acceptLanguage, forwarded) => {
      const query = `mutation ($input: CreateShipmentInput!) { createShipment(input: $input) { userErrors { code } } }`;
      const { status } = await postGraphQL(
        checkout.shop.url,
        { query, variables: { input: createOrderInput() } },
        { authorization: `Bearer ${checkout.token}`, 'accept-language': acceptLanguage },
      );
      expect([status, checkout.host.emailLanguages]).toEqual([200, [forwarded]]);
    },
  );

  it.each([
    ['SINGLE_PRODUCT', 539, { shipmentCharges: 40, deliveryFee: 0, averageDeliveryTime: '3-5 days' }],
    [
      'PAYMENT_PAGE',
      519,
      { shipmentCharges: 20, deliveryFee: 0, averageDeliveryTime: '5-6 days', trackingNo: '' },
    ],
  ])(
    'of one product from %s has its unit price, and the charges and the delivery time of that source',
    async (source, expectedTotal, expectedFields) => {
      const lines = [{ productId: '1', quantity: 2 }];
      const payload = await checkout.place(
        createOrderInput({ source, lines, couponId: null, expectedTotal }),
      );
      expect(payload.userErrors).toEqual([]);
      expect(checkout.host.orders[0]).toMatchObject({ ...expectedFields, coupon: null, productPrice: 249.5 });
    },
  );

  it('to a PIN code of Pune ships free, at the total of the quote for that PIN code', async () => {
    checkout.host.getShopper(7).addresses = [{ ...homeAddress, pincode: '411030' }];
    const quoted = await checkout.shop.graphql(
      'query ($input: CheckoutQuoteInput!) { checkoutQuote(input: $input) { shipping grandTotal } }',
      { input: { source: 'CART', lines, couponId: '1', pincode: '411030' } },
    );
    expect(at(quoted.data, 'checkoutQuote')).toEqual({ shipping: 0, grandTotal: 539.09 });
    const rejected = await checkout.place(createOrderInput());
    expect(rejected).toMatchObject({
      userErrors: [{ code: 'TOTAL_CHANGED' }],
      quote: { shipping: 0, grandTotal: 539.09 },
    });
    const placed = await checkout.place(createOrderInput({ expectedTotal: 539.09 }));
    expect(placed).toMatchObject({ shipment: { totalPrice: 539.09, shipping: 0 }, userErrors: [] });
    expect(checkout.host.orders).toMatchObject([{ shipmentCharges: 0, totalPrice: 539.09 }]);
  });

  it.each([
    ['once, if the host rejects writes of a record that has changed', true, 1],
    ['again right before the write, if the host accepts any write', false, 2],
  ])('reads the shopper\u2019s record %s', async (_, supportsEtagsAndKeys, reads) => {
    checkout.host.supportsEtagsAndKeys = supportsEtagsAndKeys;
    const before = checkout.host.calls.length;
    const payload = await checkout.place(createOrderInput());
    expect(payload).toMatchObject({ userErrors: [], cart: { unitCount: 1 } });
    const calls = checkout.host.calls
      .slice(before)
      .filter((call) => call.endsWith('User') || call.includes('getUser'));
    expect(calls).toEqual([...Array<string>(reads).fill('GET getUserById'), 'PUT updateUser']);
  });

  it('does not remove products that another tab adds to the cart while it is being placed', async () => {
    checkout.host.beforeUpdate = () => {
      checkout.host.beforeUpdate = () => {};
      checkout.host.getShopper(7).productIds = [1, 1, 1, 2, 3];
    };
    const payload = await checkout.place(createOrderInput());
    expect(payload).toMatchObject({ userErrors: [], cart: { unitCount: 2 } });
    expect(checkout.host.getShopper(7).productIds).toEqual([1, 3]);
    expect(checkout.host.conflictCount).toBe(1);
  });

  it('appears in the shopper\u2019s order list, which starts with the newest order, and in nobody else\u2019s', async () => {
    for (let count = 0; count < 3; count += 1) {
      const payload = await checkout.place(
        createOrderInput({
          source: 'SINGLE_PRODUCT',
          lines: [{ productId: '2', quantity: 1 }],
          couponId: null,
          expectedTotal: 139.99,
        }),
      );
      expect(payload.userErrors).toEqual([]);
    }
    const query =
      'query ($after: String) { user { orders(first: 2, after: $after) { totalCount nodes { number } pageInfo { hasNextPage endCursor } } } }';
    const fetchOrders = async (shopper: string, after: string | null = null) =>
      at((await checkout.shop.graphql(query, { after }, shopper)).data, 'user.orders');
    const first = await fetchOrders(checkout.token);
    expect(first).toMatchObject({
      totalCount: 3,
      nodes: [{ number: 'ORD-3' }, { number: 'ORD-2' }],
      pageInfo: { hasNextPage: true },
    });
    const second = await fetchOrders(checkout.token, textAt(first, 'pageInfo.endCursor'));
    expect(second).toMatchObject({ nodes: [{ number: 'ORD-1' }], pageInfo: { hasNextPage: false } });
    checkout.host.passwords.set('9000000002', 'right-password');
    const other = await signIn(checkout.shop, '9000000002');
    expect(await fetchOrders(other)).toHaveProperty('totalCount', 0);
  });
});
