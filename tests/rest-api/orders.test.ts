import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  type Call,
  callsTo,
  invalidFields,
  orderSchema,
  productSchema,
  register,
  shipmentOf,
  type User,
  userSchema,
} from './calls.ts';
import { onEachEngine, type TestService } from './engines.ts';
import { startService } from './service.ts';

const orders = z.array(orderSchema);

onEachEngine((start) => {
  let service: TestService;
  let call: Call;
  let user: User;

  beforeAll(async () => {
    service = await start();
    call = callsTo(service.url);
    user = await register(call);
    return () => service.remove();
  });

  const stockOf = async (id: number) =>
    productSchema.parse((await call(`GET /getproductbyid/${id}`)).body).remainingQuantity;
  const ordersOf = async (email: string) =>
    orders.parse((await call(`GET /OrdersByUserEmail?email=${encodeURIComponent(email)}`)).body);
  const order = (lines: { productId: number; quantity: number }[], headers = {}) =>
    call('POST /createShipment', { body: shipmentOf(user, lines), headers });

  describe('POST /createShipment', () => {
    test('returns 201 with the order, reduces the stock and lists the order', async () => {
      const shopper = await register(call);
      const lines = [
        { productId: 2, quantity: 3 },
        { productId: 1, quantity: 1 },
      ];
      const stock = [await stockOf(1), await stockOf(2)];
      const body = shipmentOf(shopper, lines);
      const answer = await call('POST /createShipment', { body });
      expect(answer.status).toBe(201);
      const placed = orderSchema.parse(answer.body);
      const { address, area, landmark, city, district, state, pincode, country } = body;
      expect(placed).toMatchObject({ address, area, landmark, city, district, state, pincode, country });
      expect(placed).toMatchObject({
        totalPrice: 418.5,
        shipmentCharges: 20,
        deliveryFee: 0,
        status: 'Paid',
      });
      expect(placed.trackingNo).toBeNull();
      expect(placed.orderId).toMatch(/^[A-Z0-9]{3}-[A-Z0-9]{4}-[A-Z0-9]{3}$/);
      expect(placed.shipmentProducts).toMatchObject([
        { product: { id: 2 }, productName: 'विहिरीची गाणी', quantity: 3, price: 149.5 },
        { product: { id: 1 }, productName: 'Letters from a Well', quantity: 1, price: 180 },
      ]);
      expect([await stockOf(1), await stockOf(2)]).toEqual([(stock[0] ?? 0) - 1, (stock[1] ?? 0) - 3]);
      expect(await ordersOf(shopper.email)).toEqual([placed]);
    });

    test('lists show the new stock at once, with a new ETag', async () => {
      const before = await call('GET /getallproducts');
      await order([{ productId: 1, quantity: 2 }]);
      const after = await call('GET /getallproducts');
      expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
      const stockIn = (body: unknown) =>
        z
          .array(productSchema)
          .parse(body)
          .find(({ id }) => id === 1)?.remainingQuantity;
      expect(stockIn(after.body)).toBe((stockIn(before.body) ?? 0) - 2);
    });

    test.each([
      [5, 'Sold Out'],
      [6, 'Unknown Stock'],
      [7, 'Not for Sale'],
      [8, 'Not to be Had'],
    ])(
      'an order with product %i (%s), which is not available, is rejected as a whole',
      async (productId, name) => {
        const before = await stockOf(1);
        const answer = await order([
          { productId: 1, quantity: 1 },
          { productId, quantity: 1 },
        ]);
        expect(answer.status).toBe(409);
        expect(answer.body).toEqual({ message: `Not enough stock for product ${name}` });
        expect(await stockOf(1)).toBe(before);
      },
    );

    test('an order above the maximum total is rejected, and the field is named', async () => {
      const { productPrice: _, ...body } = shipmentOf(user, [{ productId: 9, quantity: 3 }]);
      const answer = await call('POST /createShipment', { body });
      expect([answer.status, invalidFields(answer)]).toEqual([400, ['shipmentProducts']]);
      expect(await stockOf(9)).toBe(3);
    });

    test('an order that exceeds the stock is rejected as a whole', async () => {
      const answer = await order([{ productId: 9, quantity: 4 }]);
      expect([answer.status, await stockOf(9)]).toEqual([409, 3]);
    });

    test('if 50 shoppers order the last 20 copies at once, exactly 20 succeed', async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => order([{ productId: 4, quantity: 1 }])),
      );
      const statuses = Map.groupBy(answers, ({ status }) => status);
      expect([statuses.get(201)?.length, statuses.get(409)?.length]).toEqual([20, 30]);
      expect(await stockOf(4)).toBe(0);
      expect(new Set(statuses.get(201)?.map(({ body }) => orderSchema.parse(body).orderId)).size).toBe(20);
    });

    test('concurrent orders of the same products in opposite order do not deadlock', async () => {
      const both = [
        { productId: 10, quantity: 1 },
        { productId: 3, quantity: 1 },
      ];
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, turn) => order(turn % 2 === 0 ? both : both.toReversed())),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(201));
      expect(await stockOf(10)).toBe(0);
    });

    test.each([
      [{ shipmentProducts: [] }, ['shipmentProducts']],
      [{ shipmentProducts: [{ productId: 1, quantity: 0 }] }, ['shipmentProducts.0.quantity']],
      [{ shipmentProducts: [{ productId: 1, quantity: 11 }] }, ['shipmentProducts.0.quantity']],
      [{ shipmentProducts: [{ productId: 999, quantity: 1 }] }, ['shipmentProducts.0.productId']],
      [
        {
          shipmentProducts: [
            { productId: 1, quantity: 1 },
            { productId: 1, quantity: 1 },
          ],
        },
        ['shipmentProducts'],
      ],
      [{ totalPrice: -1 }, ['totalPrice']],
      [{ totalPrice: 10.001 }, ['totalPrice']],
      [{ totalPrice: 'free' }, ['totalPrice']],
      [{ shipmentCharges: 1e12 }, ['shipmentCharges']],
      [{ coupon: 999 }, ['coupon']],
      [{ pincode: '0' }, ['pincode']],
      [{ dispatchedDate: '2026-02-30' }, ['dispatchedDate']],
      [{ city: undefined, state: undefined }, ['city', 'state']],
      [{ paid: true }, ['paid']],
    ])('%j is rejected, and the fields are named', async (change, fields) => {
      const before = await stockOf(1);
      const body = { ...shipmentOf(user, [{ productId: 1, quantity: 1 }]), ...change };
      const answer = await call('POST /createShipment', { body });
      expect(answer.status).toBe(400);
      expect(invalidFields(answer)).toEqual(fields);
      expect(await stockOf(1)).toBe(before);
    });

    test('a long address that includes the neighbourhood is stored completely', async () => {
      const body = {
        ...shipmentOf(user, [{ productId: 1, quantity: 1 }]),
        address: `${'A'.repeat(500)}, ${'B'.repeat(200)}`,
      };
      const answer = await call('POST /createShipment', { body });
      expect(orderSchema.parse(answer.body).address).toBe(body.address);
    });

    test('an unknown user is a 404', async () => {
      const body = { ...shipmentOf(user, [{ productId: 1, quantity: 1 }]), userEmail: 'nobody@example.com' };
      expect((await call('POST /createShipment', { body })).status).toBe(404);
    });
  });

  describe('Idempotency-Key', () => {
    const lines = [{ productId: 1, quantity: 1 }];

    test('twenty concurrent retries create one order and get the same response', async () => {
      const before = await stockOf(1);
      const headers = { 'Idempotency-Key': 'twenty-at-once' };
      const answers = await Promise.all(Array.from({ length: 20 }, () => order(lines, headers)));
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(await stockOf(1)).toBe((before ?? 0) - 1);
    });

    test('the same key with another order is a 422, and with an invalid body a 400', async () => {
      const headers = { 'Idempotency-Key': 'one-key' };
      expect((await order(lines, headers)).status).toBe(201);
      expect((await order([{ productId: 1, quantity: 2 }], headers)).status).toBe(422);
      expect((await call('POST /createShipment', { body: {}, headers })).status).toBe(400);
    });

    test('a retry after midnight is the same order', async () => {
      const headers = { 'Idempotency-Key': 'over-midnight' };
      const sent = (dispatchedDate: string) =>
        call('POST /createShipment', { body: { ...shipmentOf(user, lines), dispatchedDate }, headers });
      const first = await sent('2026-01-01');
      expect(first.status).toBe(201);
      expect((await sent('2026-01-02')).body).toEqual(first.body);
    });

    test('an order that failed can be retried with the same key', async () => {
      const headers = { 'Idempotency-Key': 'tried-again' };
      expect((await order([{ productId: 5, quantity: 1 }], headers)).status).toBe(409);
      expect((await order(lines, headers)).status).toBe(201);
    });

    test('an invalid key is rejected', async () => {
      expect((await order(lines, { 'Idempotency-Key': 'two words' })).status).toBe(400);
    });

    test('a retry after a restart of the service gets the first response', async () => {
      const headers = { 'Idempotency-Key': 'kept' };
      const first = await order(lines, headers);
      await service.stop();
      const again = await startService(service.settings);
      const clear = service.remove;
      const remove = async () => {
        await again.stop();
        await clear();
      };
      service = { ...service, ...again, remove };
      call = callsTo(again.url);
      expect((await order(lines, headers)).body).toEqual(first.body);
    });
  });

  test('orders stay with a user who changes the e-mail', async () => {
    const shopper = await register(call);
    await call('POST /createShipment', { body: shipmentOf(shopper, [{ productId: 1, quantity: 1 }]) });
    const email = `changed-${shopper.email}`;
    userSchema.parse((await call(`PUT /updateUser/${shopper.id}`, { body: { email } })).body);
    expect(await ordersOf(email)).toHaveLength(1);
    expect(await ordersOf(shopper.email)).toEqual([]);
  });

  test('GET /OrdersByUserEmail returns orders newest first, and an empty list if there are none', async () => {
    const shopper = await register(call);
    expect(await ordersOf(shopper.email)).toEqual([]);
    for (const quantity of [1, 2, 3]) {
      await call('POST /createShipment', { body: shipmentOf(shopper, [{ productId: 3, quantity }]) });
    }
    const quantities = (await ordersOf(shopper.email)).map(
      ({ shipmentProducts }) => shipmentProducts[0]?.quantity,
    );
    expect(quantities).toEqual([3, 2, 1]);
  });

  test('GET /OrdersByUserEmail returns one page if a range of orders is requested', async () => {
    const shopper = await register(call);
    const part = (range: string) =>
      call(`GET /OrdersByUserEmail?email=${encodeURIComponent(shopper.email)}`, { headers: { range } });
    expect(await part('orders=0-1')).toMatchObject({ status: 200, body: [] });
    for (const quantity of [1, 2, 3]) {
      await call('POST /createShipment', { body: shipmentOf(shopper, [{ productId: 3, quantity }]) });
    }
    const quantitiesIn = (body: unknown) =>
      orders.parse(body).map(({ shipmentProducts }) => shipmentProducts[0]?.quantity);
    const newest = await part('orders=0-1');
    expect(newest.status).toBe(206);
    expect(newest.headers.get('content-range')).toBe('orders 0-1/3');
    expect(quantitiesIn(newest.body)).toEqual([3, 2]);
    const last = await part('orders=2-9');
    expect(last.headers.get('content-range')).toBe('orders 2-2/3');
    expect(quantitiesIn(last.body)).toEqual([1]);
    expect((await part('orders=3-4')).status).toBe(416);
    for (const ignored of ['orders=0-2', 'bytes=0-1', 'orders=2-1', 'orders=-1']) {
      const whole = await part(ignored);
      expect(whole.status).toBe(200);
      expect(quantitiesIn(whole.body)).toEqual([3, 2, 1]);
    }
  });
});
