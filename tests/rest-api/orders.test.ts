import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { orderRecord } from '#rest-api/orders/order-record.ts';
import { userRecord } from '#rest-api/shoppers/user-record.ts';
import { createShipmentBody, getInvalidFields, productSchema, register, type User } from './calls.ts';
import { onEachEngine } from './engines.ts';
import { runSql } from './postgresql.ts';
import { pollOptions } from './service.ts';
import { setUpService } from './service-setup.ts';
import { connectForLocking } from './table-locks.ts';

const ordersSchema = z.array(orderRecord);

onEachEngine((start, engine) => {
  const { call, fetchOrders, fetchStock, getDatabaseUrl, getService, restart, runCommand } =
    setUpService(start);
  let user: User;
  beforeAll(async () => {
    user = await register(call);
  });

  const placeOrder = (lines: { productId: number; quantity: number }[], headers = {}) =>
    call('POST /createShipment', { body: createShipmentBody(user, lines), headers });

  describe('POST /createShipment', () => {
    test('returns 201 with the order, reduces the stock and lists the order', async () => {
      const shopper = await register(call);
      const lines = [
        { productId: 2, quantity: 3 },
        { productId: 1, quantity: 1 },
      ];
      const stock = [await fetchStock(1), await fetchStock(2)];
      const body = createShipmentBody(shopper, lines);
      const response = await call('POST /createShipment', { body });
      expect(response.status).toBe(201);
      const placed = orderRecord.parse(response.body);
      const { address, area, landmark, city, district, state, pincode, country } = body;
      expect(placed).toMatchObject({ address, area, landmark, city, district, state, pincode, country });
      expect(placed).toMatchObject({
        totalPrice: 418.5,
        shipmentCharges: 20,
        deliveryFee: 0,
        status: 'Paid',
      });
      expect(placed).toMatchObject({ userName: body.userName, userMobile: body.userMobile });
      expect(placed.trackingNo).toBeNull();
      expect(placed.orderId).toMatch(/^[A-Z0-9]{3}-[A-Z0-9]{4}-[A-Z0-9]{3}$/);
      expect(placed.shipmentProducts).toMatchObject([
        { product: { id: 2 }, productName: 'विहिरीची गाणी', quantity: 3, price: 149.5 },
        { product: { id: 1 }, productName: 'Letters from a Well', quantity: 1, price: 180 },
      ]);
      expect([await fetchStock(1), await fetchStock(2)]).toEqual([(stock[0] ?? 0) - 1, (stock[1] ?? 0) - 3]);
      expect(await fetchOrders(shopper.email)).toEqual([placed]);
    });

    test('immediately changes the stock in GET /getallproducts, and its ETag', async () => {
      const before = await call('GET /getallproducts');
      await placeOrder([{ productId: 1, quantity: 2 }]);
      const after = await call('GET /getallproducts');
      expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
      const readStock = (body: unknown) =>
        z
          .array(productSchema)
          .parse(body)
          .find(({ id }) => id === 1)?.remainingQuantity;
      expect(readStock(after.body)).toBe((readStock(before.body) ?? 0) - 2);
    });

    test.each([
      [5, 'Sold Out'],
      [6, 'Unknown Stock'],
      [7, 'Not for Sale'],
      [8, 'No Longer Available'],
    ])(
      'an order with product %i (%s), which is not available, is rejected as a whole',
      async (productId, name) => {
        const before = await fetchStock(1);
        const response = await placeOrder([
          { productId: 1, quantity: 1 },
          { productId, quantity: 1 },
        ]);
        expect(response.status).toBe(409);
        expect(response.body).toEqual({ message: `Not enough stock for product ${name}` });
        expect(await fetchStock(1)).toBe(before);
      },
    );

    test('an order whose items cost more than the maximum is rejected, and the field is named', async () => {
      // Without `productPrice`, the service adds up the prices itself and checks the sum.
      const { productPrice: _, ...body } = createShipmentBody(user, [{ productId: 9, quantity: 3 }]);
      const response = await call('POST /createShipment', { body });
      expect([response.status, getInvalidFields(response)]).toEqual([400, ['shipmentProducts']]);
      expect(await fetchStock(9)).toBe(3);
    });

    test('an order that exceeds the stock is rejected as a whole', async () => {
      const response = await placeOrder([{ productId: 9, quantity: 4 }]);
      expect([response.status, await fetchStock(9)]).toEqual([409, 3]);
    });

    test('if 50 orders for the last 20 copies arrive concurrently, exactly 20 succeed', async () => {
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => placeOrder([{ productId: 4, quantity: 1 }])),
      );
      const statuses = Map.groupBy(responses, ({ status }) => status);
      expect([statuses.get(201)?.length, statuses.get(409)?.length]).toEqual([20, 30]);
      expect(await fetchStock(4)).toBe(0);
      expect(new Set(statuses.get(201)?.map(({ body }) => orderRecord.parse(body).orderId)).size).toBe(20);
    });

    test('concurrent orders of the same products, listed forwards and backwards, do not deadlock', async () => {
      const both = [
        { productId: 10, quantity: 1 },
        { productId: 3, quantity: 1 },
      ];
      const responses = await Promise.all(
        Array.from({ length: 30 }, (_, index) => placeOrder(index % 2 === 0 ? both : both.toReversed())),
      );
      expect(responses.map(({ status }) => status)).toEqual(Array(30).fill(201));
      expect(await fetchStock(10)).toBe(0);
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
      [{ transactionStatus: 'Delivered' }, ['transactionStatus']],
      [{ transactionStatus: 'cancelled' }, ['transactionStatus']],
      [{ transactionStatus: ' Packed ' }, ['transactionStatus']],
    ])('%j is rejected, and the fields are named', async (change, fields) => {
      const before = await fetchStock(1);
      const body = { ...createShipmentBody(user, [{ productId: 1, quantity: 1 }]), ...change };
      const response = await call('POST /createShipment', { body });
      expect(response.status).toBe(400);
      expect(getInvalidFields(response)).toEqual(fields);
      expect(await fetchStock(1)).toBe(before);
    });

    test('a long address that includes the neighbourhood is stored completely', async () => {
      const body = {
        ...createShipmentBody(user),
        address: `${'A'.repeat(500)}, ${'B'.repeat(200)}`,
      };
      const response = await call('POST /createShipment', { body });
      expect(orderRecord.parse(response.body).address).toBe(body.address);
    });

    test('an unknown user is rejected with 404', async () => {
      const body = {
        ...createShipmentBody(user),
        userEmail: 'nobody@example.com',
      };
      expect((await call('POST /createShipment', { body })).status).toBe(404);
    });
  });

  describe('Verify-Total', () => {
    const headers = { 'Verify-Total': 'true' };
    const lines = [{ productId: 1, quantity: 2 }];
    const place = async (changes: Record<string, unknown>, sentHeaders: Record<string, string> = headers) => {
      const body = { ...createShipmentBody(user, lines), ...changes };
      return call('POST /createShipment', { body, headers: sentHeaders });
    };

    test('accepts an order whose total is the sum of its prices, shipping and delivery fee', async () => {
      const response = await place({ shipmentCharges: 20, deliveryFee: 1.5, totalPrice: 381.5 });
      expect(response.status).toBe(201);
    });

    test('rejects an order with another total, and changes nothing', async () => {
      const before = await fetchStock(1);
      const response = await place({ shipmentCharges: 20, totalPrice: 379.99 });
      expect(response.status).toBe(412);
      expect(response.body).toEqual({
        message: 'The total has changed: it is 380 rupees now, not 379.99',
      });
      expect(await fetchStock(1)).toBe(before);
    });

    test('rejects an order whose coupon now has another discount, but responds to a retry with the first order', async () => {
      await runCommand('coupons', 'add', 'MONSOON', '--discount', '0.01');
      const list = z.array(z.object({ id: z.number(), couponName: z.string() }));
      const coupons = list.parse((await call('GET /AllCoupons')).body);
      const coupon = coupons.find(({ couponName }) => couponName === 'MONSOON')?.id;
      // 0.01 percent of 360 rupees is 3.6 paise, so the discount is 4 paise.
      const order = { coupon, shipmentCharges: 20, totalPrice: 379.96 };
      const retry = { ...headers, 'Idempotency-Key': 'retry-of-verified-order' };
      const first = await place(order, retry);
      expect(first.status).toBe(201);
      await runCommand('coupons', 'end', 'MONSOON');
      await runCommand('coupons', 'add', 'MONSOON', '--discount', '10');
      expect((await place(order)).status).toBe(412);
      expect((await place({ ...order, totalPrice: 344 })).status).toBe(201);
      expect((await place(order, retry)).body).toEqual(first.body);
    });

    test('rejects any value except true', async () => {
      expect((await place({}, { 'Verify-Total': '1' })).status).toBe(400);
    });
  });

  describe('Idempotency-Key', () => {
    const lines = [{ productId: 1, quantity: 1 }];

    test('twenty concurrent retries create one order and get the same response', async () => {
      const before = await fetchStock(1);
      const headers = { 'Idempotency-Key': 'twenty-at-once' };
      const responses = await Promise.all(Array.from({ length: 20 }, () => placeOrder(lines, headers)));
      expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201));
      expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(await fetchStock(1)).toBe((before ?? 0) - 1);
    });

    test('the same key is rejected with 422 for another order, and with 400 for an invalid body', async () => {
      const headers = { 'Idempotency-Key': 'one-key' };
      expect((await placeOrder(lines, headers)).status).toBe(201);
      expect((await placeOrder([{ productId: 1, quantity: 2 }], headers)).status).toBe(422);
      expect((await call('POST /createShipment', { body: {}, headers })).status).toBe(400);
    });

    test('a retry after midnight returns the first order', async () => {
      const headers = { 'Idempotency-Key': 'over-midnight' };
      const send = (dispatchedDate: string) =>
        call('POST /createShipment', {
          body: { ...createShipmentBody(user, lines), dispatchedDate },
          headers,
        });
      const first = await send('2026-01-01');
      expect(first.status).toBe(201);
      expect((await send('2026-01-02')).body).toEqual(first.body);
    });

    test('the key of an order that failed can be used for another order', async () => {
      const headers = { 'Idempotency-Key': 'used-again' };
      expect((await placeOrder([{ productId: 5, quantity: 1 }], headers)).status).toBe(409);
      expect((await placeOrder(lines, headers)).status).toBe(201);
    });

    test('an invalid key is rejected', async () => {
      expect((await placeOrder(lines, { 'Idempotency-Key': 'two words' })).status).toBe(400);
    });

    test('a retry after a restart of the service gets the first response', async () => {
      const headers = { 'Idempotency-Key': 'after-restart' };
      const first = await placeOrder(lines, headers);
      await getService().stop();
      await restart();
      expect((await placeOrder(lines, headers)).body).toEqual(first.body);
    });
  });

  // Nothing outside the service can lock a table of the embedded database.
  if (engine !== 'embedded') {
    test('an order that the database aborts because of a deadlock is placed by a retry', async () => {
      const shopper = await register(call);
      const url = getDatabaseUrl();
      const { client: firstClient, countWaiting } = await connectForLocking(url);
      const { client: secondClient } = await connectForLocking(url);
      await firstClient.query('begin; select from products where id = 1 for update');
      // With this timeout, the database aborts the order instead of this transaction.
      await secondClient.query("begin; set local deadlock_timeout = '1min'");
      await secondClient.query('select from products where id = 2 for update');
      const lines = [1, 2].map((productId) => ({ productId, quantity: 1 }));
      const order = call('POST /createShipment', { body: createShipmentBody(shopper, lines) });
      await expect.poll(countWaiting, pollOptions).toBe(1);
      const lockOfUser = secondClient.query(`select from users where id = ${shopper.id} for update`);
      await expect.poll(countWaiting, pollOptions).toBe(2);
      await firstClient.query('commit');
      await lockOfUser;
      await secondClient.query('commit');
      expect((await order).status).toBe(201);
    });

    test('an order that waits, for example for an import, is not placed if its client disconnects', async () => {
      const shopper = await register(call);
      const stock = await fetchStock(1);
      const { client, countWaiting } = await connectForLocking(getDatabaseUrl());
      await client.query('begin; lock table products in exclusive mode');
      const body = createShipmentBody(shopper, [{ productId: 1, quantity: 1 }]);
      const disconnection = new AbortController();
      const order = fetch(`${getService().url}/createShipment`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'disconnected' },
        body: JSON.stringify(body),
        signal: disconnection.signal,
      });
      const rejection = expect(order).rejects.toThrow('aborted');
      await expect.poll(countWaiting, pollOptions).toBe(1);
      disconnection.abort();
      await rejection;
      await client.query('commit');
      const headers = { 'Idempotency-Key': 'next-attempt' };
      expect((await call('POST /createShipment', { body, headers })).status).toBe(201);
      expect(await fetchOrders(shopper.email)).toHaveLength(1);
      expect(await fetchStock(1)).toBe((stock ?? 0) - 1);
    });
  }

  // No other process can use the embedded database while the service runs.
  if (engine !== 'embedded') {
    test('the latest order is listed first even if an earlier one was placed while the clock was ahead', async () => {
      const shopper = await register(call);
      const body = createShipmentBody(shopper);
      const place = async () =>
        orderRecord.parse((await call('POST /createShipment', { body })).body).orderId;
      const first = await place();
      await runSql(
        getDatabaseUrl(),
        `update orders set order_date = order_date + 60, created_at = created_at + interval '60 days'
         where order_id = '${first}'`,
      );
      const second = await place();
      expect((await fetchOrders(shopper.email)).map(({ orderId }) => orderId)).toEqual([second, first]);
      expect(await runCommand('orders', 'list')).toMatch(new RegExp(`${second}[^]*${first}`));
    });

    test('the orders of a deleted user are found by the e-mail address, in upper and lower case', async () => {
      const shopper = await register(call);
      const userEmail = shopper.email.replace('reader', 'Reader');
      await call('POST /createShipment', { body: { ...createShipmentBody(shopper), userEmail } });
      await runSql(getDatabaseUrl(), `delete from users where id = ${shopper.id}`);
      for (const email of [userEmail, shopper.email, shopper.email.toUpperCase()])
        expect(await fetchOrders(email)).toHaveLength(1);
    });
  }

  test('a user who changes their e-mail address keeps their orders', async () => {
    const shopper = await register(call);
    await call('POST /createShipment', { body: createShipmentBody(shopper) });
    const email = `changed-${shopper.email}`;
    userRecord.parse((await call(`PUT /updateUser/${shopper.id}`, { body: { email } })).body);
    expect(await fetchOrders(email)).toHaveLength(1);
    expect(await fetchOrders(shopper.email)).toEqual([]);
  });

  test('GET /OrdersByUserEmail returns orders newest first, and an empty list if there are none', async () => {
    const shopper = await register(call);
    expect(await fetchOrders(shopper.email)).toEqual([]);
    for (const quantity of [1, 2, 3]) {
      await call('POST /createShipment', { body: createShipmentBody(shopper, [{ productId: 3, quantity }]) });
    }
    const quantities = (await fetchOrders(shopper.email)).map(
      ({ shipmentProducts }) => shipmentProducts[0]?.quantity,
    );
    expect(quantities).toEqual([3, 2, 1]);
  });

  test('GET /OrdersByUserEmail returns one page if a range of orders is requested, and all orders if the range covers them all or is invalid', async () => {
    const shopper = await register(call);
    const fetchRange = (range: string) =>
      call(`GET /OrdersByUserEmail?email=${encodeURIComponent(shopper.email)}`, { headers: { range } });
    expect(await fetchRange('orders=0-1')).toMatchObject({ status: 200, body: [] });
    for (const quantity of [1, 2, 3]) {
      await call('POST /createShipment', { body: createShipmentBody(shopper, [{ productId: 3, quantity }]) });
    }
    const readQuantities = (body: unknown) =>
      ordersSchema.parse(body).map(({ shipmentProducts }) => shipmentProducts[0]?.quantity);
    const newest = await fetchRange('orders=0-1');
    expect(newest.status).toBe(206);
    expect(newest.headers.get('content-range')).toBe('orders 0-1/3');
    expect(readQuantities(newest.body)).toEqual([3, 2]);
    const last = await fetchRange('orders=2-9');
    expect(last.headers.get('content-range')).toBe('orders 2-2/3');
    expect(readQuantities(last.body)).toEqual([1]);
    expect((await fetchRange('orders=3-4')).status).toBe(416);
    // The first covers all orders, and the others are ignored.
    for (const range of ['orders=0-2', 'bytes=0-1', 'orders=2-1', 'orders=-1']) {
      const complete = await fetchRange(range);
      expect(complete.status).toBe(200);
      expect(readQuantities(complete.body)).toEqual([3, 2, 1]);
    }
  });
});
