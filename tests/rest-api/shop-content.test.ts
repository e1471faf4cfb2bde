import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { demoShoppers } from '#rest-api/demo/shoppers.ts';
import { orderRecord } from '#rest-api/orders/order-record.ts';
import { userRecord } from '#rest-api/shoppers/user-record.ts';
import {
  type Call,
  createCall,
  createRegistration,
  createShipmentBody,
  productSchema,
  register,
  type User,
} from './calls.ts';
import { onEachEngine, type TestService } from './engines.ts';
import { postgresqlDirectory } from './postgresql.ts';
import { createDemoDirectory, createEmptyDatabase } from './prepared-data.ts';
import { createDataDirectory, removeDataDirectory, startService } from './service.ts';
import { runShop, runShopJson } from './shop-command.ts';

// Some tests start services of their own, which is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const recordSchema = z.looseObject({ id: z.int() });
const emailSchema = z.looseObject({ subject: z.string() });
const timedRecordsSchema = z.array(z.record(z.string(), z.unknown()));

onEachEngine((start) => {
  let service: TestService;
  let call: Call;

  beforeAll(async () => {
    service = await start();
    call = createCall(service.url);
    return () => service.remove();
  });

  const runCommand = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await runShop(service.settings, ...args);
    return exitCode === 0 ? stdout : `failed: ${stderr}`;
  };
  const addRecord = async (...args: string[]) =>
    (await runShopJson(recordSchema, service.settings, ...args)).id;
  const fetchBody = async (request: string) => (await call(request)).body;
  const createPicture = async (background: 'red' | 'blue') => {
    const file = path.join(service.settings.DATA_DIR ?? '', `${background}.png`);
    await sharp({
      create: { width: 8, height: 6, channels: 3, background },
    })
      .png()
      .toFile(file);
    return file;
  };

  const placeOrder = async (user: User) => {
    const body = createShipmentBody(user, [{ productId: 1, quantity: 1 }]);
    return orderRecord.parse((await call('POST /createShipment', { body })).body).orderId;
  };

  test('a coupon is offered immediately, can be used in an order, and ends without changing orders', async () => {
    expect(await runCommand('coupons', 'add', 'diwali15', '--discount', '15')).toBe(
      'Coupon DIWALI15 gives 15% off.\n',
    );
    const [coupon] = z.array(recordSchema).parse(await fetchBody('GET /AllCoupons'));
    expect(coupon).toEqual({ id: coupon?.id, couponName: 'DIWALI15', discount: 15 });
    const user = await register(call);
    const body = { ...createShipmentBody(user, [{ productId: 1, quantity: 1 }]), coupon: coupon?.id };
    const order = orderRecord.parse((await call('POST /createShipment', { body })).body);
    expect(await runCommand('coupons', 'add', 'DIWALI15', '--discount', '5')).toContain('end it first');
    expect(await runCommand('coupons', 'end', 'Diwali15')).toBe('Coupon DIWALI15 has ended.\n');
    expect(await fetchBody('GET /AllCoupons')).toEqual([]);
    expect((await call('POST /createShipment', { body })).status).toBe(400);
    expect(order.couponName).toBe('DIWALI15');
    expect(await fetchBody(`GET /OrdersByUserEmail?email=${user.email}`)).toEqual([order]);
    expect(await runCommand('coupons', 'add', 'DIWALI15', '--discount', '20')).toContain('20% off');
    expect(await fetchBody('GET /AllCoupons')).toEqual([{ ...coupon, discount: 20 }]);
    expect(await runCommand('coupons', 'add', 'BAD', '--discount', '101')).toContain(
      'discount: Must be at most 100',
    );
    for (const discount of ['10.001', '10.0000001']) {
      expect(await runCommand('coupons', 'add', 'BAD', '--discount', discount)).toBe(
        'failed: discount: Must have at most 2 decimals\n',
      );
    }
    for (const [index, discount] of ['0.07', '33.33', '99.99'].entries()) {
      const name = `EXACT-${index}`;
      expect(await runCommand('coupons', 'add', name, '--discount', discount)).toBe(
        `Coupon ${name} gives ${discount}% off.\n`,
      );
      await runCommand('coupons', 'end', name);
    }
  });

  test('slides are added with pictures from files, edited, rearranged and removed', async () => {
    const picture = await createPicture('red');
    const first = await addRecord(
      'slides',
      'add',
      '--title',
      'First',
      '--picture',
      picture,
      '--link',
      '/product',
    );
    const second = await addRecord(
      'slides',
      'add',
      '--title',
      'दुसरी',
      '--picture',
      picture,
      '--link',
      '/author',
    );
    const url = '/files/uploads/';
    expect(await fetchBody('GET /AllSlideImages')).toMatchObject([
      { id: first, title: 'First', thumbnailFile: expect.stringContaining(url), link: '/product' },
      { id: second, title: 'दुसरी', thumbnailFile: expect.stringContaining(url), link: '/author' },
    ]);
    const [slide] = z
      .array(z.object({ thumbnailFile: z.string() }))
      .parse(await fetchBody('GET /AllSlideImages'));
    const pictureResponse = await call(`GET ${slide?.thumbnailFile}`);
    expect([pictureResponse.status, pictureResponse.headers.get('content-type')]).toEqual([200, 'image/png']);
    await runCommand('slides', 'order', String(second));
    await runCommand('slides', 'edit', String(second), '--title', 'Second');
    expect(await fetchBody('GET /AllSlideImages')).toMatchObject([
      { id: second, title: 'Second', link: '/author' },
      { id: first, title: 'First' },
    ]);
    expect(await runCommand('slides', 'remove', String(first))).toBe(`Slide ${first} was removed.\n`);
    expect(await fetchBody('GET /AllSlideImages')).toHaveLength(1);
    const text = path.join(service.settings.DATA_DIR ?? '', 'text.png');
    await writeFile(text, 'not a picture');
    expect(await runCommand('slides', 'add', '--title', 'x', '--picture', text, '--link', '/')).toContain(
      'is not a picture; use JPEG, PNG',
    );
    expect(await runCommand('slides', 'edit', '999', '--title', 'x')).toBe(
      'failed: This slide does not exist\n',
    );
  });

  test('an AVIF picture is stored as AVIF, and a HEIC picture, which few browsers display, is rejected', async () => {
    const avif = await sharp(await createPicture('red'))
      .avif()
      .toBuffer();
    // The brand in the header tells the formats apart.
    const heic = Buffer.from(avif.toString('latin1').replace('ftypavif', 'ftypheic'), 'latin1');
    const [avifFile, heicFile] = ['red.avif', 'red.heic'].map((name) =>
      path.join(service.settings.DATA_DIR ?? '', name),
    );
    await writeFile(avifFile ?? '', avif);
    await writeFile(heicFile ?? '', heic);
    const slide = ['slides', 'add', '--title', 'x', '--link', '/', '--picture'];
    expect(await runCommand(...slide, heicFile ?? '')).toBe(
      `failed: ${heicFile} is a HEIC picture, which many browsers cannot display; convert it to JPEG, PNG, WebP, AVIF, GIF or SVG\n`,
    );
    const id = await addRecord(...slide, avifFile ?? '');
    expect(await fetchBody('GET /AllSlideImages')).toContainEqual(
      expect.objectContaining({ id, thumbnailFile: expect.stringMatching(/\.avif$/) }),
    );
    await runCommand('slides', 'remove', String(id));
  });

  test('posts and notifications are added and removed, and a notification is shown on one day or every day', async () => {
    const picture = 'https://pictures.example/post.jpg';
    const post = await addRecord(
      'posts',
      'add',
      '--title',
      'A',
      '--picture',
      picture,
      '--link',
      '/category/Poetry',
    );
    expect(await fetchBody('GET /AllMarketting')).toMatchObject([
      { id: post, title: 'A', image: picture, link: '/category/Poetry' },
    ]);
    await runCommand('posts', 'remove', String(post));
    expect(await fetchBody('GET /AllMarketting')).toEqual([]);
    const daily = await addRecord('notifications', 'add', '--text', 'Every day');
    await addRecord('notifications', 'add', '--text', 'Long ago', '--on', '2001-01-01');
    expect(await fetchBody('GET /TodaysNotifications')).toMatchObject([
      { id: daily, notification: 'Every day' },
    ]);
    expect(await runCommand('notifications', 'list')).toContain('2001-01-01  Long ago');
  });

  test('content and categories can be translated, and an empty text removes a translation', async () => {
    const red = await createPicture('red');
    const blue = await createPicture('blue');
    const titleAndLink = ['--title', 'Poems', '--title-mr', 'कविता', '--title-hi', 'कविताएँ', '--link', '/'];
    const slide = await addRecord('slides', 'add', ...titleAndLink, '--picture', red, '--picture-mr', blue);
    const find = async (line: string, id: number) =>
      z
        .array(recordSchema)
        .parse(await fetchBody(line))
        .find((record) => record.id === id);
    const found = await find('GET /AllSlideImages', slide);
    expect(found).toMatchObject({ title: 'Poems', titleEn: null, titleMr: 'कविता', titleHi: 'कविताएँ' });
    expect(found).toMatchObject({
      thumbnailFileMr: expect.stringMatching(/^\/files\/uploads\//),
      thumbnailFileHi: null,
    });
    expect(found?.thumbnailFileMr).not.toBe(found?.thumbnailFile);
    await runCommand('slides', 'edit', String(slide), '--title-hi', '', '--picture-mr', '');
    expect(await find('GET /AllSlideImages', slide)).toMatchObject({
      titleMr: 'कविता',
      titleHi: null,
      thumbnailFileMr: null,
    });

    const post = await addRecord(
      'posts',
      'add',
      ...titleAndLink,
      '--picture',
      'https://pictures.example/post.jpg',
    );
    await runCommand('posts', 'edit', String(post), '--title-mr', 'काव्य');
    expect(await find('GET /AllMarketting', post)).toMatchObject({ titleMr: 'काव्य', titleHi: 'कविताएँ' });

    const notification = await addRecord('notifications', 'add', '--text', 'Closed', '--text-mr', 'बंद');
    await runCommand('notifications', 'edit', String(notification), '--text-hi', 'बंद है');
    expect(await find('GET /TodaysNotifications', notification)).toEqual({
      id: notification,
      notification: 'Closed',
      notificationEn: null,
      notificationMr: 'बंद',
      notificationHi: 'बंद है',
    });

    expect(await runCommand('categories', 'translate', 'Poetry', '--mr', 'कविता', '--hi', 'काव्य')).toBe(
      'The category "Poetry" is translated as: कविता, काव्य.\n',
    );
    await runCommand('categories', 'translate', 'Poetry', '--hi', '');
    expect(await fetchBody('GET /CategoryByCategoryName?categoryName=Poetry')).toMatchObject({
      categoryName: 'Poetry',
      categoryNameEn: null,
      categoryNameMr: 'कविता',
      categoryNameHi: null,
    });
    expect(await runCommand('categories', 'translate', 'Nothing', '--mr', 'x')).toBe(
      'failed: There is no category "Nothing"\n',
    );
    for (const [list, id] of [
      ['slides', slide],
      ['posts', post],
      ['notifications', notification],
    ])
      await runCommand(String(list), 'remove', String(id));
  });

  test.each([
    ['category', 'Poetry', 'GET /getallCategory', 'categoryName', 'thumbnail'],
    ['publisher', 'Deccan House', 'GET /AllPublishers', 'publisherName', 'thumbnailFile'],
    ['author', 'आशा राणे', 'GET /AllAuthors', 'authorName', 'thumbnailFile'],
  ])('the %s %s can be given a picture, which can be removed', async (kind, name, list, nameField, field) => {
    const expectPicture = async (picture: unknown) =>
      expect(await fetchBody(list)).toContainEqual(
        expect.objectContaining({ [nameField]: name, [field]: picture }),
      );
    const file = await createPicture('blue');
    expect(await runCommand('collections', 'picture', kind, name, '--picture', file)).toContain(
      `The ${kind} "${name}" has the picture /files/uploads/`,
    );
    await expectPicture(expect.stringContaining('/files/uploads/'));
    expect(await runCommand('collections', 'picture', kind, name, '--remove')).toBe(
      `The ${kind} "${name}" no longer has a picture.\n`,
    );
    await expectPicture(null);
  });

  test('the picture command is rejected for an unknown author, and without --picture or --remove', async () => {
    expect(await runCommand('collections', 'picture', 'author', 'Nobody', '--remove')).toBe(
      'failed: There is no author "Nobody"\n',
    );
    expect(await runCommand('collections', 'picture', 'author', 'Nobody')).toContain(
      'Specify either --picture or',
    );
  });

  test('an enquiry is listed, shown and marked as done', async () => {
    const body = {
      name: 'Ravi',
      phoneNumber: '9876543210',
      remark: 'When is it back?',
      productName: 'ययाति',
    };
    await call('POST /createContact', { body });
    expect(await runCommand('enquiries', 'list')).toMatch(/Open +Ravi +9876543210 +ययाति/);
    const [enquiry] = await runShopJson(z.array(recordSchema), service.settings, 'enquiries', 'list');
    expect(await runCommand('enquiries', 'show', String(enquiry?.id))).toContain('When is it back?');
    expect(await runCommand('enquiries', 'done', String(enquiry?.id))).toBe(
      `Enquiry ${enquiry?.id} is done.\n`,
    );
    expect(await runCommand('enquiries', 'list')).toBe('None.\n');
    expect(await runCommand('enquiries', 'list', '--all')).toContain('Done');
  });

  test("a customer's data is exported, and erased once no order is open", async () => {
    const user = await register(call);
    const body = createShipmentBody(user, [{ productId: 1, quantity: 1 }]);
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

  test("after a customer was erased, their order's Idempotency-Key no longer returns their name and address", async () => {
    const user = await register(call);
    const body = createShipmentBody(user, [{ productId: 1, quantity: 1 }]);
    const placeWithKey = () =>
      call('POST /createShipment', { body, headers: { 'Idempotency-Key': 'of-an-erased-customer' } });
    const { orderId } = orderRecord.parse((await placeWithKey()).body);
    await runCommand('orders', 'cancel', orderId, '--reason', 'Leaves');
    expect(await runCommand('customers', 'erase', user.email, '--yes')).toContain('Kept 1 order');
    expect(await placeWithKey()).toMatchObject({ status: 404, body: { message: 'User not found' } });
  });

  test("exporting and erasing a customer leaves out e-mails about others whose address contains the customer's address", async () => {
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
      service.settings,
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

  test('a search for customers says how many there are if it does not list them all', async () => {
    const [first] = [await register(call), await register(call)];
    const found = await runCommand('customers', 'find', '@example.com', '--limit', '1');
    expect(found).toMatch(/\n1 of \d+ customers; use --limit to see more\.\n$/);
    expect(await runCommand('customers', 'find', first.email)).not.toContain('--limit');
  });

  test('waiting e-mails are listed, and can be retried', async () => {
    const user = await register(call);
    await call('POST /createShipment', { body: createShipmentBody(user, [{ productId: 1, quantity: 1 }]) });
    expect(await runCommand('mail', 'list')).toMatch(new RegExp(`Waiting +0 +${user.email}`));
    expect(await runCommand('mail', 'retry')).toMatch(/^\d+ e-mails will be sent when SMTP_URL is set\.\n$/);
  });

  test('enquiries, e-mails and the log are listed with the time in India', async () => {
    const body = { name: 'Ravi', phoneNumber: '9876543210', remark: 'Do you have Yayati?' };
    await call('POST /createContact', { body });
    const user = await register(call);
    await call('POST /createShipment', { body: createShipmentBody(user, [{ productId: 1, quantity: 1 }]) });
    await runCommand('mail', 'retry');
    for (const [command, column] of [
      ['enquiries list', 'receivedAt'],
      ['mail list', 'createdAt'],
      ['log', 'changedAt'],
    ] as const) {
      const words = command.split(' ');
      const [record] = await runShopJson(timedRecordsSchema, service.settings, ...words);
      const timeInIndia = new Date(Date.parse(String(record?.[column])) + 5.5 * 3_600_000);
      const [date, time] = timeInIndia.toISOString().split(/[T.]/);
      expect(await runCommand(...words)).toContain(`${date} ${time}`);
    }
  });

  test('a single waiting e-mail is counted in the singular', async () => {
    const emptyShop = await start();
    const body = { name: 'Ravi', phoneNumber: '9876543210', remark: 'Do you have Yayati?' };
    await createCall(emptyShop.url)('POST /createContact', { body });
    expect((await runShop(emptyShop.settings, 'mail', 'retry')).stdout).toBe(
      '1 e-mail will be sent when SMTP_URL is set.\n',
    );
    await emptyShop.remove();
  });

  test.each([
    ['notifications', ['--text', 'Open on Sunday']],
    ['slides', ['--title', 'Sale', '--link', '/product', '--picture', 'https://pictures.example/1.png']],
    ['posts', ['--title', 'New', '--link', '/product', '--picture', 'https://pictures.example/1.png']],
  ])('an edit of %s without any field is rejected and not logged', async (kind, fields) => {
    const id = await addRecord(kind, 'add', ...fields);
    expect(await runCommand(kind, 'edit', String(id))).toBe(
      'failed: Nothing to change: specify at least one field\n',
    );
    expect(await runCommand('log', '--limit', '1')).toContain(`${kind} add`);
    await runCommand(kind, 'remove', String(id));
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

describe('the demo', () => {
  test("is removed on request with its books, coupons, content, logins and orders, while the shop's own data remains", async () => {
    const directory = await createDemoDirectory();
    const settings = { DATA_DIR: directory };
    const service = await startService(settings);
    const call = createCall(service.url);
    const user = await register(call);
    await runShop(settings, 'coupons', 'add', 'OURS', '--discount', '5');
    const withoutConfirmation = await runShop(settings, 'demo', 'remove');
    expect(withoutConfirmation.stderr).toContain('Add --yes to confirm');
    const fetchDemoOrders = async () =>
      (await call(`GET /OrdersByUserEmail?email=${demoShoppers[0]?.email}`)).body;
    expect(await fetchDemoOrders()).not.toEqual([]);
    const [login] = service.demoLogins;
    const demoUser = userRecord.parse((await call(`GET /getUserBycontact?contact=${login?.contact}`)).body);
    for (const customer of [user, demoUser]) {
      const body = createShipmentBody(customer, [{ productId: 1, quantity: 1 }]);
      expect((await call('POST /createShipment', { body })).status).toBe(201);
    }
    const listSubjects = async () =>
      (await runShopJson(z.array(emailSchema), settings, 'mail', 'list')).map(({ subject }) => subject);
    expect(await listSubjects()).toHaveLength(4);
    const { stdout } = await runShop(settings, 'demo', 'remove', '--yes');
    expect(stdout).toBe('The demo and its 200 books were removed.\n');
    const orders = z
      .array(orderRecord)
      .parse((await call(`GET /OrdersByUserEmail?email=${user.email}`)).body);
    const orderId = orders[0]?.orderId ?? '';
    expect((await listSubjects()).filter((subject) => !subject.includes(orderId))).toEqual([]);
    expect(await listSubjects()).toHaveLength(2);
    expect(z.array(productSchema).parse((await call('GET /getallproducts')).body)).toEqual([]);
    expect((await call('GET /AllCoupons')).body).toMatchObject([{ couponName: 'OURS' }]);
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

  test.skipIf(postgresqlDirectory === undefined)(
    'is removed from PostgreSQL after a backup of an embedded database was restored into it, while the orders of customers remain',
    async () => {
      const directory = await createDemoDirectory();
      const embedded = await startService({ DATA_DIR: directory });
      const user = await register(createCall(embedded.url));
      const body = createShipmentBody(user, [{ productId: 1, quantity: 1 }]);
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
      const orders = z
        .array(orderRecord)
        .parse((await call(`GET /OrdersByUserEmail?email=${user.email}`)).body);
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
