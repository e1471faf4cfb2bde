import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plainFields } from '#gateway/domain/product-fields.ts';
import { chooseLanguageName } from '#rest-api/import/language-names.ts';
import { readOnix } from '#rest-api/import/onix-file.ts';
import { createOrderInput } from './checkout-setup.ts';
import { at, listAt, mutate, textAt } from './graphql-call.ts';
import {
  fetchReadiness,
  readMetric,
  setUpGateways,
  setUpRestHost,
  signIn,
  startGateway,
  type TestGateway,
} from './harness.ts';
import { MirroredCatalogue } from './mirrored-catalogue.ts';
import { createPartnerKey } from './partner-calls.ts';
import { createProductRecord, type Fields } from './rest-records.ts';

const rest = setUpRestHost();
const gateways = setUpGateways();
const productCount = 250;
const bookDetails = {
  pageCount: 248,
  binding: 'Paperback',
  edition: 'Second edition',
  publicationYear: 2015,
  firstPublicationYear: 1935,
  translator: 'Aditi Kulkarni',
  ageGroup: '10+',
  transliteratedName: 'Shyamchi Aai',
  transliteratedAuthor: 'Sane Guruji',
  workId: 'shyamchi-aai',
};
let dataDir: string;
let key: string;
let shop: TestGateway;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'gw-test-'));
  key = await createPartnerKey(dataDir, 'reader', 1_000_000);
  shop = await startGateway({ refreshIntervalMs: 20, config: { dataDir }, waitForCatalogue: false });
});
beforeEach(async () => {
  rest.host.products = Array.from({ length: productCount }, (_, index) =>
    createProductRecord(index + 1),
  ).concat(
    createProductRecord(900, {
      productName: 'श्यामची आई, "नवी" <आवृत्ती> & more',
      author: 'साने गुरुजी',
      language: 'मराठी',
      isbnId: '978-81-7434-110-5',
      description: 'Line one\nline two',
      remainingQuantity: 0,
      ...bookDetails,
    }),
  );
  await expect.poll(() => fetchReadiness(shop.url)).toBe(200);
  await expect
    .poll(async () => (await shop.graphql('{ products { totalCount } }')).data)
    .toEqual({ products: { totalCount: productCount + 1 } });
});
afterAll(async () => {
  await shop.close();
  await rm(dataDir, { recursive: true });
});

async function download(file: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${shop.url}/feed/${file}`, { headers: { 'x-api-key': key, ...headers } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Downloads the ONIX feed and reads it with our own import. */
async function downloadOnixRecords(): Promise<unknown[]> {
  const file = path.join(dataDir, 'imported.xml');
  await writeFile(file, (await download('products.xml')).text);
  const records: unknown[] = [];
  for await (const { fields } of readOnix(file, () => undefined)) records.push(fields);
  return records;
}

const readLines = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const readSkus = (text: string) => readLines(text).map((product) => at(product, 'sku'));

describe('the feed of all products', () => {
  it('contains the same values as the query `product`, with one JSON object per line', async () => {
    const { headers, text } = await download('products.ndjson');
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const products = readLines(text);
    expect(products).toHaveLength(productCount + 1);
    const { data } = await shop.graphql(`{ product(sku: "900") {
      id sku name author { name } publisher { name } category { name } language { name }
      price mrp discountPercent available status statusText thumbnail images pdf ${plainFields.join(' ')} } }`);
    const expected = Object.entries(Object(at(data, 'product'))).map(([field, value]) => [
      field,
      at(value, 'name') ?? value,
    ]);
    expect(products.find((product) => at(product, 'sku') === '900')).toEqual({
      ...Object.fromEntries(expected),
      url: `${shop.url}/product/900`,
    });
  });

  it('is also available as CSV', async () => {
    const { headers, text } = await download('products.csv');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const rows: unknown[] = parse(text, { columns: true });
    expect(rows).toHaveLength(productCount + 1);
    expect(rows.find((row) => at(row, 'sku') === '900')).toMatchObject({
      name: 'श्यामची आई, "नवी" <आवृत्ती> & more',
      description: 'Line one\nline two',
      price: '1000',
      available: 'false',
      status: 'AVAILABLE',
      statusText: 'Available',
      pdf: '',
    });
  });

  it('quotes the CSV values that contain any kind of line break', async () => {
    const descriptions = ['Line one\nline two', 'Line one\rline two', 'Line one\r\nline two'];
    rest.host.products = listAt(rest.host, 'products').concat(
      descriptions.map((description, index) => createProductRecord(901 + index, { description })),
    );
    await expect
      .poll(async () => {
        const { text } = await download('products.csv');
        return descriptions.map((description) => text.includes(`,"${description}",`));
      })
      .toEqual([true, true, true]);
  });

  it('is also available as ONIX for Books 3.0, which our own import reads', async () => {
    const { headers, text } = await download('products.xml');
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const file = path.join(dataDir, 'feed.xml');
    await writeFile(file, text);
    const records: unknown[] = [];
    const issues: unknown[] = [];
    for await (const { fields } of readOnix(file, (issue) => issues.push(issue))) records.push(fields);
    expect(issues).toEqual([]);
    expect(records).toHaveLength(productCount + 1);
    expect(records.find((fields) => at(fields, 'isbnId') !== undefined)).toMatchObject({
      isbnId: '9788174341105',
      productName: 'श्यामची आई, "नवी" <आवृत्ती> & more',
      author: 'साने गुरुजी',
      publisher: 'River House',
      languageCode: 'mar',
      mrp: '1100.00',
      thumbnailFile: expect.stringMatching(/^http.*900\.svg$/),
      ifNew: { category: 'Novels', status: 'Unavailable' },
      ...bookDetails,
      ...{
        pageCount: '248',
        publicationYear: '2015',
        firstPublicationYear: '1935',
        ageGroup: 'from 10 years',
      },
    });
  });

  it('preserves the language of each book when the ONIX file is imported', async () => {
    const names = [
      'Marathi',
      'हिंदी',
      'Sanskrit',
      'Bengali',
      'বাংলা',
      'Odia',
      'French',
      'Français',
      'Deutsch',
    ].concat(['Persian', 'Norsk', 'Bahasa Indonesia', '中文', 'Filipino', 'Klingon of the north']);
    rest.host.products = listAt(rest.host, 'products').concat(
      names.map((language, index) => createProductRecord(951 + index, { language, productName: language })),
    );
    const importLanguage = (fields: unknown) => {
      const name = textAt(fields, 'productName');
      const code = at(fields, 'languageCode');
      return code === undefined ? name : chooseLanguageName(String(code), [name]);
    };
    await expect
      .poll(async () =>
        (await downloadOnixRecords())
          .filter((fields) => names.includes(textAt(fields, 'productName')))
          .map(importLanguage)
          .toSorted(),
      )
      .toEqual(names.toSorted());
    // `und` is the code of an undetermined language.
    expect((await download('products.xml')).text).not.toContain('und</LanguageCode>');
  });

  it('contains age groups as ranges that the import reads with the same meaning', async () => {
    const ageGroups = [
      ['8', '8 years'],
      ['8 years', '8 years'],
      ['from 8 years', 'from 8 years'],
      ['8+', 'from 8 years'],
      ['8 and up', 'from 8 years'],
      ['up to 12 years', 'up to 12 years'],
      ['8-12', '8 to 12 years'],
      ['from 8 to 12 years', '8 to 12 years'],
    ] as const;
    rest.host.products = listAt(rest.host, 'products').concat(
      ageGroups.map(([ageGroup], index) =>
        createProductRecord(951 + index, { ageGroup, productName: `For ${ageGroup}` }),
      ),
    );
    await expect
      .poll(readImportedAgeGroups)
      .toEqual(Object.fromEntries(ageGroups.map(([ageGroup, imported]) => [`For ${ageGroup}`, imported])));

    async function readImportedAgeGroups(): Promise<Record<string, unknown>> {
      const records = (await downloadOnixRecords()).map((fields): [string, unknown] => [
        String(at(fields, 'productName')),
        at(fields, 'ageGroup'),
      ]);
      return Object.fromEntries(records.filter(([name]) => name.startsWith('For ')));
    }
  });

  it('is compressed for a client that accepts gzip', async () => {
    const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
      const headers = { 'x-api-key': key, 'accept-encoding': 'gzip' };
      request(`${shop.url}/feed/products.ndjson`, { headers })
        .on('response', resolve)
        .on('error', reject)
        .end();
    });
    expect(response.headers['content-encoding']).toBe('gzip');
    const body = await buffer(response);
    const plain = await download('products.ndjson', { 'accept-encoding': 'identity' });
    expect(gunzipSync(body).toString()).toBe(plain.text);
    expect(body.length).toBeLessThan(plain.text.length / 4);
  });

  it('can be resumed after the last product that a client has received', async () => {
    const skus = readSkus((await download('products.ndjson')).text);
    expect(new Set(skus).size).toBe(productCount + 1);
    for (const receivedCount of [1, 150, productCount + 1]) {
      const remaining = await download(`products.ndjson?after=${skus[receivedCount - 1]}`);
      expect(readSkus(remaining.text)).toEqual(skus.slice(receivedCount));
    }
    expect((await download('products.ndjson?after=1&after=2')).status).toBe(400);
  });

  it('has a cursor that covers all parts of a resumed download if each part is requested with the cursor of the previous one', async () => {
    const mirror = new MirroredCatalogue();
    const createProducts = (price: number) =>
      Array.from({ length: productCount }, (_, index) => createProductRecord(index + 1, { price }));
    const serveProducts = async (products: Fields[]) => {
      rest.host.products = products;
      const expected = products.map(({ id, price }) => `${id} ${price}`).toSorted();
      await expect
        .poll(async () =>
          readLines((await download('products.ndjson')).text)
            .map((line) => `${at(line, 'sku')} ${at(line, 'price')}`)
            .toSorted(),
        )
        .toEqual(expected);
    };
    const skus = createProducts(1)
      .map(({ id }) => String(id))
      .toSorted();
    const partLength = 100;
    // The catalogue changes before each part: it has new prices, and a different book at the end.
    for (const part of [0, 1, 2]) {
      await serveProducts([...createProducts(part + 1), createProductRecord(9990 + part)]);
      const query = part === 0 ? '' : `?after=${skus[part * partLength - 1]}&since=${mirror.cursor}`;
      const { headers, text } = await download(`products.ndjson${query}`);
      for (const line of readLines(text).slice(0, part === 2 ? undefined : partLength))
        mirror.products.set(textAt(line, 'sku'), `${at(line, 'name')} ${at(line, 'price')} available`);
      mirror.cursor = headers.get('sync-cursor');
    }
    await serveProducts(createProducts(1));
    const changed = skus.slice(partLength).map((sku) => `CHANGED ${sku}`);
    expect(await mirror.sync(shop.graphql)).toEqual([...changed, 'WITHDRAWN 9992']);
    expect([...mirror.products]).toEqual(skus.map((sku) => [sku, `Book ${sku} 1 available`]));
  });

  it('has no cursor if it is resumed without one, and rejects an invalid one', async () => {
    const resumed = await download('products.ndjson?after=1');
    expect([resumed.status, resumed.headers.get('sync-cursor')]).toEqual([200, null]);
    for (const parameters of ['after=1&since=nonsense', 'after=1&after=2']) {
      const rejected = await download(`products.ndjson?${parameters}`);
      expect(rejected.status, parameters).toBe(400);
      expect(at(JSON.parse(rejected.text), 'errors.0.extensions.code')).toBe('BAD_REQUEST');
    }
  });

  it('has an ETag, and is not sent again while it is unchanged', async () => {
    const { headers } = await download('products.csv');
    const etag = headers.get('etag') ?? '';
    const again = await download('products.csv', { 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
    rest.host.products = Array.from({ length: productCount }, (_, index) => createProductRecord(index + 1));
    await expect
      .poll(async () => (await download('products.csv', { 'if-none-match': etag })).status)
      .toBe(200);
  });

  it('has a cursor with which productChanges continues', async () => {
    const { headers, text } = await download('products.ndjson');
    const mirror = new MirroredCatalogue();
    mirror.cursor = headers.get('sync-cursor');
    expect(await mirror.sync(shop.graphql)).toEqual([]);
    const [, ...others] = readSkus(text);
    rest.host.products = others.map((sku) => createProductRecord(Number(sku)));
    await expect.poll(() => mirror.sync(shop.graphql)).toContain('WITHDRAWN 1');
  });

  it('is for partners only, costs a point for each product, and is rejected once the quota is used up', async () => {
    const anonymous = await fetch(`${shop.url}/feed/products.csv`);
    expect(anonymous.status).toBe(401);
    expect(anonymous.headers.get('www-authenticate')).toBe('ApiKey realm="feed"');
    expect(at(await anonymous.json(), 'errors.0.extensions.code')).toBe('API_KEY_REQUIRED');
    const invalid = await download('products.csv', { 'x-api-key': 'wrong' });
    expect([invalid.status, listAt(JSON.parse(invalid.text), 'errors')]).toMatchObject([
      401,
      [{ extensions: { code: 'API_KEY_INVALID' } }],
    ]);
    const invalidKeys = 'gateway_rejected_requests_total{reason="invalid-api-key",client="unknown"}';
    expect(await readMetric(shop.url, invalidKeys)).toBe(1);
    const readRemainingPoints = async () => {
      const { headers } = await download('products.ndjson');
      return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    };
    expect((await readRemainingPoints()) - (await readRemainingPoints())).toBe(productCount + 1);
    const smallQuotaHeaders = { 'x-api-key': await createPartnerKey(dataDir, 'small', 5_000) };
    await expect.poll(async () => (await download('products.csv', smallQuotaHeaders)).status).toBe(200);
    await expect.poll(async () => (await download('products.csv', smallQuotaHeaders)).status).toBe(429);
    const rejected = await download('products.csv', smallQuotaHeaders);
    const retryAfterSeconds = Number(rejected.headers.get('retry-after'));
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(at(JSON.parse(rejected.text), 'errors.0.extensions')).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds,
    });
  });

  it('costs one point if only its headers are requested, or if it is unchanged', async () => {
    // The quota window of a new key starts with this test, so it does not reset between the requests.
    const freshKeyHeaders = {
      'x-api-key': await createPartnerKey(dataDir, 'fresh', 1_000_000),
    };
    await expect.poll(async () => (await download('products.csv', freshKeyHeaders)).status).toBe(200);
    const requestFeed = async (method: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${shop.url}/feed/products.csv`, {
        method,
        headers: { ...freshKeyHeaders, ...headers },
      });
      await response.text();
      return { response, remaining: Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]) };
    };
    const head = await requestFeed('HEAD');
    expect(head.response.headers.get('sync-cursor')).toMatch(/./);
    expect(head.response.headers.get('vary')).toBe('Accept-Encoding, X-API-Key');
    expect(head.response.headers.get('cache-control')).toBe('private, no-cache');
    const headAgain = await requestFeed('HEAD');
    const etag = headAgain.response.headers.get('etag') ?? '';
    const unchanged = await requestFeed('GET', { 'if-none-match': etag });
    const unchangedHead = await requestFeed('HEAD', { 'if-none-match': etag });
    expect([headAgain, unchanged, unchangedHead].map(({ response }) => response.status)).toEqual([
      200, 304, 304,
    ]);
    const remaining = [head, headAgain, unchanged, unchangedHead].map((result) => result.remaining);
    expect(remaining).toEqual([0, 1, 2, 3].map((points) => head.remaining - points));
  });

  it('can still be downloaded after a client has disconnected', async () => {
    const controller = new AbortController();
    const response = await fetch(`${shop.url}/feed/products.xml`, {
      headers: { 'x-api-key': key },
      signal: controller.signal,
    });
    controller.abort();
    await response.text().catch(() => {});
    expect((await download('products.xml')).text).toMatch(/<\/ONIXMessage>\n$/);
  });
});

it.each([
  ['GET', '/feed/products.json', 404, 'NOT_FOUND'],
  ['GET', '/feed/constructor', 404, 'NOT_FOUND'],
  ['GET', '/feed', 404, 'NOT_FOUND'],
  ['GET', '/feed/products.csv/2', 404, 'NOT_FOUND'],
  ['POST', '/feed/products.csv', 405, 'METHOD_NOT_ALLOWED'],
  ['POST', '/schema.graphql', 405, 'METHOD_NOT_ALLOWED'],
])(
  'a request with a wrong path or method is rejected with a JSON error, not a page of the shop: %s %s gets %i with %s',
  async (method, url, status, code) => {
    const withPages = await gateways.start({
      waitForCatalogue: false,
      storefront: () => (_, response) => {
        response.status(404).send('<!doctype html>');
      },
    });
    const response = await fetch(`${withPages.url}${url}`, { method });
    expect(response.status).toBe(status);
    expect(response.headers.get('allow')).toBe(status === 405 ? 'GET, HEAD' : null);
    expect(at(await response.json(), 'errors.0.extensions.code')).toBe(code);
  },
);

describe('the feed of a newly started gateway', () => {
  let ownShop: TestGateway;
  let ownKey: string;
  async function start(prepareHost: () => void) {
    prepareHost();
    const ownDataDir = path.join(dataDir, crypto.randomUUID());
    ownKey = await createPartnerKey(ownDataDir, 'reader', 1_000_000);
    ownShop = await startGateway({
      refreshIntervalMs: 20,
      config: { dataDir: ownDataDir },
      waitForCatalogue: false,
    });
  }
  afterEach(() => ownShop.close());

  const downloadOwnFeed = (headers: Record<string, string> = {}) =>
    fetch(`${ownShop.url}/feed/products.csv`, { headers: { 'x-api-key': ownKey, ...headers } });

  it('responds with an error while the catalogue is not loaded', async () => {
    await start(() => {
      rest.host.down = true;
    });
    const response = await downloadOwnFeed();
    expect(response.status).toBe(503);
    expect(at(await response.json(), 'errors.0.extensions.code')).toBe('SERVICE_UNAVAILABLE');
  });

  it('has a different ETag after a product has sold out', async () => {
    await start(() => {
      rest.host.products = [createProductRecord(1, { price: 100, remainingQuantity: 1 })];
    });
    await expect.poll(() => fetchReadiness(ownShop.url)).toBe(200);
    const etag = (await downloadOwnFeed()).headers.get('etag') ?? '';
    const input = createOrderInput({
      source: 'SINGLE_PRODUCT',
      lines: [{ productId: '1', quantity: 1 }],
      couponId: null,
      expectedTotal: 140,
    });
    const token = await signIn(ownShop);
    expect((await mutate(ownShop.graphql, 'createShipment', input, '', token)).userErrors).toEqual([]);
    await expect.poll(async () => (await downloadOwnFeed({ 'if-none-match': etag })).status).toBe(200);
  });
});
