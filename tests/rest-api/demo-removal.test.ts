import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { demoShoppers } from '#rest-api/demo/shoppers.ts';
import { orderRecord } from '#rest-api/orders/order-record.ts';
import { userRecord } from '#rest-api/shoppers/user-record.ts';
import { createCall, createShipmentBody, fetchOrders, productSchema, register } from './calls.ts';
import { postgresqlBinaryDir } from './postgresql.ts';
import { createDemoDirectory, createEmptyDatabase } from './prepared-data.ts';
import { createDataDirectory, removeDataDirectory, startService } from './service.ts';
import { runShop, runShopJson } from './shop-command.ts';

// The tests start services of their own, which is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const emailSchema = z.looseObject({ subject: z.string() });

describe('the demo', () => {
  test("is removed on request with its books, coupons, content and logins and all orders of these logins, while the shop's own data remains", async () => {
    const directory = await createDemoDirectory();
    const settings = { DATA_DIR: directory };
    const service = await startService(settings);
    const call = createCall(service.url);
    const user = await register(call);
    await runShop(settings, 'coupons', 'add', 'OURS', '--discount', '5');
    // A demo coupon that the shop has ended and added again belongs to the shop.
    await runShop(settings, 'coupons', 'end', 'DIWALI15');
    await runShop(settings, 'coupons', 'add', 'DIWALI15', '--discount', '5');
    const withoutConfirmation = await runShop(settings, 'demo', 'remove');
    expect(withoutConfirmation.stderr).toContain('Add --yes to confirm');
    const fetchDemoOrders = async () =>
      (await call(`GET /OrdersByUserEmail?email=${demoShoppers[0]?.email}`)).body;
    expect(await fetchDemoOrders()).not.toEqual([]);
    const [login] = service.demoLogins;
    const demoUser = userRecord.parse((await call(`GET /getUserBycontact?contact=${login?.contact}`)).body);
    for (const customer of [user, demoUser]) {
      const body = createShipmentBody(customer);
      expect((await call('POST /createShipment', { body })).status).toBe(201);
    }
    const listSubjects = async () =>
      (await runShopJson(z.array(emailSchema), settings, 'mail', 'list')).map(({ subject }) => subject);
    expect(await listSubjects()).toHaveLength(4);
    const { stdout } = await runShop(settings, 'demo', 'remove', '--yes');
    expect(stdout).toBe('The demo and its 200 books were removed.\n');
    const [order] = await fetchOrders(call, user.email);
    const orderId = order?.orderId ?? '';
    expect((await listSubjects()).filter((subject) => !subject.includes(orderId))).toEqual([]);
    expect(await listSubjects()).toHaveLength(2);
    expect(z.array(productSchema).parse((await call('GET /getallproducts')).body)).toEqual([]);
    expect((await call('GET /AllCoupons')).body).toMatchObject([
      { couponName: 'DIWALI15' },
      { couponName: 'OURS' },
    ]);
    expect((await call('GET /AllSlideImages')).body).toEqual([]);
    expect(await fetchDemoOrders()).toEqual([]);
    const body = { contact: login?.contact, password: login?.password };
    expect((await call('POST /loginByContact', { body })).status).toBe(401);
    await service.stop();
    const restarted = await startService(settings);
    expect(restarted.demoLogins).toEqual([]);
    expect((await createCall(restarted.url)('GET /getallproducts')).body).toEqual([]);
    expect((await createCall(restarted.url)(`GET /getUserById/${user.id}`)).status).toBe(200);
    await restarted.stop();
    // Without a running service, the command opens the database itself.
    const offline = await runShop(settings, 'coupons', 'list');
    expect(offline.stdout).toContain('OURS');
    await removeDataDirectory(directory);
  });

  test('is removed with its own orders even if a demo shopper has changed the password; an order that this shopper placed after the change remains', async () => {
    const settings = { DATA_DIR: await createDemoDirectory() };
    const service = await startService(settings);
    onTestFinished(async () => {
      await service.stop();
      await removeDataDirectory(settings.DATA_DIR);
    });
    const call = createCall(service.url);
    const contact = service.demoLogins[0]?.contact;
    const user = userRecord.parse((await call(`GET /getUserBycontact?contact=${contact}`)).body);
    await call(`PUT /updateUser/${user.id}`, { body: { password: 'my own password' } });
    const placed = await call('POST /createShipment', { body: createShipmentBody(user) });
    const fetchOrderIds = async () => (await fetchOrders(call, user.email)).map(({ orderId }) => orderId);
    const { orderId } = orderRecord.parse(placed.body);
    expect((await fetchOrderIds()).length).toBeGreaterThan(1);
    await runShop(settings, 'demo', 'remove', '--yes');
    expect(await fetchOrderIds()).toEqual([orderId]);
  });

  test.skipIf(postgresqlBinaryDir === undefined)(
    'is removed from PostgreSQL after a backup of an embedded database was restored into it, while the orders of customers remain',
    async () => {
      const directory = await createDemoDirectory();
      const embedded = await startService({ DATA_DIR: directory });
      const user = await register(createCall(embedded.url));
      const body = createShipmentBody(user);
      const ordered = orderRecord.parse(
        (await createCall(embedded.url)('POST /createShipment', { body })).body,
      );
      const backup = path.join(directory, 'backup.tar.gz');
      expect((await runShop({ DATA_DIR: directory }, 'backup', backup)).stderr).toBe('');
      await embedded.stop();
      const settings = { DATA_DIR: await createDataDirectory(), DATABASE_URL: await createEmptyDatabase() };
      expect((await runShop(settings, 'restore', backup)).stderr).toBe('');
      const service = await startService(settings);
      const call = createCall(service.url);
      expect(z.array(productSchema).parse((await call('GET /getallproducts')).body)).toHaveLength(200);
      const { stdout } = await runShop(settings, 'demo', 'remove', '--yes');
      expect(stdout).toBe('The demo and its 200 books were removed.\n');
      for (const list of ['getallproducts', 'AllCoupons', 'AllSlideImages', 'TodaysNotifications']) {
        expect((await call(`GET /${list}`)).body).toEqual([]);
      }
      const orders = await fetchOrders(call, user.email);
      expect(orders.map(({ orderId }) => orderId)).toEqual([ordered.orderId]);
      expect(orders[0]?.shipmentProducts).toHaveLength(1);
      const [login] = embedded.demoLogins;
      const credentials = { contact: login?.contact, password: login?.password };
      expect((await call('POST /loginByContact', { body: credentials })).status).toBe(401);
      await service.stop();
      await Promise.all([directory, settings.DATA_DIR].map(removeDataDirectory));
    },
  );
});
