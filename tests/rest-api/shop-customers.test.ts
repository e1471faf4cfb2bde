import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { formatDateTimeInIndia } from '#rest-api/domain/calendar.ts';
import { orderRecord } from '#rest-api/orders/order-record.ts';
import { userRecord } from '#rest-api/shoppers/user-record.ts';
import { createRegistration, createShipmentBody, register, type User } from './calls.ts';
import { onEachEngine } from './engines.ts';
import { runSql } from './postgresql.ts';
import { pollOptions } from './service.ts';
import { setUpService } from './service-setup.ts';
import { runShopJson } from './shop-command.ts';
import { connectForLocking } from './table-locks.ts';

// The tests run many commands, which is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const enquiriesSchema = z.array(
  z.object({ id: z.int(), receivedAt: z.iso.datetime().transform((text) => new Date(text)) }),
);
const recordsSchema = z.array(z.record(z.string(), z.unknown()));

onEachEngine((start, engine) => {
  const { call, fetchBody, getDatabaseUrl, getService, restart, runCommand } = setUpService(start);
  const placeOrder = async (user: User) => {
    const body = createShipmentBody(user);
    return orderRecord.parse((await call('POST /createShipment', { body })).body).orderId;
  };

  test('an enquiry is listed, shown and marked as done', async () => {
    const body = {
      name: 'Ravi',
      phoneNumber: '9876543210',
      remark: 'When is it back?',
      productName: 'ययाति',
    };
    await call('POST /createContact', { body });
    expect(await runCommand('enquiries', 'list')).toMatch(/Open +Ravi +9876543210 +ययाति/);
    const [enquiry] = await runShopJson(enquiriesSchema, getService().settings, 'enquiries', 'list');
    const shown = await runCommand('enquiries', 'show', String(enquiry?.id));
    expect(shown).toContain('When is it back?');
    expect(shown).toMatch(
      new RegExp(`^receivedAt +${formatDateTimeInIndia(enquiry?.receivedAt ?? new Date(0))}$`, 'm'),
    );
    expect(await runCommand('enquiries', 'done', String(enquiry?.id))).toBe(
      `Enquiry ${enquiry?.id} is done.\n`,
    );
    expect(await runCommand('enquiries', 'done', String(enquiry?.id))).toBe(
      `failed: Enquiry ${enquiry?.id} is already done\n`,
    );
    expect(await runCommand('enquiries', 'list')).toBe('None.\n');
    expect(await runCommand('enquiries', 'list', '--all')).toContain('Done');
  });

  test("a customer's data is exported, and erased once no order is open", async () => {
    const user = await register(call);
    const body = createShipmentBody(user);
    const { orderId } = orderRecord.parse((await call('POST /createShipment', { body })).body);
    await call('POST /createContact', {
      body: { name: user.username, phoneNumber: user.contact, remark: 'Where is my order?' },
    });
    expect(await runCommand('customers', 'find', user.email.slice(0, -5))).toContain(user.contact);
    expect(await runCommand('customers', 'find', '%')).toBe('None.\n');
    const exported = await runCommand('customers', 'export', user.email);
    for (const part of [
      user.contact,
      '12 Test Lane',
      orderId,
      'Where is my order?',
      'we received your order',
    ]) {
      expect(exported).toContain(part);
    }
    expect(exported).not.toMatch(/password|\$argon2/i);
    // Catalogue data is not personal data.
    expect(exported).not.toContain('"product"');
    expect(await runCommand('customers', 'erase', user.email)).toBe(
      'failed: Permanently erase this customer? Add --yes to confirm.\n',
    );
    expect(await runCommand('customers', 'erase', user.email, '--yes')).toContain(
      `has open orders: ${orderId}`,
    );
    await runCommand('orders', 'dispatch', orderId, '--tracking', 'EM1');
    expect(await runCommand('customers', 'erase', user.email, '--yes')).toContain(
      `has open orders: ${orderId}`,
    );
    await runCommand('orders', 'cancel', orderId, '--reason', 'Leaves');
    expect(await runCommand('customers', 'erase', user.contact, '--yes')).toContain(
      'was erased. Kept 1 order, without',
    );
    expect((await call(`GET /getUserById/${user.id}`)).status).toBe(404);
    expect(await fetchBody(`GET /OrdersByUserEmail?email=${user.email}`)).toEqual([]);
    const remaining = [
      await runCommand('orders', 'show', orderId),
      await runCommand('mail', 'list', '--all', '--json'),
      await runCommand('enquiries', 'list', '--all'),
      await runCommand('log'),
    ].join('\n');
    expect(remaining).toContain(orderId);
    expect(remaining).not.toContain(user.email);
    expect(remaining).not.toContain(user.contact);
  });

  test('a customer is erased with the e-mails to their address, even if its letter case has changed since', async () => {
    const user = await register(call);
    const orderId = await placeOrder(user);
    const email = user.email.toUpperCase();
    expect((await call(`PUT /updateUser/${user.id}`, { body: { email } })).status).toBe(200);
    const listEmails = () => runCommand('mail', 'list', '--all', '--json');
    expect(await listEmails()).toContain(user.email);
    await runCommand('orders', 'cancel', orderId, '--reason', 'Leaves');
    expect(await runCommand('customers', 'erase', user.email, '--yes')).toContain('Kept 1 order');
    expect((await listEmails()).toLowerCase()).not.toContain(user.email);
  });

  test("after a customer was erased, their order's Idempotency-Key no longer returns their name and address", async () => {
    const user = await register(call);
    const body = createShipmentBody(user);
    const placeWithKey = () =>
      call('POST /createShipment', { body, headers: { 'Idempotency-Key': 'of-an-erased-customer' } });
    const { orderId } = orderRecord.parse((await placeWithKey()).body);
    await runCommand('orders', 'cancel', orderId, '--reason', 'Leaves');
    expect(await runCommand('customers', 'erase', user.email, '--yes')).toContain('Kept 1 order');
    expect(await placeWithKey()).toMatchObject({ status: 404, body: { message: 'User not found' } });
  });

  // Nothing outside the service can lock or change a table of the embedded database.
  if (engine !== 'embedded') {
    test('an export has no e-mail about an order that is placed meanwhile', async () => {
      const user = await register(call);
      const earlierOrder = await placeOrder(user);
      const { client, countWaiting } = await connectForLocking(getDatabaseUrl());
      // The export reads the enquiries after the orders and before the e-mails.
      await client.query('begin; lock table contact_enquiries');
      const exported = runCommand('customers', 'export', user.email);
      await expect.poll(countWaiting, pollOptions).toBe(1);
      const laterOrder = await placeOrder(user);
      await client.query('commit');
      expect(await exported).toContain(earlierOrder);
      expect(await exported).not.toContain(laterOrder);
    });

    test('enquiries are deleted 30 days after they were done, and stored responses to orders after two days', async () => {
      const body = createShipmentBody(await register(call));
      const placeWithKey = async (key: string, changes = {}) => {
        const headers = { 'Idempotency-Key': key };
        return (await call('POST /createShipment', { body: { ...body, ...changes }, headers })).status;
      };
      for (const key of ['expired', 'current']) expect(await placeWithKey(key)).toBe(201);
      for (const statement of [
        `insert into contact_enquiries (name, phone_number, remark, product_name, publisher, author, language, done_at) values
         ('Done long ago', '020 1', '?', '', '', '', '', now() - interval '31 days'),
         ('Done recently', '020 1', '?', '', '', '', '', now() - interval '29 days')`,
        "update idempotency_keys set created_at = now() - interval '49 hours' where key = 'expired'",
        "update idempotency_keys set created_at = now() - interval '47 hours' where key = 'current'",
      ]) {
        await runSql(getDatabaseUrl(), statement);
      }
      await getService().stop();
      await restart();
      const listEnquiries = () => runCommand('enquiries', 'list', '--all');
      await expect.poll(listEnquiries).not.toContain('Done long ago');
      expect(await listEnquiries()).toContain('Done recently');
      // A key that is still stored is rejected for another order.
      expect(await placeWithKey('expired', { city: 'Nashik' })).toBe(201);
      expect(await placeWithKey('current', { city: 'Nashik' })).toBe(422);
    });

    test('a customer is not erased while an order of theirs is being created', async () => {
      const user = await register(call);
      const { client, countWaiting } = await connectForLocking(getDatabaseUrl());
      await client.query('begin; lock table products in exclusive mode');
      const placed = placeOrder(user);
      await expect.poll(countWaiting, pollOptions).toBe(1);
      const erased = runCommand('customers', 'erase', user.email, '--yes');
      await expect.poll(countWaiting, pollOptions).toBe(2);
      await client.query('commit');
      const orderId = await placed;
      expect(await erased).toContain(`has open orders: ${orderId}`);
    });
  }

  test("e-mails about other customers are neither exported nor erased with a customer, even if their addresses contain the customer's", async () => {
    const registerAs = async (email: string) => {
      const body = { ...createRegistration(), email };
      return userRecord.parse((await call('POST /addUser', { body })).body);
    };
    const asha = await registerAs('asha.k+1@books.example');
    const others = await Promise.all(
      ['natasha.k+1@books.example', 'a-asha.k+1@books.example', 'asha.k+1@books.example.in'].map(registerAs),
    );
    const ownOrder = await placeOrder(asha);
    const otherOrders = await Promise.all(others.map(placeOrder));
    const exported = await runCommand('customers', 'export', asha.email);
    expect(exported).toContain(`E-mail: ${asha.email}`);
    for (const { email } of others) expect(exported).not.toContain(`E-mail: ${email}`);
    await runCommand('orders', 'cancel', ownOrder, '--reason', 'Leaves');
    expect(await runCommand('customers', 'erase', asha.email, '--yes')).toContain('was erased');
    const remaining = await runCommand('mail', 'list', '--all', '--json');
    expect(remaining).not.toContain(ownOrder);
    for (const order of otherOrders) expect(remaining).toContain(`New order ${order}`);
  });

  test('a customer is exported and erased with enquiries from their number in any format', async () => {
    const user = await register(call);
    const [start, end] = [user.contact.slice(0, 5), user.contact.slice(5)];
    const own = [`+91 ${start} ${end}`, `0${start}-${end}`, `0091${start}${end}`, `+91 (0) ${start} ${end}`];
    const others = [`+1 ${start} ${end}`, `${user.contact}1`];
    for (const phoneNumber of [...own, ...others]) {
      const body = { name: `Reader ${phoneNumber}`, phoneNumber, remark: 'Please call me' };
      expect((await call('POST /createContact', { body })).status).toBe(201);
    }
    const exported = await runShopJson(
      z.object({ enquiries: z.array(z.object({ phoneNumber: z.string() })) }),
      getService().settings,
      ...['customers', 'export', user.email],
    );
    expect(exported.enquiries.map(({ phoneNumber }) => phoneNumber)).toEqual(own);
    expect(await runCommand('customers', 'erase', user.email, '--yes')).toContain('was erased');
    const remaining = [
      await runCommand('enquiries', 'list'),
      await runCommand('mail', 'list', '--all', '--json'),
    ].join();
    for (const phoneNumber of own) expect(remaining).not.toContain(phoneNumber);
    for (const phoneNumber of others) expect(remaining).toContain(phoneNumber);
  });

  test('JSON output preserves the values, but contains no control or format characters that could manipulate a terminal', async () => {
    const user = await register(call);
    const remark = 'Pune\u009b31m\u202e\u007f\u{e0041}\nकथा\u200d';
    await call('POST /createContact', { body: { name: user.username, phoneNumber: user.contact, remark } });
    const outputs = [
      await runCommand('customers', 'export', user.email),
      await runCommand('enquiries', 'list', '--json'),
    ];
    for (const output of outputs) {
      expect(output.replaceAll('\n', '')).not.toMatch(/\p{Cc}|(?!\u200d)\p{Cf}/u);
      expect(output).toContain('कथा\u200d');
    }
    const [exported = '', listed = ''] = outputs;
    const remarksSchema = z.array(z.object({ remark: z.string() }));
    const { enquiries } = z.object({ enquiries: remarksSchema }).parse(JSON.parse(exported));
    expect(enquiries).toEqual([{ remark }]);
    expect(remarksSchema.parse(JSON.parse(listed))).toContainEqual({ remark });
  });

  test('a search for customers says how many there are if it does not list them all', async () => {
    const [first] = [await register(call), await register(call)];
    const found = await runCommand('customers', 'find', '@example.com', '--limit', '1');
    expect(found).toMatch(/\n1 of \d+ customers; use --limit to see more\.\n$/);
    expect(await runCommand('customers', 'find', first.email)).not.toContain('--limit');
  });

  test('waiting e-mails are listed, and without SMTP_URL, "mail retry" says that they will be sent when it is set', async () => {
    const user = await register(call);
    await call('POST /createShipment', { body: createShipmentBody(user) });
    expect(await runCommand('mail', 'list')).toMatch(new RegExp(`Waiting +0 +${user.email}`));
    expect(await runCommand('mail', 'retry')).toMatch(/^\d+ e-mails will be sent when SMTP_URL is set\.\n$/);
  });

  test('enquiries, e-mails and the log are listed with the time in India', async () => {
    const body = { name: 'Ravi', phoneNumber: '9876543210', remark: 'Do you have Yayati?' };
    await call('POST /createContact', { body });
    const user = await register(call);
    await call('POST /createShipment', { body: createShipmentBody(user) });
    await runCommand('mail', 'retry');
    for (const [command, column] of [
      ['enquiries list', 'receivedAt'],
      ['mail list', 'createdAt'],
      ['log', 'changedAt'],
    ] as const) {
      const words = command.split(' ');
      const [record] = await runShopJson(recordsSchema, getService().settings, ...words);
      const timeInIndia = new Date(Date.parse(String(record?.[column])) + 5.5 * 3_600_000);
      const [date, time] = timeInIndia.toISOString().split(/[T.]/);
      expect(await runCommand(...words)).toContain(`${date} ${time}`);
    }
  });

  test.each(['orders list', 'mail list', 'log'])(
    '"%s" rejects a limit that is not a whole number from 1 to 100000',
    async (command) => {
      for (const limit of ['x', '0', '1.5', '1000000']) {
        expect(await runCommand(...command.split(' '), '--limit', limit)).toBe(
          'failed: limit: Must be a whole number from 1 to 100000\n',
        );
      }
    },
  );

  test('the error for an unknown command lists the available ones', async () => {
    expect(await runCommand('nothing')).toMatch(/backup, demo, mail, log, restore\.\n$/);
    expect(await runCommand('catalogue', 'nothing')).toContain('catalogue restore, catalogue import.');
  });
});
