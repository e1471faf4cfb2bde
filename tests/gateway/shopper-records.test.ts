import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { at, encodeNodeId, listAt, mutate, textAt } from './graphql-call.ts';
import { setUpGateways, setUpRestHost, signIn, type TestGateway } from './harness.ts';
import { hostUrl } from './rest-host.ts';
import { newAddress as address, homeAddress } from './rest-records.ts';

const rest = setUpRestHost();
const gateways = setUpGateways();
let shop: TestGateway;
beforeEach(async () => {
  shop = await gateways.start();
});

describe('a shopper\u2019s record from a host other than our REST service', () => {
  const userQuery = `{ user { username email addresses { landmark } cart { unitCount } wishlist { products { id } }
    orders { nodes { number totalPrice status statusText trackingNumber trackingNo shipping shipmentCharges address shippingAddress { address city } lines { productName quantity unitPrice } } } } }`;

  it.each([
    ['null for empty lists', { addresses: null, productIds: null, wishlistProductIds: null }],
    ['missing lists', { addresses: undefined, productIds: undefined, wishlistProductIds: undefined }],
  ])('is read despite %s', async (_, fields) => {
    const token = await signIn(shop);
    Object.assign(rest.host.getShopper(7), fields);
    expect((await shop.graphql(userQuery, {}, token)).data).toEqual({
      user: {
        username: 'Reader',
        email: 'reader@shop.example',
        addresses: [],
        cart: { unitCount: 0 },
        wishlist: { products: [] },
        orders: { nodes: [] },
      },
    });
  });

  it('is read with orders that have unknown fields, numbers as text or no lines, but without orders whose total is invalid', async () => {
    const token = await signIn(shop);
    const userEmail = 'reader@shop.example';
    const commonFields = {
      userEmail,
      orderDate: '2026-11-20T09:30:00',
      status: 'Paid',
      address: '12 Laxmi Road',
    };
    rest.host.orders.push(
      {
        ...commonFields,
        orderId: 1,
        totalPrice: '249.50',
        trackingNo: '',
        shipmentProducts: null,
        carrier: {},
      },
      {
        ...commonFields,
        orderId: 2,
        totalPrice: 100,
        status: 'On its way',
        trackingNo: 'EE1',
        shipmentCharges: '40',
        address: null,
        shipmentProducts: [
          { productName: 'Old book', quantity: '2', price: '30.25' },
          {},
          { productName: 'Many', quantity: 1e12 },
        ],
      },
      { ...commonFields, orderId: 3, totalPrice: 'free' },
    );
    const { data } = await shop.graphql(userQuery, {}, token);
    const order = {
      status: 'PAID',
      statusText: 'Paid',
      trackingNumber: null,
      trackingNo: null,
      shipping: null,
      shipmentCharges: null,
      address: '12 Laxmi Road',
      shippingAddress: { address: '12 Laxmi Road', city: null },
    };
    expect(at(data, 'user.orders.nodes')).toEqual([
      {
        ...order,
        number: '2',
        totalPrice: 100,
        status: 'UNKNOWN',
        statusText: 'On its way',
        trackingNumber: 'EE1',
        trackingNo: 'EE1',
        shipping: 40,
        shipmentCharges: 40,
        address: '',
        shippingAddress: null,
        lines: [
          { productName: 'Old book', quantity: 2, unitPrice: 30.25 },
          { productName: '', quantity: 1, unitPrice: null },
          { productName: 'Many', quantity: 2_147_483_647, unitPrice: null },
        ],
      },
      { ...order, number: '1', totalPrice: 249.5, lines: [] },
    ]);
  });

  it('has an order whose address names its city only once, although the host repeats it', async () => {
    const token = await signIn(shop);
    rest.host.orders.push({
      userEmail: 'reader@shop.example',
      orderId: 1,
      orderDate: '2026-11-20',
      totalPrice: 1,
      address: '12 Laxmi Road, Pune',
      city: 'Pune',
      district: 'Pune',
      state: 'Maharashtra',
    });
    const { data } = await shop.graphql('{ user { orders { nodes { address } } } }', {}, token);
    expect(at(data, 'user.orders.nodes')).toEqual([{ address: '12 Laxmi Road, Pune, Maharashtra' }]);
  });

  it.each([
    ['Placed', 'PLACED'],
    ['PAID', 'PAID'],
    ['Dispatched', 'DISPATCHED'],
    ['Shipped', 'DISPATCHED'],
    ['Delivered', 'DELIVERED'],
    ['Canceled', 'CANCELLED'],
    ['Lost at sea', 'UNKNOWN'],
    ['', 'UNKNOWN'],
  ])('has an order whose status %o is read as %s', async (statusText, status) => {
    const token = await signIn(shop);
    const userEmail = 'reader@shop.example';
    rest.host.orders.push({
      userEmail,
      orderId: 1,
      orderDate: '2026-11-20',
      totalPrice: 1,
      status: statusText,
    });
    const { data } = await shop.graphql('{ user { orders { nodes { status statusText } } } }', {}, token);
    expect(at(data, 'user.orders.nodes')).toEqual([{ status, statusText }]);
  });

  it('is read with order dates as ISO text, timestamps or lists of numbers, converted to the date in India, but without orders whose date is missing or invalid', async () => {
    const token = await signIn(shop);
    // The expected date is null if the order is left out.
    const days: [orderDate: unknown, expected: string | null][] = [
      ['2026-11-20', '2026-11-20'],
      ['2026-11-20 23:30:00', '2026-11-20'],
      ['2026-11-20T23:30:00.123', '2026-11-20'],
      ['2026-11-20T18:29:59Z', '2026-11-20'],
      ['2026-11-20T18:30:00.000+00:00', '2026-11-21'],
      ['2026-11-20T18:30:00.000+0000', '2026-11-21'],
      ['2026-11-20T23:30:00+05:30', '2026-11-20'],
      [Date.parse('2026-11-20T18:30:00Z'), '2026-11-21'],
      [Date.parse('2026-11-20T18:30:00Z') / 1000, '2026-11-21'],
      [[2026, 3, 4], '2026-03-04'],
      [[2026, 3, 4, 10, 5], '2026-03-04'],
      ['20/11/2026', null],
      ['2026-02-30', null],
      [[2026, 13, 1], null],
      [Number.MAX_SAFE_INTEGER, null],
      // The last instant that JavaScript can represent.
      [8.64e15, null],
      [null, null],
    ];
    const order = { userEmail: 'reader@shop.example', totalPrice: 1, status: 'Paid', address: 'x' };
    rest.host.orders.push(...days.map(([orderDate], index) => ({ ...order, orderId: index, orderDate })));
    const { data } = await shop.graphql(
      '{ user { orders(first: 50) { nodes { number orderDate } } } }',
      {},
      token,
    );
    const nodes = listAt(data, 'user.orders.nodes');
    const dates = nodes.map((node) => [Number(at(node, 'number')), at(node, 'orderDate')]);
    const expected = days.flatMap(([, day], index) => (day === null ? [] : [[index, day]]));
    expect(dates.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual(expected);
  });

  it.each(['20-11-2026', '20/11/2026', null])(
    'is read without an order whose date is %o, and the log names the field and the format',
    async (orderDate) => {
      const logLines: string[] = [];
      const gateway = await gateways.start({ onLogLine: (line) => logLines.push(line) });
      const token = await signIn(gateway);
      const userEmail = 'reader@shop.example';
      rest.host.orders.push({ userEmail, orderId: 1, orderDate, totalPrice: 1, status: 'Paid' });
      const { data } = await gateway.graphql('{ user { orders { nodes { number } } } }', {}, token);
      expect(listAt(data, 'user.orders.nodes')).toEqual([]);
      expect(logLines.join()).toContain('record 0: orderDate: is not a date in the format yyyy-mm-dd');
    },
  );

  it.each([
    ['null', () => HttpResponse.json(null)],
    ['status 204', () => new HttpResponse(null, { status: 204 })],
  ])('has no orders if the host responds with %s', async (_, response) => {
    const token = await signIn(shop);
    rest.server.use(http.get(`${hostUrl}/OrdersByUserEmail`, response));
    expect((await shop.graphql('{ user { orders { totalCount } } }', {}, token)).data).toEqual({
      user: { orders: { totalCount: 0 } },
    });
  });

  it('has orders of the same day sorted by the number in their ids, highest first, or as the host sent them if other parts of the ids differ', async () => {
    const token = await signIn(shop);
    const order = { userEmail: 'reader@shop.example', orderDate: '2026-11-20', totalPrice: 1 };
    const fetchOrderNumbers = async (...orderIds: string[]) => {
      rest.host.orders.splice(0, 9, ...orderIds.map((orderId) => ({ ...order, orderId })));
      const { data } = await shop.graphql('{ user { orders { nodes { number } } } }', {}, token);
      return listAt(data, 'user.orders.nodes').map((node) => at(node, 'number'));
    };
    expect(await fetchOrderNumbers('9', '10', '2')).toEqual(['10', '9', '2']);
    expect(await fetchOrderNumbers('ORD-9', 'ORD-10')).toEqual(['ORD-10', 'ORD-9']);
    expect(await fetchOrderNumbers('K2-AB', 'Z9-CD', 'M7-EF')).toEqual(['K2-AB', 'Z9-CD', 'M7-EF']);
  });

  it('has each order once, even if the host returns it twice', async () => {
    const token = await signIn(shop);
    const order = { userEmail: 'reader@shop.example', orderId: 1, orderDate: '2026-11-20', totalPrice: 1 };
    rest.host.orders.push(order, { ...order });
    const { data } = await shop.graphql('{ user { orders { totalCount nodes { number } } } }', {}, token);
    expect(data).toEqual({ user: { orders: { totalCount: 1, nodes: [{ number: '1' }] } } });
  });

  it('is read and updated even if its lists contain null and addresses without an id', async () => {
    const token = await signIn(shop);
    const withoutId = { ...address, landmark: 'Without an id', gate: 'blue' };
    Object.assign(rest.host.getShopper(7), {
      addresses: [null, homeAddress, withoutId, { ...withoutId, id: null, landmark: 'Also without an id' }],
      productIds: [1, null, 2],
      wishlistProductIds: [null],
    });
    const query = '{ user { addresses { id landmark } cart { unitCount } wishlist { products { id } } } }';
    const { data } = await shop.graphql(query, {}, token);
    expect(data).toMatchObject({ user: { cart: { unitCount: 2 }, wishlist: { products: [] } } });
    expect((await shop.graphql(query, {}, token)).data).toEqual(data);
    const addressId = textAt(data, 'user.addresses.1.id');
    const changed = await mutate(
      shop.graphql,
      'updateAddress',
      { addressId, address: { ...address, landmark: 'By the bridge' } },
      'user { addresses { landmark } }',
      token,
    );
    expect(changed.userErrors).toEqual([]);
    expect(changed).toHaveProperty('user.addresses', [
      { landmark: homeAddress.landmark },
      { landmark: 'By the bridge' },
      { landmark: 'Also without an id' },
    ]);
    const [, hostAddress] = rest.host.getShopper(7).addresses;
    expect(hostAddress).toMatchObject({ gate: 'blue', id: expect.any(Number) });
    expect(addressId).toBe(encodeNodeId('Address', `7:${hostAddress?.id}`));
  });

  it('is not changed if the host sends it in a charset other than UTF-8', async () => {
    const token = await signIn(shop);
    const sent = Buffer.from(JSON.stringify({ ...rest.host.getShopper(7), username: 'Zo\u00eb' }), 'latin1');
    const headers = { 'content-type': 'application/json;charset=ISO-8859-1' };
    rest.server.use(http.get(`${hostUrl}/getUserById/:id`, () => new HttpResponse(sent, { headers })));
    const added = await mutate(shop.graphql, 'addToCart', { productId: '1' }, 'cart { unitCount }', token);
    expect(added).toMatchObject({ cart: null, userErrors: [{ code: 'UNAVAILABLE' }] });
    expect(rest.host.getShopper(7)).toMatchObject({ username: 'Reader', productIds: [] });
  });

  it('is not shown if the host returns the record of another shopper', async () => {
    const token = await signIn(shop);
    rest.server.use(http.get(`${hostUrl}/getUserById/:id`, () => HttpResponse.json(rest.host.getShopper(8))));
    const { data, errors } = await shop.graphql('{ user { username } }', {}, token);
    expect(data).toEqual({ user: null });
    expect(errors).toMatchObject([{ message: 'Failed to fetch user data' }]);
  });

  it('is shown as the gateway sent it if the host responds to a change with the record of another shopper', async () => {
    const token = await signIn(shop);
    rest.server.use(http.put(`${hostUrl}/updateUser/:id`, () => HttpResponse.json(rest.host.getShopper(8))));
    const change = { username: 'New Name' };
    const changed = await mutate(shop.graphql, 'updateProfile', change, 'user { username email }', token);
    expect(changed.user).toEqual({ username: 'New Name', email: 'reader@shop.example' });
  });

  it('is fetched by its id at login if the lookup by contact returns only some of its fields', async () => {
    const { id, email, username, addresses } = rest.host.getShopper(7);
    rest.server.use(
      http.get(`${hostUrl}/getUserBycontact`, () => HttpResponse.json({ id, email, username, addresses })),
    );
    Object.assign(rest.host.getShopper(7), { productIds: [1, 2] });
    const login = { contact: '9000000001', password: 'right-password' };
    const { userErrors, ...payload } = await mutate(
      shop.graphql,
      'login',
      login,
      'user { contact cart { unitCount } }',
    );
    expect(userErrors).toEqual([]);
    expect(payload).toEqual({ user: { contact: '9000000001', cart: { unitCount: 2 } } });
  });

  it('is unavailable without a contact, while the other fields of the query are returned', async () => {
    const token = await signIn(shop);
    Object.assign(rest.host.getShopper(7), { contact: null });
    const { data, errors } = await shop.graphql('{ user { id } categories { name } }', {}, token);
    expect(data).toEqual({ user: null, categories: [{ name: 'Novels' }] });
    expect(errors).toHaveLength(1);
  });
});
