import { existsSync, readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { demoShoppers } from '#rest-api/demo/shoppers.ts';
import { userRecord } from '#rest-api/shoppers/user-record.ts';
import { type Call, createCall, createShipmentBody, fetchOrders, productSchema, register } from './calls.ts';
import { parseOtp, readNewestEmail } from './outbox.ts';
import { createDemoDirectory, createEmptyDirectory } from './prepared-data.ts';
import { createDataDirectory, type RunningService, removeDataDirectory, startService } from './service.ts';
import { runShopJson } from './shop-command.ts';

let directory: string;
let service: RunningService;
let call: Call;

beforeAll(async () => {
  const parent = await createDataDirectory();
  // The service creates this directory.
  directory = path.join(parent, 'data');
  service = await startService({ DATA_DIR: directory });
  call = createCall(service.url);
  return async () => {
    await service.stop();
    await removeDataDirectory(parent);
  };
});

async function restart(): Promise<void> {
  await service.stop();
  service = await startService({ DATA_DIR: directory });
  call = createCall(service.url);
}

const fetchList = async (path: string) =>
  z.array(z.record(z.string(), z.unknown())).parse((await call(`GET ${path}`)).body);

/** The names of the fields that contain a field's translations. */
const listTranslationFields = (field: string) => ['En', 'Mr', 'Hi'].map((language) => field + language);

test('the first start fills every list of the shop', async () => {
  const products = z.array(productSchema).parse((await call('GET /getallproducts')).body);
  expect(products.length).toBeGreaterThan(100);
  for (const [list, fields] of [
    ['/getallCategory', ['id', 'categoryName', 'thumbnail', ...listTranslationFields('categoryName')]],
    ['/AllPublishers', ['id', 'publisherName', 'thumbnailFile']],
    ['/AllAuthors', ['id', 'authorName', 'thumbnailFile']],
    ['/AllLanguages', ['id', 'languageName']],
    ['/AllCoupons', ['id', 'couponName', 'discount']],
    ['/TodaysNotifications', ['id', 'notification', ...listTranslationFields('notification')]],
    ['/AllMarketting', ['id', 'title', 'image', 'link', ...listTranslationFields('title')]],
    [
      '/AllSlideImages',
      [
        'id',
        'title',
        'thumbnailFile',
        'link',
        ...listTranslationFields('title'),
        ...listTranslationFields('thumbnailFile'),
      ],
    ],
  ] as const) {
    const rows = await fetchList(list);
    expect(rows.length, list).toBeGreaterThan(0);
    for (const row of rows) expect(Object.keys(row), list).toEqual(fields);
  }
});

test('a shop that has content before its first start gets no demo', async () => {
  const settings = { DATA_DIR: await createEmptyDirectory() };
  try {
    await runShopJson(z.unknown(), settings, 'coupons', 'add', 'DIWALI15', '--discount', '15');
    const shop = await startService(settings);
    const callShop = createCall(shop.url);
    try {
      expect((await callShop('GET /AllCoupons')).body).toMatchObject([{ couponName: 'DIWALI15' }]);
      expect((await callShop('GET /getallproducts')).body).toEqual([]);
      expect(shop.demoLogins).toEqual([]);
    } finally {
      await shop.stop();
    }
  } finally {
    await removeDataDirectory(settings.DATA_DIR);
  }
});

test('demo images can be cached for a day, SVGs cannot run scripts, and PDFs have their media type', async () => {
  const products = z.array(productSchema).parse((await call('GET /getallproducts')).body);
  const cover = products.find(({ thumbnailFile }) => thumbnailFile !== null)?.thumbnailFile;
  const image = await call(`GET ${cover}`);
  expect(image.status).toBe(200);
  expect(image.headers.get('content-type')).toContain('image/svg+xml');
  // Not for longer, because a release may change the images of the demo.
  expect(image.headers.get('cache-control')).toBe('public, max-age=86400');
  expect(image.headers.get('x-content-type-options')).toBe('nosniff');
  expect(image.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
  const sample = products.find(({ pdfFile }) => pdfFile !== null)?.pdfFile;
  const pdf = await call(`GET ${sample}`);
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
});

test('an error about a range or a precondition of a file is JSON and, unlike the file, not cached', async () => {
  const [slide] = await fetchList('/AllSlideImages');
  for (const [status, headers] of [
    [416, { Range: 'bytes=99999999-' }],
    [412, { 'If-Match': '"another version"' }],
  ] as const) {
    const response = await call(`GET ${slide?.thumbnailFile}`, { headers });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
});

test('missing files are created again, and requests for files wait until they exist', async () => {
  await rm(path.join(directory, 'files'), { recursive: true });
  await restart();
  const [slide] = await fetchList('/AllSlideImages');
  expect((await call(`GET ${slide?.thumbnailFile}`)).status).toBe(200);
  expect(existsSync(path.join(directory, 'files', '.demo-complete'))).toBe(true);
}, 120_000);

test('the demo logins work, the first has orders, and each is reported at every start until its password is changed or reset', async () => {
  expect(service.demoLogins).toHaveLength(2);
  for (const { contact, password } of service.demoLogins) {
    expect((await call('POST /loginByContact', { body: { contact, password } })).status).toBe(200);
  }
  const [first, second] = service.demoLogins;
  const user = userRecord.parse((await call(`GET /getUserBycontact?contact=${first?.contact}`)).body);
  expect(await fetchOrders(call, user.email)).not.toEqual([]);
  await call(`PUT /updateUser/${user.id}`, { body: { password: 'my own password' } });
  await restart();
  expect(service.demoLogins).toEqual([second]);
  const { email } = userRecord.parse((await call(`GET /getUserBycontact?contact=${second?.contact}`)).body);
  await call(`POST /sendotp?email=${email}`);
  const otp = parseOtp(await readNewestEmail({ settings: { DATA_DIR: directory } }, email));
  await call(`POST /verifyOTP?email=${email}&otp=${otp}`);
  const reset = await call('PUT /resetUserPassword', { body: { email, password: 'my own password' } });
  expect(reset.status).toBe(200);
  await restart();
  expect(service.demoLogins).toEqual([]);
});

test('the demo orders, which were paid online, are listed as paid', async () => {
  const orderListSchema = z.array(z.looseObject({ payment: z.string() }));
  const settings = { DATA_DIR: directory };
  const orders = await runShopJson(orderListSchema, settings, 'orders', 'list');
  expect(orders.map(({ payment }) => payment)).toEqual(Array(3).fill('Paid (UPI)'));
});

test('a full cart accepts no more products, and a user with a full cart can still be updated', async () => {
  const { id } = await register(call);
  const ids = (await fetchList('/getallproducts')).map((product) => product.id);
  const fullCart = ids.slice(0, 100).flatMap((product) => Array(10).fill(product));
  expect((await call(`PUT /updateUser/${id}`, { body: { productIds: fullCart } })).status).toBe(200);
  const moved = await call(`PUT /moveToCart?userId=${id}&productId=${ids[100]}`);
  expect([moved.status, moved.body]).toEqual([
    409,
    { message: 'The cart is full: it can contain at most 1000 copies' },
  ]);
  const { body } = await call(`GET /getUserById/${id}`);
  expect((await call(`PUT /updateUser/${id}`, { body })).body).toEqual(body);
});

test('an order with a coupon stores the coupon', async () => {
  const products = z.array(productSchema).parse((await call('GET /getallproducts')).body);
  const book = products.find(({ remainingQuantity }) => (remainingQuantity ?? 0) > 1);
  const [coupon] = await fetchList('/AllCoupons');
  const body = {
    ...createShipmentBody(await register(call), [{ productId: book?.id ?? 0, quantity: 1 }]),
    coupon: coupon?.id,
  };
  expect((await call('POST /createShipment', { body })).body).toMatchObject({ coupon: coupon?.id });
});

test.skipIf(process.platform === 'win32')(
  'the data directory, the database and the admin socket are accessible to their owner only',
  () => {
    for (const name of ['.', ...readdirSync(directory)].filter((entry) => entry !== 'files')) {
      expect(statSync(path.join(directory, name)).mode & 0o077, name).toBe(0);
    }
  },
);

test('outside production, the operator is not warned that no e-mail is delivered', () => {
  expect(service.warnings).toEqual([]);
  expect(service.output()).not.toContain('so no e-mail is delivered');
});

describe('in production', { timeout: 120_000 }, () => {
  test.each([
    ['a first start', createDataDirectory],
    ['a start with the data of an earlier demo', createDemoDirectory],
  ])(
    'after %s, the shop has the demo catalogue but no demo logins or coupons, and the operator is warned once that no e-mail is delivered',
    async (_, createDirectory) => {
      const folder = await createDirectory();
      const shop = await startService({ DATA_DIR: folder, NODE_ENV: 'production' });
      const callShop = createCall(shop.url);
      const logins = await Promise.all(
        demoShoppers.map(({ contact, password }) =>
          callShop('POST /loginByContact', { body: { contact, password } }),
        ),
      );
      const products = await callShop('GET /getallproducts');
      const coupons = await callShop('GET /AllCoupons');
      await shop.stop();
      await removeDataDirectory(folder);
      expect([shop.demoLogins, logins.map(({ status }) => status)]).toEqual([[], [401, 401]]);
      expect(products.body).toHaveLength(200);
      expect(coupons.body).toEqual([]);
      expect(shop.warnings).toEqual([
        `SMTP_URL is not set, so no e-mail is delivered, although the shop tells shoppers that a one-time password was sent. One-time passwords are only written to ${folder}/outbox, and e-mails about orders, enquiries and accounts wait in the database.`,
      ]);
      expect(shop.output().match(/SMTP_URL is not set/g)).toHaveLength(1);
    },
  );

  test('with DEMO_ACCESS=true, the demo keeps its logins and coupons, and with SMTP_URL, there is no warning about e-mails', async () => {
    const folder = await createDemoDirectory();
    const shop = await startService({
      DATA_DIR: folder,
      NODE_ENV: 'production',
      DEMO_ACCESS: 'true',
      SMTP_URL: 'smtp://mail.example.com',
    });
    const coupons = await createCall(shop.url)('GET /AllCoupons');
    await shop.stop();
    await removeDataDirectory(folder);
    expect(shop.demoLogins).toHaveLength(2);
    expect(coupons.body).toHaveLength(4);
    expect(shop.warnings).toEqual([]);
    expect(shop.output()).not.toContain('so no e-mail is delivered');
  });
});
