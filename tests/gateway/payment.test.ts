import { afterEach, describe, expect, it } from 'vitest';
import { at, getOnlyError, mutate } from './graphql-call.ts';
import { setUpRestHost, signIn, startGateway, type TestGateway } from './harness.ts';
import { homeAddress } from './rest-records.ts';

const rest = setUpRestHost();
let shop: TestGateway;
afterEach(() => shop.close());

async function startShop(getPaymentProvider: () => 'demo' | undefined) {
  rest.host.getShopper(7).productIds = [1];
  shop = await startGateway({ getPaymentProvider });
  const token = await signIn(shop);
  const placeOrder = (input: Record<string, unknown>, key = 'payment-test') =>
    mutate(
      shop.graphql,
      'createShipment',
      {
        source: 'CART',
        lines: [{ productId: '1', quantity: 1 }],
        addressId: '11',
        expectedTotal: input.source === 'SINGLE_PRODUCT' ? 141 : 111,
        idempotencyKey: key,
        ...input,
      },
      'shipment { status paymentMethod }',
      token,
    );
  return { placeOrder, token };
}

const onlinePayment = {
  conductBy: 'Online',
  mode: 'Online',
  transactionMode: 'UPI',
  transactionStatus: 'Paid',
};
const cashOnDelivery = { mode: 'Cash on delivery', transactionMode: 'Cash', transactionStatus: 'Placed' };

describe('the available payment methods', () => {
  it.each([
    [undefined, [{ method: 'CASH_ON_DELIVERY', isDemo: false }]],
    [
      'demo' as const,
      [
        { method: 'ONLINE', isDemo: true },
        { method: 'CASH_ON_DELIVERY', isDemo: false },
      ],
    ],
  ])('depend on the payment provider: %s', async (provider, expected) => {
    await startShop(() => provider);
    const { data } = await shop.graphql('{ paymentOptions { method isDemo } }');
    expect(at(data, 'paymentOptions')).toEqual(expected);
  });
});

it.each([
  { production: true, paymentProvider: 'demo' as const, warnings: 1 },
  { production: true, paymentProvider: undefined, warnings: 0 },
  { production: false, paymentProvider: 'demo' as const, warnings: 0 },
])(
  'the gateway logs a warning at its start if PAYMENT_PROVIDER is demo in production: %o',
  async ({ warnings, ...config }) => {
    const lines: string[] = [];
    shop = await startGateway({ config, onLogLine: (line) => lines.push(line) });
    expect(lines.filter((line) => line.includes('nobody is charged'))).toHaveLength(warnings);
  },
);

describe('an order', () => {
  it.each([
    ['demo' as const, { paymentMethod: 'ONLINE' }, onlinePayment, 'PAID', 'ONLINE'],
    ['demo' as const, { paymentMethod: 'CASH_ON_DELIVERY' }, cashOnDelivery, 'PLACED', 'CASH_ON_DELIVERY'],
    ['demo' as const, { source: 'SINGLE_PRODUCT', paymentMethod: 'ONLINE' }, onlinePayment, 'PAID', 'ONLINE'],
    [undefined, { paymentMethod: 'CASH_ON_DELIVERY' }, cashOnDelivery, 'PLACED', 'CASH_ON_DELIVERY'],
    // From clients that send no payment method.
    ['demo' as const, {}, onlinePayment, 'PAID', 'ONLINE'],
    ['demo' as const, { source: 'PAYMENT_PAGE' }, onlinePayment, 'PAID', 'ONLINE'],
    ['demo' as const, { source: 'SINGLE_PRODUCT' }, cashOnDelivery, 'PLACED', 'CASH_ON_DELIVERY'],
    [undefined, {}, cashOnDelivery, 'PLACED', 'CASH_ON_DELIVERY'],
  ])(
    'is sent with the details of its payment method (provider %s, input %o)',
    async (provider, input, payment, status, method) => {
      const { placeOrder } = await startShop(() => provider);
      expect(await placeOrder(input)).toEqual({
        shipment: { status, paymentMethod: method },
        userErrors: [],
      });
      expect(rest.host.orders).toMatchObject([payment]);
    },
  );

  it('with cash on delivery keeps its payment method after the host has recorded it as paid', async () => {
    const { placeOrder, token } = await startShop(() => 'demo');
    expect((await placeOrder({ paymentMethod: 'CASH_ON_DELIVERY' })).userErrors).toEqual([]);
    Object.assign(rest.host.orders[0] ?? {}, { status: 'Paid' });
    const query = '{ user { orders { nodes { status paymentMethod } } } }';
    const { data } = await shop.graphql(query, {}, token);
    expect(at(data, 'user.orders.nodes')).toEqual([{ status: 'PAID', paymentMethod: 'CASH_ON_DELIVERY' }]);
  });

  it.each(['ONLINE', 'CASH_ON_DELIVERY'])(
    'with a total of ₹0 has no payment method, even if it is placed with %s',
    async (paymentMethod) => {
      rest.host.coupons = [{ id: 1, couponName: 'ALL', discount: 100 }];
      rest.host.getShopper(7).addresses = [{ ...homeAddress, pincode: '411030' }];
      const { placeOrder, token } = await startShop(() => 'demo');
      const payload = await placeOrder({ paymentMethod, couponId: '1', expectedTotal: 0 });
      expect(payload).toMatchObject({ shipment: { paymentMethod: null }, userErrors: [] });
      const { data } = await shop.graphql('{ user { orders { nodes { paymentMethod } } } }', {}, token);
      expect(at(data, 'user.orders.nodes')).toEqual([{ paymentMethod: null }]);
    },
  );

  it('is not sent if it is to be paid online without a provider', async () => {
    const { placeOrder } = await startShop(() => undefined);
    expect(getOnlyError(await placeOrder({ paymentMethod: 'ONLINE' })).code).toBe(
      'PAYMENT_METHOD_UNAVAILABLE',
    );
    expect(rest.host.orders).toEqual([]);
  });

  it('that is to be paid online is not sent after the provider was removed; one without a payment method becomes a cash-on-delivery order', async () => {
    let provider: 'demo' | undefined = 'demo';
    const { placeOrder } = await startShop(() => provider);
    provider = undefined;
    expect(getOnlyError(await placeOrder({ paymentMethod: 'ONLINE' })).code).toBe(
      'PAYMENT_METHOD_UNAVAILABLE',
    );
    expect((await placeOrder({})).shipment).toEqual({ status: 'PLACED', paymentMethod: 'CASH_ON_DELIVERY' });
    expect(rest.host.orders).toMatchObject([cashOnDelivery]);
  });

  it('that differs from an earlier one only in its payment method needs an idempotency key of its own', async () => {
    const { placeOrder } = await startShop(() => 'demo');
    expect((await placeOrder({ paymentMethod: 'ONLINE' })).userErrors).toEqual([]);
    expect((await placeOrder({ paymentMethod: 'ONLINE' })).userErrors).toEqual([]);
    expect(getOnlyError(await placeOrder({ paymentMethod: 'CASH_ON_DELIVERY' })).code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    expect(rest.host.orders).toHaveLength(1);
  });
});
