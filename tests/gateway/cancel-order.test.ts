import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { at, encodeNodeId } from './graphql-call.ts';
import { setUpSignedInShopper } from './harness.ts';
import { hostUrl } from './rest-host.ts';
import { createOrderRecord, type Fields } from './rest-records.ts';

const setup = setUpSignedInShopper();
const orderFields =
  'number status cancellable trackingUrl couponName customerName customerContact statusHistory { status changedAt reason }';

/** Adds an order with these fields on the host, and reads it through the gateway. */
async function addAndFetchOrder(fields: Fields): Promise<unknown> {
  setup.host.orders.push(createOrderRecord(fields));
  const query = `{ user { orders { nodes { ${orderFields} } } } }`;
  const { data, errors } = await setup.shop.graphql(query, {}, setup.token);
  expect(errors).toEqual([]);
  return at(data, 'user.orders.nodes.0');
}

function cancel(number = 'ORD-CANCELLABLE', reason?: string) {
  const input = { orderId: encodeNodeId('Shipment', number), reason };
  return setup.call('cancelOrder', input, `shipment { ${orderFields} }`);
}

/** Adds an order that gets this status when its cancellation is requested. `respond` creates the host's response. */
function changeOrderOnCancellation(status: string, respond: () => Response): void {
  const order = createOrderRecord();
  setup.host.orders.push(order);
  setup.server.use(
    http.post(`${hostUrl}/cancelOrder`, () => {
      Object.assign(order, { status, cancellable: false });
      return respond();
    }),
  );
}

describe('an order', () => {
  it('that was packed has the status, status history, tracking URL, coupon and customer that the host sends', async () => {
    const order = await addAndFetchOrder({
      status: 'Packed',
      cancellable: false,
      trackingUrl: 'https://carrier.example/T-1',
      couponName: 'TEN',
      userName: 'Asha Joshi',
      userMobile: '9000000099',
      statusHistory: [
        { status: 'Placed', changedAt: '2026-11-20T09:30:00.000Z', reason: null },
        // A time without a time zone is in Indian time.
        { status: 'Packed', changedAt: '2026-11-21T10:00:00' },
      ],
    });
    expect(order).toEqual({
      number: 'ORD-CANCELLABLE',
      status: 'PACKED',
      cancellable: false,
      trackingUrl: 'https://carrier.example/T-1',
      couponName: 'TEN',
      customerName: 'Asha Joshi',
      customerContact: '9000000099',
      statusHistory: [
        { status: 'PLACED', changedAt: '2026-11-20T09:30:00.000Z', reason: null },
        { status: 'PACKED', changedAt: '2026-11-21T04:30:00.000Z', reason: null },
      ],
    });
  });

  it('has its status history in chronological order, and steps of the same time in the order of the host', async () => {
    const statusHistory = [
      { status: 'Packed', changedAt: '2026-11-21T10:00:00' },
      { status: 'Placed', changedAt: '2026-11-20T09:30:00Z' },
      { status: 'Paid', changedAt: '2026-11-20T15:00:00+05:30' },
    ];
    const order = await addAndFetchOrder({ statusHistory });
    expect(at(order, 'statusHistory')).toMatchObject([
      { status: 'PLACED' },
      { status: 'PAID' },
      { status: 'PACKED' },
    ]);
  });

  it('keeps the steps of its status history that are valid', async () => {
    const valid = { status: 'Dispatched', changedAt: '2026-11-22T09:30:00.000Z' };
    const statusHistory = [{ status: 'Placed', changedAt: '20/11/2026' }, null, 'Packed', valid];
    expect(at(await addAndFetchOrder({ statusHistory }), 'statusHistory')).toEqual([
      { ...valid, status: 'DISPATCHED', reason: null },
    ]);
  });

  it.each([
    [
      'omits these fields',
      {
        statusHistory: undefined,
        cancellable: undefined,
        trackingUrl: undefined,
        couponName: undefined,
        userName: undefined,
        userMobile: undefined,
      },
    ],
    [
      'sends invalid values in these fields',
      {
        statusHistory: [{ status: 'Placed', changedAt: 'yesterday' }],
        cancellable: 'yes',
        trackingUrl: 'javascript:x',
        couponName: {},
        userName: [],
        userMobile: {},
      },
    ],
  ])(
    'has no status history, tracking URL, coupon or customer, and is not cancellable, if the host %s',
    async (_, fields) => {
      expect(await addAndFetchOrder(fields)).toEqual({
        number: 'ORD-CANCELLABLE',
        status: 'PLACED',
        cancellable: false,
        trackingUrl: null,
        couponName: null,
        customerName: null,
        customerContact: null,
        statusHistory: null,
      });
    },
  );
});

describe('cancelling an order', () => {
  it('sends the reason to the host once, and returns the cancelled order, even when repeated', async () => {
    setup.host.orders.push(createOrderRecord());
    const { shipment, userErrors } = await cancel('ORD-CANCELLABLE', ' Ordered twice ');
    expect(userErrors).toEqual([]);
    expect(shipment).toMatchObject({ status: 'CANCELLED', cancellable: false });
    expect(at(shipment, 'statusHistory.1')).toMatchObject({ status: 'CANCELLED', reason: 'Ordered twice' });
    expect(await cancel()).toEqual({ shipment, userErrors: [] });
    expect(setup.host.countCalls('POST cancelOrder')).toBe(1);
  });

  it('reads the stock of the ordered products again', async () => {
    setup.host.orders.push(createOrderRecord());
    await cancel();
    await expect.poll(() => setup.host.countCalls('GET getproductbyid')).toBe(1);
  });

  it('sends no cancellation to the host unless the host declares the order cancellable', async () => {
    setup.host.orders.push(createOrderRecord({ cancellable: undefined }));
    const { shipment, userErrors } = await cancel();
    expect(userErrors).toMatchObject([{ code: 'NOT_CANCELLABLE' }]);
    expect(shipment).toMatchObject({ status: 'PLACED' });
    expect(setup.host.countCalls('POST cancelOrder')).toBe(0);
  });

  it("does not find another shopper's order", async () => {
    setup.host.orders.push(createOrderRecord({ orderId: 'ORD-OTHER', userEmail: 'other@shop.example' }));
    expect(await cancel('ORD-OTHER')).toMatchObject({
      shipment: null,
      userErrors: [{ code: 'ORDER_NOT_FOUND', field: ['orderId'] }],
    });
    expect(setup.host.countCalls('POST cancelOrder')).toBe(0);
  });

  it.each(['Cancelled', 'Canceled', 'CANCELLED'])(
    'succeeds if the host cancelled the order, with the status %s, but its response was lost',
    async (status) => {
      changeOrderOnCancellation(status, () => HttpResponse.error());
      expect(await cancel()).toMatchObject({ shipment: { status: 'CANCELLED' }, userErrors: [] });
    },
  );

  it('returns the order as it is now if it was packed in the meantime', async () => {
    changeOrderOnCancellation('Packed', () =>
      HttpResponse.json({ message: 'Order ORD-CANCELLABLE is Packed' }, { status: 409 }),
    );
    expect(await cancel()).toMatchObject({
      shipment: { status: 'PACKED', cancellable: false },
      userErrors: [{ code: 'NOT_CANCELLABLE' }],
    });
  });

  it.each([
    ['contains no order', () => HttpResponse.text('Cancelled.')],
    ['is empty', () => new HttpResponse(null, { status: 204 })],
  ])('reads the order afterwards if the response %s', async (_, respond) => {
    changeOrderOnCancellation('Canceled', respond);
    expect(await cancel()).toMatchObject({ shipment: { status: 'CANCELLED' }, userErrors: [] });
  });
});
