import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { orderRecord } from '#rest-api/orders/order-record.ts';
import { createCall, createRegistration, createShipmentBody, register } from './calls.ts';
import { onEachEngine, type TestService } from './engines.ts';
import { startMailServer } from './mail-server.ts';
import { runSql } from './postgresql.ts';
import { createCatalogueDirectory } from './prepared-data.ts';
import { removeDataDirectory, startService } from './service.ts';
import { setUpServiceWithMailServer } from './service-setup.ts';
import { runShop, runShopJson } from './shop-command.ts';

// Some tests restart the service, which is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

/** The shop's e-mail address in `web/shop/shop.json`. */
const shopEmail = 'hello@aksharvel.example';

const emailListSchema = z.array(
  z.looseObject({
    recipient: z.string(),
    createdAt: z.string(),
    attempts: z.int(),
    sentAt: z.string().nullable(),
    failedAt: z.string().nullable(),
  }),
);

onEachEngine((start, engine) => {
  const { call, findEmailsTo, getMailServer, getDatabaseUrl, getService, restart, runCommand } =
    setUpServiceWithMailServer(start, { PUBLIC_URL: 'https://shop.example/?' });

  const placeOrder = async (changes: object = {}, language = 'en') => {
    const user = await register(call);
    const body = { ...createShipmentBody(user, [{ productId: 1, quantity: 2 }]), ...changes };
    const headers = { 'Accept-Language': language };
    const order = orderRecord.parse((await call('POST /createShipment', { body, headers })).body);
    return { ...order, email: user.email };
  };
  const findEmailsAbout = (orderId: string, to: string) =>
    findEmailsTo(to).filter(({ text }) => text?.includes(orderId));

  test('an order is confirmed to the shopper, as text and HTML with amounts and address, and reported to the shop', async () => {
    const { email, orderId, orderDate } = await placeOrder();
    await expect.poll(() => findEmailsTo(email)).toHaveLength(1);
    const [mail] = findEmailsTo(email);
    expect(mail).toMatchObject({
      from: { name: 'Aksharvel Books', address: 'shop@example.com' },
      subject: `Aksharvel Books: we received your order ${orderId}`,
      // Prevents automatic replies.
      headers: expect.arrayContaining([
        expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
      ]),
    });
    for (const text of [mail?.text, mail?.html]) {
      for (const part of [
        'Letters from a Well × 2',
        '₹360.00',
        '₹20.00',
        '₹418.50',
        'Paid online',
        `by ${formatDayAfter(orderDate, 6, 'en-IN')} (5-6 days)`,
        '411038',
      ]) {
        expect(text).toContain(part);
      }
      expect(text).toContain('https://shop.example/profile');
    }
    await expect.poll(() => findEmailsAbout(orderId, shopEmail)).toHaveLength(1);
    expect(findEmailsAbout(orderId, shopEmail)[0]?.subject).toBe(`New order ${orderId}: ₹418.50`);
    expect(findEmailsAbout(orderId, shopEmail)[0]?.text).toContain(email);
  });

  test('line breaks and HTML in the name and the address of an order neither add a recipient nor become markup', async () => {
    const injection = 'Asha\r\nBcc: other@example.com\r\n\r\n<img src=x onerror=alert(1)> "&amp;';
    const long = 'x'.repeat(1000);
    const { email, orderId } = await placeOrder({ userName: injection, address: long, landmark: injection });
    await expect.poll(() => findEmailsTo(email)).toHaveLength(1);
    await expect.poll(() => findEmailsAbout(orderId, shopEmail)).toHaveLength(1);
    for (const mail of [...findEmailsTo(email), ...findEmailsAbout(orderId, shopEmail)]) {
      expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
      expect(mail.to).toHaveLength(1);
      expect(mail.html).not.toContain('<img');
      expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;&amp;amp;');
      expect(mail.html).toContain(long);
    }
    expect(findEmailsTo('other@example.com')).toEqual([]);
  });

  test.each([
    {
      language: 'mr',
      locale: 'mr-IN-u-nu-latn',
      subject: 'आपली ऑर्डर',
      parts: ['एकूण: ₹380.00', 'डिलिव्हरीच्या वेळी रोख', ' पर्यंत (5-6 दिवस)'],
    },
    {
      language: 'hi-IN,hi;q=0.9',
      locale: 'hi-IN-u-nu-latn',
      subject: 'आपका ऑर्डर',
      parts: ['कुल: ₹380.00', 'डिलीवरी पर नक़द', ' तक (5-6 दिन)'],
    },
    {
      language: 'fr',
      locale: 'en-IN',
      subject: 'we received your order',
      parts: ['Total: ₹380.00', 'Cash on delivery', ' (5-6 days)'],
    },
  ])(
    'with Accept-Language: $language the confirmation is in that language if the shop supports it, otherwise in English',
    async ({ language, locale, subject, parts }) => {
      const changes = { transactionStatus: undefined, totalPrice: 380 };
      const { email, orderId, orderDate } = await placeOrder(changes, language);
      await expect.poll(() => findEmailsTo(email)).toHaveLength(1);
      const [mail] = findEmailsTo(email);
      expect(mail?.subject).toContain(subject);
      const expectedBy = formatDayAfter(orderDate, 6, locale);
      for (const part of [orderId, expectedBy, ...parts]) expect(mail?.text).toContain(part);
    },
  );

  test('e-mails and the back office name no payment method for an order with a total of ₹0', async () => {
    await runCommand('coupons', 'add', 'ALL', '--discount', '100');
    const list = z.array(z.object({ id: z.number(), couponName: z.string() }));
    const coupons = list.parse((await call('GET /AllCoupons')).body);
    const coupon = coupons.find(({ couponName }) => couponName === 'ALL')?.id;
    const { email, orderId } = await placeOrder({ coupon, shipmentCharges: 0, totalPrice: 0 });
    await expect.poll(() => findEmailsTo(email)).toHaveLength(1);
    await expect.poll(() => findEmailsAbout(orderId, shopEmail)).toHaveLength(1);
    for (const { text } of [...findEmailsTo(email), ...findEmailsAbout(orderId, shopEmail)]) {
      expect(text).toContain('Total: ₹0.00');
      expect(text).not.toMatch(/Payment|Paid online|Cash on delivery/);
    }
    expect(await runCommand('orders', 'show', orderId)).toContain('Nothing to pay');
  });

  test('the shopper gets no e-mail about a rejected order, and markup in an order is escaped', async () => {
    const user = await register(call);
    const body = createShipmentBody(user, [{ productId: 3, quantity: 1 }]);
    const rejected = { ...body, shipmentProducts: [{ productId: 5, quantity: 1 }] };
    expect((await call('POST /createShipment', { body: rejected })).status).toBe(409);
    await call('POST /createShipment', { body: { ...body, landmark: '<img src="http://evil.example">' } });
    await expect.poll(() => findEmailsTo(user.email)).toHaveLength(1);
    const [mail] = findEmailsTo(user.email);
    expect(mail?.html).toContain("O'Brien &amp; &lt;b&gt;Sons&lt;/b&gt;");
    expect(mail?.html).not.toContain('<img');
  });

  test('an order that is sent several times with the same Idempotency-Key is confirmed once', async () => {
    const user = await register(call);
    const body = createShipmentBody(user);
    const send = () => call('POST /createShipment', { body, headers: { 'Idempotency-Key': 'mailed-once' } });
    await Promise.all([send(), send(), send()]);
    const { email } = await placeOrder();
    await expect.poll(() => findEmailsTo(email)).toHaveLength(1);
    expect(findEmailsTo(user.email)).toHaveLength(1);
  });

  test('an enquiry is reported to the shop', async () => {
    const body = {
      name: 'A. Reader',
      phoneNumber: '020 1234',
      remark: 'Do you have it?',
      productName: 'ययाति',
    };
    expect((await call('POST /createContact', { body })).status).toBe(201);
    const isEnquiry = ({ subject }: { subject?: string | undefined }) =>
      subject === 'New enquiry from A. Reader';
    await expect.poll(() => findEmailsTo(shopEmail).filter(isEnquiry)).toHaveLength(1);
    const mail = findEmailsTo(shopEmail).find(isEnquiry);
    expect(mail?.text).toContain('Telephone: 020 1234\nProduct: ययाति\n\nDo you have it?');
  });

  test('a change of e-mail address or contact number is reported to the address that the account had before; other changes are not', async () => {
    const user = await register(call);
    const updateUser = (body: object) => call(`PUT /updateUser/${user.id}`, { body });
    await updateUser({ username: 'Another Name', productIds: [1] });
    const capitalized = user.email.replace('reader', 'Reader');
    await updateUser({ email: capitalized });
    const next = { email: `next.${user.email}`, contact: createRegistration().contact };
    expect((await updateUser({ ...user, ...next })).status).toBe(200);
    await expect.poll(() => findEmailsTo(capitalized)).toHaveLength(1);
    const [mail] = findEmailsTo(capitalized);
    expect(mail?.subject).toBe('Aksharvel Books: change to your account: e-mail address and mobile number');
    expect(mail?.text).not.toMatch(/next\.|Another Name/);
    await updateUser({ contact: createRegistration().contact });
    await expect.poll(() => findEmailsTo(next.email)).toHaveLength(1);
    expect(findEmailsTo(user.email)).toEqual([]);
  });

  test('e-mails about an order go to the current e-mail address of the shopper, even if it has changed since the order', async () => {
    const user = await register(call);
    const orderIds = await Promise.all(
      [1, 2].map(async (quantity) => {
        const body = createShipmentBody(user, [{ productId: 1, quantity }]);
        return orderRecord.parse((await call('POST /createShipment', { body })).body).orderId;
      }),
    );
    await expect.poll(() => findEmailsTo(user.email)).toHaveLength(2);
    const email = `moved.${user.email}`;
    expect((await call(`PUT /updateUser/${user.id}`, { body: { email } })).status).toBe(200);
    const [dispatched = '', cancelled = ''] = orderIds;
    await runCommand('orders', 'dispatch', dispatched, '--tracking', 'EM1');
    await runCommand('orders', 'cancel', cancelled, '--reason', 'Damaged');
    await expect.poll(() => findEmailsAbout(dispatched, email), { timeout: 20_000 }).toHaveLength(1);
    await expect.poll(() => findEmailsAbout(cancelled, email), { timeout: 20_000 }).toHaveLength(1);
    // Only the two confirmations and the notification of the changed address went to the previous address.
    expect(findEmailsTo(user.email)).toHaveLength(3);
  });

  test('while the mail server is down, e-mails wait, and each is sent once when the server is up again', async () => {
    await getMailServer().interrupt();
    const orders = [await placeOrder(), await placeOrder()];
    const { output } = getService();
    await expect.poll(output).toContain('could not send an e-mail; it will be retried');
    await getService().stop();
    await getMailServer().resume();
    await restart();
    await makeDue(getService());
    for (const { email } of orders) {
      await expect.poll(() => findEmailsTo(email)).toHaveLength(1);
      // The log of the failed attempt must not contain personal data.
      expect(output()).not.toContain(email);
    }
  });

  test.each([
    ['recipient is rejected temporarily', 451, 'recipient'],
    ['sender is rejected, usually because of a wrong setting,', 550, 'sender'],
  ] as const)('an e-mail whose %s is retried, first after 30 seconds', async (_, status, rejected) => {
    getMailServer().rejectWith(status, rejected);
    const { email } = await placeOrder();
    const findEmail = async () => {
      const emails = await runShopJson(emailListSchema, getService().settings, 'mail', 'list');
      return emails.find(({ recipient }) => recipient === email);
    };
    await expect
      .poll(findEmail)
      .toMatchObject({ attempts: 1, lastError: `EENVELOPE ${status}`, failedAt: null });
    await expect.poll(getService().output).toContain('"attempts":1,"retrySeconds":30');
    getMailServer().rejectWith(undefined);
    await getService().stop();
    await restart();
    await makeDue(getService());
    await expect.poll(() => findEmailsTo(email)).toHaveLength(1);
  });

  test('an e-mail whose recipient is rejected permanently is reported once in the log, and not retried', async () => {
    getMailServer().rejectWith(550);
    const { email } = await placeOrder();
    // One message for the e-mail to the shopper and one for the e-mail to the shop.
    await expect.poll(() => getService().output().split('gave up sending an e-mail')).toHaveLength(3);
    getMailServer().rejectWith(undefined);
    const next = await placeOrder();
    await expect.poll(() => findEmailsTo(next.email)).toHaveLength(1);
    expect(findEmailsTo(email)).toEqual([]);
    await expect.poll(() => findEmailsAbout(next.orderId, shopEmail)).toHaveLength(1);
  });

  test('a service that is killed while it sends an e-mail sends it again with the same Message-ID, and sends the others once', async () => {
    const release = getMailServer().holdResponses();
    const orders = [await placeOrder(), await placeOrder(), await placeOrder()];
    const addresses = orders.map(({ email }) => email);
    const received = () => addresses.flatMap((address) => findEmailsTo(address));
    await expect.poll(received).toHaveLength(1);
    await getService().kill();
    release();
    await restart();
    await makeDue(getService());
    await expect.poll(() => new Set(received().map(({ messageId }) => messageId)).size).toBe(3);
    await expect.poll(received).toHaveLength(4);
  });

  // The following tests need a second service or SQL, but only one process can use the embedded database.
  if (engine === 'embedded') return;

  test('two services that share a database send each e-mail once', async () => {
    const other = await startService(getService().settings);
    const orders = await Promise.all(Array.from({ length: 8 }, () => placeOrder()));
    for (const { email } of orders) {
      await expect.poll(() => findEmailsTo(email)).toHaveLength(1);
    }
    await other.stop();
    expect(orders.flatMap(({ email }) => findEmailsTo(email))).toHaveLength(8);
  });

  test('an e-mail that was sent while the database failed is recorded as sent when the database works again, and is not sent twice', async () => {
    // The next e-mail that the server receives must be that of this test.
    const listPending = async () => {
      const list = await runShopJson(emailListSchema, getService().settings, 'mail', 'list');
      return list.filter(({ failedAt }) => failedAt === null);
    };
    await expect.poll(listPending).toEqual([]);
    const release = getMailServer().holdResponses();
    onTestFinished(release);
    const { email, orderId } = await placeOrder();
    await expect.poll(() => findEmailsTo(email)).toHaveLength(1);
    await runSql(getDatabaseUrl(), 'alter table mails rename to unavailable_mails');
    release();
    await expect.poll(getService().output).toContain('an e-mail was sent, but this could not be recorded');
    await runSql(getDatabaseUrl(), 'alter table unavailable_mails rename to mails');
    await expect.poll(() => findEmailsAbout(orderId, shopEmail)).toHaveLength(1);
    await expect
      .poll(async () => {
        const list = await runShopJson(emailListSchema, getService().settings, 'mail', 'list', '--all');
        return list.find(({ recipient }) => recipient === email);
      })
      .toMatchObject({ attempts: 1, sentAt: expect.any(String) });
    expect(findEmailsTo(email)).toHaveLength(1);
  });

  test('e-mails are deleted 30 days after they were sent, or after the service gave up sending them', async () => {
    await runSql(
      getDatabaseUrl(),
      `insert into mails (recipient, subject, text, sent_at, failed_at) values
       ('old@example.com', 'Sent long ago', '', now() - interval '31 days', null),
       ('old@example.com', 'Failed long ago', '', null, now() - interval '31 days'),
       ('new@example.com', 'Sent recently', '', now() - interval '29 days', null),
       ('new@example.com', 'Failed recently', '', null, now() - interval '29 days')`,
    );
    await getService().stop();
    await restart();
    const listEmails = () => runCommand('mail', 'list', '--all');
    await expect.poll(listEmails).not.toContain('long ago');
    expect(await listEmails()).toContain('Sent recently');
    expect(await listEmails()).toContain('Failed recently');
  });

  test('e-mails that were queued, or that a service claimed, while the clock was ahead are sent when it is right again', async () => {
    await runSql(
      getDatabaseUrl(),
      `insert into mails (recipient, subject, text, next_attempt_at, claimed_until) values
       ('queued@example.com', 'Queued ahead', '', now() + interval '1 day', null),
       ('claimed@example.com', 'Claimed ahead', '', now(), now() + interval '1 day')`,
    );
    for (const recipient of ['queued@example.com', 'claimed@example.com']) {
      await expect.poll(() => findEmailsTo(recipient)).toHaveLength(1);
    }
  });

  test('an e-mail that a killed service had claimed is sent once the claim has expired', async () => {
    await runSql(
      getDatabaseUrl(),
      `insert into mails (recipient, subject, text, claimed_until) values
       ('abandoned@example.com', 'Claimed by a killed service', '', now() - interval '1 second')`,
    );
    await expect.poll(() => findEmailsTo('abandoned@example.com')).toHaveLength(1);
  });

  test('the service gives up sending an e-mail after three days', async () => {
    getMailServer().rejectWith(451);
    onTestFinished(() => getMailServer().rejectWith(undefined));
    await runSql(
      getDatabaseUrl(),
      `insert into mails (recipient, subject, text, created_at) values
       ('tried@example.com', 'Tried for three days', '', now() - interval '73 hours'),
       ('retried@example.com', 'Tried for almost three days', '', now() - interval '71 hours')`,
    );
    const listFailures = async () => {
      const emails = await runShopJson(emailListSchema, getService().settings, 'mail', 'list', '--all');
      return ['tried@example.com', 'retried@example.com'].map((address) => {
        const email = emails.find(({ recipient }) => recipient === address);
        return { lastError: email?.lastError, hasFailed: email?.failedAt !== null };
      });
    };
    await expect.poll(listFailures).toEqual([
      { lastError: 'EENVELOPE 451', hasFailed: true },
      { lastError: 'EENVELOPE 451', hasFailed: false },
    ]);
    getMailServer().rejectWith(undefined);
    await makeDue(getService());
    await expect.poll(() => findEmailsTo('retried@example.com')).toHaveLength(1);
  });

  test('an old e-mail that the service gave up sending keeps its date after "mail retry", and is retried even if the next attempt fails', async () => {
    await runSql(
      getDatabaseUrl(),
      `insert into mails (recipient, subject, text, created_at, failed_at) values
       ('late@example.com', 'A late e-mail', '', '2026-01-02 03:04Z', now())`,
    );
    const findLateEmail = async () => {
      const emails = await runShopJson(emailListSchema, getService().settings, 'mail', 'list', '--all');
      return emails.find(({ recipient }) => recipient === 'late@example.com');
    };
    const createdAt = '2026-01-02T03:04:00.000Z';
    getMailServer().rejectWith(451);
    await runCommand('mail', 'retry');
    const failed = { lastError: 'EENVELOPE 451', failedAt: null, createdAt };
    await expect.poll(findLateEmail).toMatchObject({ ...failed, attempts: 1 });
    getMailServer().rejectWith(undefined);
    await makeDue(getService());
    await expect.poll(() => findEmailsTo('late@example.com')).toHaveLength(1);
    await expect.poll(findLateEmail).toMatchObject({ sentAt: expect.any(String), createdAt });
  });
});

test('while the mail server refuses connections, "mail list" and the log say so', async () => {
  const directory = await createCatalogueDirectory();
  const settings = { DATA_DIR: directory, SMTP_URL: 'smtp://127.0.0.1:1' };
  const service = await startService(settings);
  const user = await register(createCall(service.url));
  await createCall(service.url)('POST /createShipment', { body: createShipmentBody(user) });
  const reason = 'ESOCKET ECONNREFUSED';
  await expect.poll(service.output).toContain(`"reason":"${reason}"`);
  const emails = await runShopJson(emailListSchema, settings, 'mail', 'list');
  expect(emails.map(({ lastError }) => lastError)).toContain(reason);
  await service.stop();
  await removeDataDirectory(directory);
});

test('a mail server that never completes its reply does not delay other e-mails forever', async () => {
  const mailServer = createServer((socket) => {
    const timer = setInterval(() => socket.write('250-Wait\r\n'), 20);
    socket
      .on('close', () => clearInterval(timer))
      .on('error', () => undefined)
      .resume()
      .write('220 Welcome\r\n');
  });
  await once(mailServer.listen(0, '127.0.0.1'), 'listening');
  const { port } = z.object({ port: z.int() }).parse(mailServer.address());
  // Node.js loads this module first. It shortens the time limit for sending an e-mail.
  const module = `const { timeout } = AbortSignal;
    AbortSignal.timeout = (limitMs) => timeout.call(AbortSignal, Math.min(limitMs, 500));`;
  const directory = await createCatalogueDirectory();
  const service = await startService({
    DATA_DIR: directory,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}`,
  });
  const user = await register(createCall(service.url));
  await createCall(service.url)('POST /createShipment', { body: createShipmentBody(user) });
  // One attempt for the e-mail to the shopper, and one for the e-mail to the shop.
  await expect.poll(() => service.output().match(/"reason":"EABORT"/g)).toHaveLength(2);
  await service.stop();
  mailServer.close();
  await removeDataDirectory(directory);
});

test('without SMTP_URL, e-mails wait, the log and "mail retry" say so, and the e-mails are sent after a restart with SMTP_URL', async () => {
  const directory = await createCatalogueDirectory();
  const mailServer = await startMailServer();
  const settings = { DATA_DIR: directory };
  const service = await startService(settings);
  const call = createCall(service.url);
  const user = await register(call);
  await call(`PUT /updateUser/${user.id}`, { body: { contact: '9812345678' } });
  const { stdout } = await runShop(settings, 'mail', 'retry');
  expect(stdout).toBe('1 e-mail will be sent when SMTP_URL is set.\n');
  for (const quantity of [1, 2]) {
    await call('POST /createShipment', { body: createShipmentBody(user, [{ productId: 1, quantity }]) });
  }
  const warning =
    'SMTP_URL is not set: e-mails about orders, enquiries and accounts wait in the database until it is';
  await expect.poll(() => service.output()).toContain(warning);
  await service.stop();
  expect(service.output().split(warning)).toHaveLength(2);
  const restarted = await startService({ ...settings, SMTP_URL: mailServer.url });
  await expect.poll(() => mailServer.findEmailsTo(user.email)).toHaveLength(3);
  await restarted.stop();
  await mailServer.close();
  await removeDataDirectory(directory);
});

test("without SMTP_URL, the log doesn't mention waiting e-mails if none has been queued", async () => {
  const directory = await createCatalogueDirectory();
  const service = await startService({ DATA_DIR: directory });
  const call = createCall(service.url);
  const user = await register(call);
  expect((await call(`PUT /updateUser/${user.id}`, { body: { productIds: [1] } })).status).toBe(200);
  await service.stop();
  expect(service.output()).not.toContain('SMTP_URL is not set');
  await removeDataDirectory(directory);
});

test("the shop settings in DATA_DIR determine the sender's name and the shop's e-mail address", async () => {
  const directory = await createCatalogueDirectory();
  const mailServer = await startMailServer();
  const settings = { name: 'पुस्तकघर', telephone: '020 1', email: 'orders@pustakghar.example' };
  await writeFile(path.join(directory, 'shop.json'), JSON.stringify(settings));
  const service = await startService({ DATA_DIR: directory, SMTP_URL: mailServer.url });
  const call = createCall(service.url);
  const user = await register(call);
  await call('POST /createShipment', { body: createShipmentBody(user) });
  await expect.poll(() => mailServer.findEmailsTo(settings.email)).toHaveLength(1);
  await expect.poll(() => mailServer.findEmailsTo(user.email)).toHaveLength(1);
  expect(mailServer.findEmailsTo(user.email)[0]?.from).toMatchObject({ name: 'पुस्तकघर' });
  await service.stop();
  await mailServer.close();
  await removeDataDirectory(directory);
});

/** Makes all waiting e-mails due. Needed only for PostgreSQL: with the embedded database, a restart does the same. */
async function makeDue({ settings }: TestService): Promise<void> {
  if (settings.DATABASE_URL === undefined) return;
  await runSql(
    settings.DATABASE_URL,
    'update mails set next_attempt_at = now(), claimed_until = null where sent_at is null',
  );
}

/** Formats the day that is the given number of days after a date (`yyyy-mm-dd`). */
function formatDayAfter(date: string, dayCount: number, locale: string): string {
  const day = new Date(Date.parse(date) + dayCount * 86_400_000);
  return day.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' });
}
