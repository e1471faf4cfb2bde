import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { formatDateTimeInIndia } from '#rest-api/domain/calendar.ts';
import { orderRecord } from '#rest-api/orders/order-record.ts';
import { createShipmentBody, register } from './calls.ts';
import { onEachEngine } from './engines.ts';
import { setUpServiceWithMailServer } from './service-setup.ts';
import { runShop, runShopJson } from './shop-command.ts';

// Some tests run many commands and wait for e-mails, which is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const orderListSchema = z.array(z.looseObject({ order: z.string(), status: z.string() }));
const datedOrderSchema = z.object({ order: z.string(), dispatchedDate: z.iso.date().nullable() });
const statusHistorySchema = z.object({
  statusHistory: z.array(z.object({ changedAt: z.iso.datetime() })),
});
const datedOrdersSchema = z.array(datedOrderSchema);
const logSchema = z.array(
  z.object({
    id: z.int(),
    changedAt: z.iso.datetime(),
    actor: z.string(),
    action: z.string(),
    subject: z.string(),
    details: z.record(z.string(), z.unknown()),
  }),
);

function formatDateInIndia(instant: string): string {
  return new Date(Date.parse(instant) + 5.5 * 3_600_000).toISOString().slice(0, 10);
}

onEachEngine((start) => {
  const { call, fetchStock, findEmailsTo, getPath, getService } = setUpServiceWithMailServer(start);

  const runCommand = (...args: string[]) => runShop(getService().settings, ...args);
  const placeOrder = async (change: object = {}) => {
    const user = await register(call);
    const body = { ...createShipmentBody(user, [{ productId: 10, quantity: 2 }]), ...change };
    const { orderId } = orderRecord.parse((await call('POST /createShipment', { body })).body);
    return { orderId, email: user.email, contact: user.contact };
  };
  const fetchOrder = async (email: string) => {
    const { body } = await call(`GET /OrdersByUserEmail?email=${email}`);
    return z.tuple([orderRecord]).parse(body)[0];
  };

  test('orders are packed, dispatched and delivered on a running service, each step dated and logged', async () => {
    const [first, second] = [await placeOrder(), await placeOrder()];
    const packed = await runCommand(
      'orders',
      'pack',
      first.orderId,
      second.orderId.toLowerCase(),
      '--as',
      'Meera',
    );
    expect(packed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await fetchOrder(second.email)).toMatchObject({ status: 'Packed', cancellable: false });
    const body = { orderId: first.orderId, userEmail: first.email };
    expect(await call('POST /cancelOrder', { body })).toMatchObject({
      status: 409,
      body: { message: `Order ${first.orderId} is Packed and can no longer be cancelled` },
    });
    expect((await runCommand('orders', 'deliver', first.orderId)).stderr).toBe(
      `Order ${first.orderId} is Packed; only orders that are Dispatched can become Delivered\n`,
    );
    const link = 'https://carrier.example/track?number="EE123"&language=en';
    const dispatched = await runCommand(
      'orders',
      'dispatch',
      first.orderId,
      '--tracking',
      'EE123',
      '--tracking-url',
      link,
    );
    expect(dispatched.stdout).toBe(`${first.orderId} was dispatched with tracking number EE123.\n`);
    await expect.poll(() => findEmailsTo(first.email)).toHaveLength(2);
    const mail = findEmailsTo(first.email).at(-1);
    expect(mail?.subject).toBe(`Aksharvel Books: your order ${first.orderId} is on its way`);
    expect(mail?.text).toContain('Tracking number: EE123');
    expect(mail?.text).toContain(link);
    expect(mail?.html).toContain(
      'href="https://carrier.example/track?number=&quot;EE123&quot;&amp;language=en"',
    );
    expect((await runCommand('orders', 'deliver', first.orderId)).exitCode).toBe(0);
    const order = await fetchOrder(first.email);
    expect(order).toMatchObject({ status: 'Delivered', trackingNo: 'EE123', trackingUrl: link });
    expect(order.statusHistory.map(({ status }) => status)).toEqual([
      'Placed',
      'Paid',
      'Packed',
      'Dispatched',
      'Delivered',
    ]);
    const [delivered, dispatch, pack] = await runShopJson(logSchema, getService().settings, 'log');
    expect(delivered).toMatchObject({ action: 'orders deliver', subject: first.orderId });
    expect(dispatch).toMatchObject({ action: 'orders dispatch', details: { trackingNo: 'EE123' } });
    expect(pack).toMatchObject({ action: 'orders pack', actor: 'Meera' });
    expect(pack?.subject.split(', ').toSorted()).toEqual([first.orderId, second.orderId].toSorted());
  });

  test('the log names the user who runs a command with sudo', async () => {
    const { orderId } = await placeOrder();
    const { settings } = getService();
    await runShop({ ...settings, SUDO_USER: 'meera' }, 'orders', 'pack', orderId);
    const [pack] = await runShopJson(logSchema, settings, 'log');
    expect(pack).toMatchObject({ action: 'orders pack', subject: orderId, actor: 'meera' });
  });

  test('cancelling returns the stock, tells the shopper the reason, and says what to refund', async () => {
    const stock = await fetchStock(10);
    const { orderId, email } = await placeOrder();
    expect(await fetchStock(10)).toBe((stock ?? 0) - 2);
    await runCommand('orders', 'dispatch', orderId, '--tracking', 'X1');
    const run = await runCommand('orders', 'cancel', orderId, '--reason', 'Parcel came back');
    expect(run.stdout).toBe(
      `${orderId} was cancelled and its stock was returned. It was paid: refund 418.5 rupees.\n`,
    );
    expect(await fetchStock(10)).toBe(stock);
    expect((await fetchOrder(email)).statusHistory.at(-1)).toMatchObject({
      status: 'Cancelled',
      reason: 'Parcel came back',
    });
    await expect.poll(() => findEmailsTo(email)).toHaveLength(3);
    expect(findEmailsTo(email).at(-1)?.text).toContain('Reason: Parcel came back');
    const again = await runCommand('orders', 'cancel', orderId, '--reason', 'Again');
    expect([again.exitCode, again.stderr]).toEqual([1, `Order ${orderId} is already Cancelled\n`]);
    expect(await fetchStock(10)).toBe(stock);
  });

  test('numeric options must be decimal, and a missing discount is reported', async () => {
    const readError = async (...args: string[]) => (await runCommand(...args)).stderr;
    expect(await readError('coupons', 'add', 'TEN5')).toBe('discount: Is missing\n');
    for (const discount of ['0x10', '1e1', '', 'ten']) {
      expect(await readError('coupons', 'add', 'TEN5', '--discount', discount)).toBe(
        'discount: Must be a percentage\n',
      );
    }
    for (const limit of ['0x10', '1e1', '']) {
      expect(await readError('orders', 'list', '--limit', limit)).toBe(
        'limit: Must be a whole number from 1 to 100000\n',
      );
    }
  });

  test('cancelling an order with a total of 0 says nothing about a refund', async () => {
    const { orderId } = await placeOrder({ totalPrice: 0, shipmentCharges: 0 });
    const run = await runCommand('orders', 'cancel', orderId, '--reason', 'Lost');
    expect(run.stdout).toBe(`${orderId} was cancelled and its stock was returned.\n`);
  });

  test('a CSV file begins with a byte order mark, without which spreadsheet programs misread Devanagari, and replaces a longer file', async () => {
    const file = getPath('orders.csv');
    await writeFile(file, 'x'.repeat(1_000_000));
    expect((await runCommand('orders', 'export', '--output', file)).exitCode).toBe(0);
    const { stdout } = await runCommand('orders', 'export');
    expect(stdout).toMatch(/^order,/);
    expect(await readFile(file, 'utf8')).toBe(`\uFEFF${stdout}`);
  });

  test.skipIf(process.platform === 'win32')(
    'the file of --output, which may contain personal data, is accessible to its owner only',
    async () => {
      const file = getPath('private.csv');
      expect((await runCommand('orders', 'export', '--output', file)).exitCode).toBe(0);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    },
  );

  test('a command whose output file cannot be opened changes nothing', async () => {
    const { orderId, email } = await placeOrder();
    const file = getPath('none/refund.txt');
    const run = await runCommand('orders', 'cancel', orderId, '--reason', 'Lost', '--output', file);
    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toMatch(`--output ${file} cannot be written, so nothing was done: ENOENT`);
    expect((await fetchOrder(email)).status).toBe('Paid');
  });

  test('a command that fails leaves the file of --output as it was', async () => {
    const file = getPath('output.txt');
    const cancel = (order: string) =>
      runCommand('orders', 'cancel', order, '--reason', 'Lost', '--output', file);
    expect((await cancel('none')).exitCode).toBe(1);
    expect(existsSync(file)).toBe(false);
    await writeFile(
      file,
      'a longer text that was in this file before the output of the command was written to it',
    );
    const before = await readFile(file, 'utf8');
    expect((await cancel('none')).exitCode).toBe(1);
    expect(await readFile(file, 'utf8')).toBe(before);
    const { orderId } = await placeOrder();
    expect(await cancel(orderId)).toMatchObject({ exitCode: 0, stderr: `Written to ${file}.\n` });
    expect(await readFile(file, 'utf8')).toMatch(/^\S+ was cancelled .* refund 418\.5 rupees\.\n$/);
  });

  test.runIf(existsSync('/dev/full'))('output that does not fit on the disk is printed', async () => {
    const { orderId, email } = await placeOrder();
    const run = await runCommand('orders', 'cancel', orderId, '--reason', 'Lost', '--output', '/dev/full');
    expect(run.stdout).toContain('refund 418.5 rupees');
    expect([run.exitCode, run.stderr]).toEqual([
      1,
      expect.stringMatching(/^The command succeeded, but \/dev\/full could not be written \(ENOSPC/),
    ]);
    expect((await fetchOrder(email)).status).toBe('Cancelled');
  });

  test('an order that is named twice, in upper and in lower case, is packed once', async () => {
    const { orderId, email } = await placeOrder();
    const run = await runCommand('orders', 'pack', orderId, orderId.toLowerCase());
    expect(run).toMatchObject({ exitCode: 0, stderr: '', stdout: `Packed: ${orderId}.\n` });
    expect((await fetchOrder(email)).statusHistory.map(({ status }) => status)).toEqual([
      'Placed',
      'Paid',
      'Packed',
    ]);
    const [pack] = await runShopJson(logSchema, getService().settings, 'log');
    expect(pack).toMatchObject({ action: 'orders pack', subject: orderId });
  });

  test('if one of several orders cannot be packed, none is', async () => {
    const [first, second] = [await placeOrder(), await placeOrder()];
    await runCommand('orders', 'pack', second.orderId);
    const run = await runCommand('orders', 'pack', first.orderId, second.orderId);
    expect([run.exitCode, run.stderr]).toEqual([1, `Order ${second.orderId} is already Packed\n`]);
    expect((await fetchOrder(first.email)).status).toBe('Paid');
  });

  test('a tracking number can be corrected, and the shopper is notified', async () => {
    const { orderId, email } = await placeOrder();
    await runCommand('orders', 'dispatch', orderId, '--tracking', 'WRONG');
    await runCommand('orders', 'dispatch', orderId, '--tracking', 'RIGHT');
    expect(await fetchOrder(email)).toMatchObject({ trackingNo: 'RIGHT', status: 'Dispatched' });
    await expect.poll(() => findEmailsTo(email)).toHaveLength(3);
  });

  test('a tracking URL can be corrected alone, and is removed with a message if only the number changes', async () => {
    const { orderId, email } = await placeOrder();
    const dispatch = async (...args: string[]) => {
      const { exitCode, stdout, stderr } = await runCommand('orders', 'dispatch', orderId, ...args);
      return exitCode === 0 ? stdout : `failed: ${stderr}`;
    };
    const [wrong, right, next] = ['wrong', 'right', 'next'].map((name) => `https://carrier.example/${name}`);
    await dispatch('--tracking', 'N1', '--tracking-url', String(wrong));
    expect(await dispatch('--tracking', 'N1', '--tracking-url', String(right))).toBe(
      `${orderId} was dispatched with tracking number N1.\n`,
    );
    expect(await fetchOrder(email)).toMatchObject({ trackingNo: 'N1', trackingUrl: right });
    for (const unchanged of [
      ['--tracking', 'N1'],
      ['--tracking', 'N1', '--tracking-url', String(right)],
    ]) {
      expect(await dispatch(...unchanged)).toBe(`failed: Order ${orderId} is already Dispatched\n`);
    }
    expect(await dispatch('--tracking', 'N2')).toBe(
      `${orderId} was dispatched with tracking number N2. The tracking URL of N1 was removed; use --tracking-url to set the new one.\n`,
    );
    expect(await fetchOrder(email)).toMatchObject({ trackingNo: 'N2', trackingUrl: null });
    expect(await dispatch('--tracking', 'N2', '--tracking-url', String(next))).not.toContain('removed');
    expect(await dispatch('--tracking', 'N3', '--tracking-url', String(right))).not.toContain('removed');
    expect(await fetchOrder(email)).toMatchObject({ trackingNo: 'N3', trackingUrl: right });
    await expect.poll(() => findEmailsTo(email)).toHaveLength(6);
  });

  test('an order has no dispatch date until it has been dispatched', async () => {
    const [placed, packed, cancelled] = [await placeOrder(), await placeOrder(), await placeOrder()];
    const [dispatched, returned] = [await placeOrder(), await placeOrder()];
    await runCommand('orders', 'pack', packed.orderId);
    await runCommand('orders', 'cancel', cancelled.orderId, '--reason', 'Ordered twice');
    await runCommand('orders', 'dispatch', dispatched.orderId, '--tracking', 'D1');
    await runCommand('orders', 'dispatch', returned.orderId, '--tracking', 'D2');
    await runCommand('orders', 'cancel', returned.orderId, '--reason', 'Parcel came back');
    const orders = await runShopJson(datedOrdersSchema, getService().settings, 'orders', 'list');
    const exported = await runShopJson(datedOrdersSchema, getService().settings, 'orders', 'export');
    const findOrder = (list: typeof orders, id: string) => list.find(({ order }) => order === id);
    for (const { orderId, email } of [placed, packed, cancelled, dispatched, returned]) {
      const { dispatchedDate, statusHistory } = await fetchOrder(email);
      const step = statusHistory.find(({ status }) => status === 'Dispatched');
      expect(dispatchedDate).toBe(step === undefined ? null : formatDateInIndia(step.changedAt));
      const shown = await runShopJson(datedOrderSchema, getService().settings, 'orders', 'show', orderId);
      expect([shown, findOrder(orders, orderId), findOrder(exported, orderId)]).toEqual(
        Array(3).fill({ order: orderId, dispatchedDate }),
      );
    }
  });

  test('orders can be filtered by status and date, listed as a table or JSON, and shown with lines and steps', async () => {
    await placeOrder();
    const { orderId } = await placeOrder({ userName: 'Asha\u001b[2J Kulkarni' });
    const placed = await runShopJson(
      orderListSchema,
      getService().settings,
      'orders',
      'list',
      '--status',
      'Placed',
    );
    expect(placed[0]).toMatchObject({
      order: orderId,
      status: 'Placed',
      payment: 'Paid (UPI)',
      total: 418.5,
    });
    expect(new Set(placed.map(({ status }) => status))).toEqual(new Set(['Placed']));
    const past = await runCommand('orders', 'list', '--to', '2001-01-01');
    expect(past.stdout).toBe('None.\n');
    const day = String(placed[0]?.date);
    expect((await runCommand('orders', 'list', '--from', day, '--to', day)).stdout).toContain(orderId);
    const table = (await runCommand('orders', 'list', '--limit', '1')).stdout;
    expect(table).toMatch(/^Order +Date +Status +Payment +Total +Copies +Name +City\n/);
    expect(table).toContain('Asha[2J Kulkarni');
    expect(table).toMatch(/1 of \d+ orders; use --limit to see more\./);
    await runCommand('orders', 'pack', orderId);
    await runCommand('orders', 'cancel', orderId, '--reason', 'Ordered twice');
    const shown = (await runCommand('orders', 'show', orderId)).stdout;
    expect(shown).toMatch(/\nProduct +Title +Copies +Price\n +10 +Scarce Pair +2 +100\n/);
    const { statusHistory } = await runShopJson(
      statusHistorySchema,
      getService().settings,
      'orders',
      'show',
      orderId,
    );
    const [placedAt, paidAt, packedAt, cancelledAt] = statusHistory.map(({ changedAt }) =>
      formatDateTimeInIndia(new Date(changedAt)),
    );
    expect(shown).toMatch(
      new RegExp(
        [
          '\\nStatus +At +By +Reason',
          `Placed +${placedAt} +shopper`,
          `Paid +${paidAt} +shopper`,
          `Packed +${packedAt} +shop`,
          `Cancelled +${cancelledAt} +shop +Ordered twice\\n$`,
        ].join('\\n'),
      ),
    );
  });

  test('orders are exported as CSV for accounting, without formulas', async () => {
    const { orderId } = await placeOrder({
      userName: '=HYPERLINK("http://evil.example")',
      totalPrice: 200,
    });
    const { stdout } = await runCommand('orders', 'export', '--from', '2020-01-01');
    const rows = z.array(z.record(z.string(), z.string())).parse(parse(stdout, { columns: true }));
    const row = rows.find(({ order }) => order === orderId);
    expect(row).toMatchObject({
      items: '200',
      discount: '20',
      shipping: '20',
      total: '200',
      state: 'Maharashtra',
    });
    expect(row?.name).toBe(`'=HYPERLINK("http://evil.example")`);
    const lines = await runCommand('orders', 'export', '--lines');
    expect(lines.stdout).toContain(`${orderId},`);
    expect(lines.stdout).toContain('Scarce Pair,2,100,200');
    // Without orders in the period, the export contains only the header.
    const [header] = stdout.split('\n');
    expect((await runCommand('orders', 'export', '--to', '2020-01-01')).stdout).toBe(`${header}\n`);
  });

  test('the export of orders contains no control characters, which could manipulate a terminal, except line breaks', async () => {
    const { orderId } = await placeOrder({
      userName: 'Asha\u001b[31m',
      address: '12 MG Road\nNear Temple',
      area: 'Flat 3\tWing B',
      city: 'Pune\u009b31m\u202e',
    });
    const { stdout } = await runCommand('orders', 'export');
    const rows = z.array(z.record(z.string(), z.string())).parse(parse(stdout, { columns: true }));
    expect(rows.find(({ order }) => order === orderId)).toMatchObject({
      name: 'Asha[31m',
      address: '12 MG Road\nNear Temple, Flat 3 Wing B, By the well',
      city: 'Pune31m',
    });
    const lines = await runCommand('orders', 'export', '--lines');
    for (const output of [stdout, lines.stdout]) {
      expect(output.replaceAll('\n', '')).not.toMatch(/\p{Cc}|(?![\u200c\u200d])\p{Cf}/u);
    }
  });

  test.each([
    [['orders', 'dispatch', 'X'], 'tracking: Is missing'],
    [['orders', 'dispatch', 'X', '--tracking', '1'], 'Order not found: X'],
    [['orders', 'list', '--from', '2026-02-01', '--to', '2026-01-31'], 'from: Must not be after --to'],
    [['orders', 'export', '--from', '2026-02-01', '--to', '2026-01-31'], 'from: Must not be after --to'],
    [['orders', 'list', '--from', 'yesterday'], 'from: Must be a date: yyyy-mm-dd'],
    [['orders', 'list', '--status', 'Lost'], 'status: Must be one of Placed, Packed, Dispatched'],
    [['orders', 'pack'], 'Usage: npm run shop -- orders pack ID …'],
    [['mail', 'retry', '--as', ''], '--as: Must not be empty'],
    [['catalogue', 'import', 'books.csv', '--as', ' '], '--as: Must not be empty'],
    [['orders', 'sell'], 'There is no command "orders sell". Available: orders list, orders show'],
    [['ordres'], 'There is no command "ordres". Available: orders, enquiries, coupons'],
    [['orders', 'list', '--frm', '1'], "Unknown option '--frm'"],
  ])('%j is rejected with an explanation', async (args, message) => {
    const run = await runCommand(...args);
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain(message);
  });
});
