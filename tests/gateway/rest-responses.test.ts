import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { at, encodeNodeId } from './graphql-call.ts';
import { fetchReadiness, readMetric, setUpGateways, setUpRestHost, signIn } from './harness.ts';
import { createErrorResponse, hostUrl } from './rest-host.ts';
import { createProductRecord } from './rest-records.ts';

const rest = setUpRestHost();
const { start } = setUpGateways();

const allProducts =
  '{ products(first: 100) { totalCount nodes { id sku name price mrp discountPercent status statusText available remainingQuantity thumbnail images pdf isbn description category { name } } } }';

async function loadProduct(fields: Record<string, unknown>) {
  rest.host.products = [createProductRecord(1, fields)];
  const shop = await start();
  const { data, errors } = await shop.graphql(allProducts);
  expect(errors).toEqual([]);
  return at(data, 'products.nodes.0');
}

describe('a product record', () => {
  it.each([
    ['a price as text', { price: '249.50' }, { price: 249.5 }],
    ['a price that binary fractions cannot represent', { price: 160.3 }, { price: 160.3 }],
    [
      'no discount, which is then calculated from the prices',
      { price: 75, mrp: 100, discount: null },
      { discountPercent: 25 },
    ],
    [
      'no discount and an MRP below the price',
      { price: 100, mrp: 75, discount: null },
      { discountPercent: 0 },
    ],
    ['a discount beyond 100', { discount: 140 }, { discountPercent: 100 }],
    ['no images', { thumbnailFile: null, productImages: null }, { thumbnail: null, images: [] }],
    [
      'images as JSON text',
      { productImages: '{"image1":"https://pictures.example/1.jpg"}' },
      { images: ['https://pictures.example/1.jpg'] },
    ],
    ['an image that is not an HTTP URL', { thumbnailFile: 'javascript:alert(1)' }, { thumbnail: null }],
    [
      'a description under the misspelled name of the field',
      { description: null, discription: 'About a boy.' },
      { description: 'About a boy.' },
    ],
    ['an unknown field', { warehouse: { row: 3 } }, { name: 'Book 1' }],
    ['an id as text', { id: 'b-1' }, { id: encodeNodeId('Product', 'b-1'), sku: 'b-1' }],
    ['a number for an ISBN', { isbnId: 9780439023481 }, { isbn: '9780439023481' }],
    ['a name with decomposed letters', { category: 'Cafe\u0301' }, { category: { name: 'Caf\u00e9' } }],
    ['a lone surrogate', { category: 'x\ud800y' }, { category: { name: 'x\ufffdy' } }],
    ['control characters', { category: 'a\u0000b\u000bc\ufffe' }, { category: { name: 'abc' } }],
    ['line breaks and tabs', { description: 'One.\nTwo.\tThree.' }, { description: 'One.\nTwo.\tThree.' }],
    [
      'no status, but stock',
      { status: null },
      { available: true, status: 'AVAILABLE', statusText: 'Available' },
    ],
    [
      'the status Unavailable',
      { status: 'Unavailable' },
      { available: false, status: 'UNAVAILABLE', statusText: 'Unavailable' },
    ],
    [
      'the status Not-Available',
      { status: 'Not-Available' },
      { available: false, status: 'UNAVAILABLE', statusText: 'Not-Available' },
    ],
    [
      'a status that the schema does not define',
      { status: 'Pre-order' },
      { available: true, status: 'UNKNOWN', statusText: 'Pre-order' },
    ],
    [
      'more stock than GraphQL\u2019s Int can represent',
      { remainingQuantity: 1e12 },
      { remainingQuantity: 2_147_483_647 },
    ],
    ['negative stock', { remainingQuantity: -5 }, { available: false, remainingQuantity: 0 }],
    ['no stock', { remainingQuantity: 0 }, { available: false, remainingQuantity: 0 }],
    ['unknown stock', { remainingQuantity: null }, { available: false, remainingQuantity: null }],
  ])('is read correctly: %s', async (_, fields, expected) => {
    expect(await loadProduct(fields)).toMatchObject(expected);
  });

  it('has its images in numeric order, the tenth after the second', async () => {
    const images = {
      image10: 'https://p.example/10',
      image2: 'https://p.example/2',
      image1: 'https://p.example/1',
    };
    expect(at(await loadProduct({ productImages: images }), 'images')).toEqual([
      'https://p.example/1',
      'https://p.example/2',
      'https://p.example/10',
    ]);
  });
});

describe('a lone surrogate', () => {
  it('in names and ids is replaced, so that they can be part of URLs', async () => {
    const broken = 'x\ud800y';
    rest.host.categories = [{ id: 1, categoryName: broken, thumbnail: null }];
    rest.host.authors = [{ id: 1, authorName: broken, thumbnailFile: null }];
    rest.host.publishers = [{ id: 1, publisherName: broken, thumbnailFile: null }];
    rest.host.languages = [{ id: 1, languageName: broken }];
    const collectionNames = { category: broken, author: broken, publisher: broken, language: broken };
    rest.host.products = [createProductRecord(1, { id: broken, ...collectionNames })];
    const shop = await start();
    const names =
      '{ categories { name productCount } authors { name } publishers { name } languages { name } products { nodes { sku } } }';
    const { data } = await shop.graphql(names);
    const repaired = 'x\ufffdy';
    expect(data).toMatchObject({
      categories: [{ name: repaired, productCount: 1 }],
      authors: [{ name: repaired }],
      publishers: [{ name: repaired }],
      languages: [{ name: repaired }],
      products: { nodes: [{ sku: repaired }] },
    });
  });

  it('in a requested id finds no product, even before the first load', async () => {
    rest.host.down = true;
    const shop = await start({ waitForCatalogue: false });
    const { data, errors } = await shop.graphql('query($id: ID!) { product(id: $id) { name } }', {
      id: 'x\ud800y',
    });
    expect(errors).toEqual([]);
    expect(data).toEqual({ product: null });
  });
});

describe('an invalid record', () => {
  it('is dropped and counted, and the rest of the list remains', async () => {
    rest.host.products = [
      createProductRecord(1),
      createProductRecord(2, { price: 'free' }),
      createProductRecord(3, { productName: '  ' }),
      createProductRecord(4, { id: null }),
      null,
      'a text',
      createProductRecord(5, { price: -1 }),
      createProductRecord(6),
      // This record is valid, so it is not counted. But if several records have the same id, only the first is used.
      createProductRecord(6, { productName: 'The same id again' }),
    ];
    const shop = await start();
    const { data } = await shop.graphql(allProducts);
    expect(data).toMatchObject({ products: { nodes: [{ name: 'Book 1' }, { name: 'Book 6' }] } });
    const metrics = await (await fetch(`${shop.url}/metrics`)).text();
    expect(metrics).toContain('gateway_dropped_records_total{endpoint="getallproducts"} 6');
  });

  it('is logged in one line with the other invalid records of its list, and again only after the invalid records have changed', async () => {
    let responseCount = 0;
    let invalidCount = 5;
    const createInvalidRecord = (_: unknown, index: number) =>
      createProductRecord(index + 2, { price: 'free' });
    rest.server.use(
      http.get(`${hostUrl}/getallproducts`, () => {
        responseCount += 1;
        // Without a change, a list would not be decoded again.
        const valid = createProductRecord(1, { remainingQuantity: responseCount });
        return HttpResponse.json([...Array.from({ length: invalidCount }, createInvalidRecord), valid]);
      }),
    );
    const lines: unknown[] = [];
    const onLogLine = (text: string) => {
      const line: unknown = JSON.parse(text);
      if (String(at(line, 'msg')).includes('invalid record')) lines.push(line);
    };
    const { url } = await start({ refreshIntervalMs: 20, onLogLine });
    const countDropped = () => readMetric(url, 'gateway_dropped_records_total{endpoint="getallproducts"}');
    await expect.poll(countDropped).toBeGreaterThanOrEqual(15);
    expect(lines).toHaveLength(1);
    const reasons = [0, 1, 2].map((index) => expect.stringContaining(`record ${index}: price`));
    expect(lines[0]).toMatchObject({ endpoint: 'getallproducts', count: 5, reasons });
    invalidCount = 4;
    await expect.poll(() => lines.length).toBe(2);
    expect(lines[1]).toMatchObject({ count: 4, reasons });
    invalidCount = 0;
    const responsesBefore = responseCount;
    await expect.poll(() => responseCount).toBeGreaterThan(responsesBefore + 1);
    invalidCount = 4;
    await expect.poll(() => lines.length).toBe(3);
  });
});

describe('a response that is not a list', () => {
  it.each([
    ['an HTML page with status 200', () => HttpResponse.html('<h1>Welcome</h1>')],
    ['null', () => HttpResponse.json(null)],
    ['an object', () => HttpResponse.json({ products: [] })],
    ['status 304 to an unconditional request', () => new HttpResponse(null, { status: 304 })],
    ['no content', () => new HttpResponse(null, { status: 204 })],
    ['a redirect', () => HttpResponse.redirect('http://elsewhere.test/', 302)],
    ['a server error', () => HttpResponse.json({ message: 'at db.internal:5432' }, { status: 500 })],
  ])('is reported as an unavailable service, without any text from the host: %s', async (_, response) => {
    rest.server.use(http.get(`${hostUrl}/getallproducts`, response));
    const shop = await start({ waitForCatalogue: false });
    const { errors } = await shop.graphql(allProducts);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({
      message: 'Failed to fetch products',
      extensions: { code: 'SERVICE_UNAVAILABLE' },
    });
    expect(errors[0]?.extensions.requestId).toMatch(/^[\da-f-]{36}$/);
    expect(Object.keys(errors[0]?.extensions ?? {}).sort()).toEqual(['code', 'requestId']);
    expect(await fetchReadiness(shop.url)).toBe(503);
  });
});

describe('a host that is down', () => {
  it('does not prevent the gateway from starting, reporting what is missing, or recovering by itself', async () => {
    rest.host.down = true;
    const shop = await start({ waitForCatalogue: false });
    const before = await fetch(`${shop.url}/health/ready`);
    expect(before.status).toBe(503);
    expect((await before.json()).missing).toContain('products');
    expect((await fetch(`${shop.url}/health/live`)).status).toBe(200);
    rest.host.down = false;
    await expect.poll(() => fetchReadiness(shop.url)).toBe(200);
    expect((await shop.graphql(allProducts)).data).toHaveProperty('products.totalCount', 3);
  });

  it('does not affect what was loaded, and changes appear once it is back', async () => {
    const { url, graphql } = await start({ refreshIntervalMs: 30 });
    rest.host.down = true;
    const requests = rest.host.countCalls('GET getallproducts');
    await expect.poll(() => rest.host.countCalls('GET getallproducts')).toBeGreaterThan(requests + 1);
    expect((await graphql(allProducts)).data).toHaveProperty('products.totalCount', 3);
    expect(await fetchReadiness(url)).toBe(200);
    rest.host.down = false;
    rest.host.products = [createProductRecord(1)];
    await expect.poll(async () => (await graphql(allProducts)).data).toHaveProperty('products.totalCount', 1);
  });

  it('makes a shopper\u2019s own data unavailable, with the message of requirements.md', async () => {
    const shop = await start();
    const token = await signIn(shop);
    rest.host.down = true;
    const { data, errors } = await shop.graphql('{ user { id } categories { name } }', {}, token);
    expect(data).toEqual({ user: null, categories: [{ name: 'Novels' }] });
    expect(errors[0]).toMatchObject({ message: 'Failed to fetch user data', path: ['user'] });
  });
});

describe('before the first load', () => {
  it('single products and collections are fetched by the matching REST calls', async () => {
    rest.server.use(
      http.get(`${hostUrl}/getallproducts`, () => HttpResponse.error()),
      // Some hosts respond with 400 instead of 404.
      http.get(`${hostUrl}/getproductbyid/8`, () => createErrorResponse(400, 'No product')),
    );
    rest.host.products = [createProductRecord(1), createProductRecord(2, { author: 'B. Poet' })];
    const shop = await start({ waitForCatalogue: false });
    const { data, errors } = await shop.graphql(`{
      product(id: "2") { name author { name } }
      none: product(id: "9") { name }
      rejected: product(id: "8") { name }
      category(name: "Novels") { name productCount }
      products(filter: { authors: ["B. Poet"] }) { totalCount nodes { sku } }
    }`);
    expect(errors).toEqual([]);
    expect(data).toEqual({
      product: { name: 'Book 2', author: { name: 'B. Poet' } },
      none: null,
      rejected: null,
      category: { name: 'Novels', productCount: 2 },
      products: { totalCount: 1, nodes: [{ sku: '2' }] },
    });
    for (const call of [
      'getproductbyid',
      'CategoryByCategoryName',
      'productsByCategory',
      'ProductsByAuthor',
    ]) {
      expect(rest.host.countCalls(`GET ${call}`), call).toBeGreaterThan(0);
    }
  });
});

describe('a refresh', () => {
  it.each([true, false])(
    'changes the version of the catalogue only when a list has changed (host supports ETag: %s)',
    async (supportsEtagsAndKeys) => {
      rest.host.supportsEtagsAndKeys = supportsEtagsAndKeys;
      const { gateway } = await start({ refreshIntervalMs: 20 });
      await expect.poll(() => gateway.getCatalogueVersion()).not.toBe('');
      const version = gateway.getCatalogueVersion();
      const requests = rest.host.countCalls('GET getallproducts');
      await expect.poll(() => rest.host.countCalls('GET getallproducts')).toBeGreaterThan(requests + 2);
      expect(gateway.getCatalogueVersion()).toBe(version);
      rest.host.coupons = [];
      await expect.poll(() => gateway.getCatalogueVersion()).not.toBe(version);
    },
  );
});

describe('coupons, notifications, marketing posts and slides', () => {
  it.each([
    ['null', () => HttpResponse.json(null)],
    ['status 204', () => new HttpResponse(null, { status: 204 })],
  ])('are empty when the host responds with %s', async (_, response) => {
    const endpoints = ['AllCoupons', 'TodaysNotifications', 'AllMarketting', 'AllSlideImages'];
    rest.server.use(...endpoints.map((endpoint) => http.get(`${hostUrl}/${endpoint}`, response)));
    const shop = await start();
    const { data, errors } = await shop.graphql(
      '{ coupons { id } notifications { id } marketingPosts { id } slides { id } }',
    );
    expect(errors).toEqual([]);
    expect(data).toEqual({ coupons: [], notifications: [], marketingPosts: [], slides: [] });
  });

  it('are returned, except for URLs that run scripts', async () => {
    const shop = await start();
    const { data } = await shop.graphql(
      '{ slides { title image thumbnailFile link } marketingPosts { image link } notifications { id text notification } coupons { id name percentOff couponName discount } languages { name productCount } }',
    );
    const image = expect.stringContaining(`${shop.url}/media/`);
    expect(data).toEqual({
      slides: [{ title: 'Slide', image, thumbnailFile: image, link: null }],
      marketingPosts: [{ image: 'https://pictures.example/1.jpg', link: '/product' }],
      notifications: [
        {
          id: encodeNodeId('Notification', 'Free delivery in Pune.'),
          text: 'Free delivery in Pune.',
          notification: 'Free delivery in Pune.',
        },
      ],
      coupons: [
        { id: encodeNodeId('Coupon', 1), name: 'TEN', percentOff: 10, couponName: 'TEN', discount: 10 },
      ],
      languages: [{ name: 'English', productCount: 3 }],
    });
  });
});
