import { expect, test } from 'vitest';
import { orderRecord } from '#rest-api/orders/order-record.ts';
import { createShipmentBody, getInvalidFields, register } from './calls.ts';
import { onEachEngine } from './engines.ts';
import { setUpServiceWithMailServer } from './service-setup.ts';

onEachEngine((start) => {
  const { call, fetchStock, findEmailsTo } = setUpServiceWithMailServer(start);

  /** Finds the e-mail that tells the shop that an order was cancelled; undefined if there is none. */
  const findEmailToShop = (orderId: string) =>
    findEmailsTo('hello@aksharvel.example').find(
      ({ subject }) => subject === `Order ${orderId} was cancelled by the shopper`,
    );

  const placeOrder = async (change: object = {}) => {
    const user = await register(call);
    const lines = [
      { productId: 10, quantity: 2 },
      { productId: 1, quantity: 3 },
    ];
    const body = { ...createShipmentBody(user, lines), ...change };
    const response = await call('POST /createShipment', { body });
    return { user, order: orderRecord.parse(response.body) };
  };
  const cancel = (body: object) => call('POST /cancelOrder', { body });

  test.each([
    ['that is paid online is placed and paid', 'Paid', ['Placed', 'Paid']],
    ['that is paid on delivery is placed', 'Placed', ['Placed']],
  ])('a new order %s, and can be cancelled', async (_, transactionStatus, steps) => {
    const { order } = await placeOrder({ transactionStatus });
    expect(order).toMatchObject({ status: transactionStatus, cancellable: true, trackingUrl: null });
    expect(order.statusHistory).toMatchObject(steps.map((status) => ({ status, reason: null })));
    for (const { changedAt } of order.statusHistory)
      expect(Math.abs(Date.now() - Date.parse(changedAt))).toBeLessThan(120_000);
  });

  test('cancelling several times restores the stock once, and only the e-mail to the shop has the reason', async () => {
    const stock = [await fetchStock(10), await fetchStock(1)];
    const { user, order } = await placeOrder();
    // From now on, the service has the reduced stock in memory.
    expect([await fetchStock(10), await fetchStock(1)]).not.toEqual(stock);
    const body = { orderId: order.orderId, userEmail: user.email.toUpperCase(), reason: 'Ordered twice' };
    const responses = await Promise.all([cancel(body), cancel(body), cancel(body)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const cancelled = orderRecord.parse(responses[0]?.body);
    expect(cancelled).toMatchObject({ status: 'Cancelled', cancellable: false });
    expect(cancelled.statusHistory.map(({ status, reason }) => [status, reason])).toEqual([
      ['Placed', null],
      ['Paid', null],
      ['Cancelled', 'Ordered twice'],
    ]);
    expect([await fetchStock(10), await fetchStock(1)]).toEqual(stock);
    expect((await call(`GET /OrdersByUserEmail?email=${user.email}`)).body).toEqual([cancelled]);
    const subject = `Aksharvel Books: your order ${order.orderId} was cancelled`;
    const isCancellation = (mail: { subject?: string | undefined }) => mail.subject === subject;
    await expect.poll(() => findEmailsTo(user.email).filter(isCancellation)).toHaveLength(1);
    const mail = findEmailsTo(user.email).find(isCancellation);
    expect(mail?.text).toContain("We'll refund the amount you paid.");
    // The e-mail address is not verified. It may belong to somebody else, who must not receive text from the shopper.
    expect(mail?.text).not.toContain('Ordered twice');
    await expect.poll(() => findEmailToShop(order.orderId)?.text).toContain('Ordered twice');
  });

  test('cancelling an order with a total of 0 promises no refund', async () => {
    const { user, order } = await placeOrder({ totalPrice: 0, shipmentCharges: 0 });
    await cancel({ orderId: order.orderId, userEmail: user.email });
    const findCancellation = () =>
      findEmailsTo(user.email).find(({ subject }) => subject?.endsWith('was cancelled') === true);
    await expect.poll(() => [findCancellation(), findEmailToShop(order.orderId)]).not.toContain(undefined);
    expect(findCancellation()?.text).not.toContain('refund');
    expect(findEmailToShop(order.orderId)?.text).not.toContain('refund');
  });

  test('an order number is accepted in lower case, as in the back office', async () => {
    const { user, order } = await placeOrder();
    const response = await cancel({ orderId: order.orderId.toLowerCase(), userEmail: user.email });
    expect(response).toMatchObject({ status: 200, body: { orderId: order.orderId, status: 'Cancelled' } });
  });

  test("cancelling an unknown order or another shopper's order is rejected with 404, and missing fields are named", async () => {
    const { order } = await placeOrder();
    const stranger = await register(call);
    const userEmail = stranger.email;
    expect((await cancel({ orderId: order.orderId, userEmail })).status).toBe(404);
    expect((await cancel({ orderId: 'XXX-XXXX-XXX', userEmail })).status).toBe(404);
    expect(getInvalidFields(await cancel({ reason: 'none' }))).toEqual(['orderId', 'userEmail']);
  });
});
