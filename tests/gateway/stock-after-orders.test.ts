import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { createOrderInput } from './checkout-setup.ts';
import { at, getOnlyError, mutate } from './graphql-call.ts';
import { countCacheHits, setUpGateways, setUpRestHost, signIn, type TestGateway } from './harness.ts';
import { MirroredCatalogue } from './mirrored-catalogue.ts';
import { createPartnerKey } from './partner-calls.ts';
import { createErrorResponse, hostUrl } from './rest-host.ts';
import { createProductRecord, type Fields } from './rest-records.ts';

const rest = setUpRestHost();
const { start } = setUpGateways();
let dataDir: string;
beforeEach(async () => {
  dataDir = await createTemporaryFolder();
  rest.host.products = [
    createProductRecord(1, { price: 100, remainingQuantity: 9 }),
    createProductRecord(2, { price: 100, remainingQuantity: 1 }),
    createProductRecord(3, { price: 100, remainingQuantity: 5, author: 'Another Writer' }),
  ];
});

/** Orders a copy of a book. Returns the payload. */
async function orderBook(shop: TestGateway, productId: string) {
  const input = createOrderInput({
    source: 'SINGLE_PRODUCT',
    lines: [{ productId, quantity: 1 }],
    couponId: null,
    expectedTotal: 140,
  });
  return mutate(
    shop.graphql,
    'createShipment',
    input,
    'shipment { id } quote { grandTotal lines { available product { remainingQuantity } } }',
    await signIn(shop),
  );
}

async function fetchRemainingQuantity(shop: TestGateway, id: string): Promise<unknown> {
  const { data } = await shop.graphql('query ($id: ID!) { product(id: $id) { remainingQuantity } }', { id });
  return at(data, 'product.remainingQuantity');
}

async function readCatalogueHealth({ url }: TestGateway): Promise<{ version: string; confirmedAt: string }> {
  return (await (await fetch(`${url}/health/ready`)).json()).catalogue;
}

async function getCatalogueVersion(shop: TestGateway): Promise<string> {
  return (await readCatalogueHealth(shop)).version;
}

/** Delays the host's responses to a call until `release` is called. They show the data at the time of the request. */
function delayResponses(
  call: string,
  response: () => Response,
): { readonly requestCount: number; release: () => void } {
  const released = Promise.withResolvers<void>();
  const delayed = { requestCount: 0, release: released.resolve };
  rest.server.use(
    http.get(`${hostUrl}/${call}`, async () => {
      delayed.requestCount += 1;
      const prepared = response();
      await released.promise;
      return prepared;
    }),
  );
  return delayed;
}

const stockQuery = `{
  product(id: "2") { available status remainingQuantity }
  products { nodes { sku remainingQuantity } }
  availableOnly: products(filter: { availableOnly: true }) { totalCount nodes { sku } facets { authors { value count } } }
  sorted: products(filter: { availableOnly: true }, sort: PRICE_HIGH_TO_LOW, search: "book") { nodes { sku } }
  other: product(id: "1") { related { sku available } }
  searchSuggestions(text: "book 2") { ... on Product { sku available } }
  user { cart { itemTotal lines { available product { sku remainingQuantity } } } }
  checkoutQuote(input: { source: CART, lines: [{ productId: "2", quantity: 1 }] }) { lines { available } }
}`;

describe('a book whose last copy has been sold', () => {
  it('is unavailable in all responses, without a request for the list, a new version or a write to disk', async () => {
    rest.host.getShopper(7).productIds = [2, 1];
    const shop = await start({ config: { dataDir } });
    const token = await signIn(shop);
    const file = path.join(dataDir, 'gateway', 'lists', 'products.json');
    // Once the list has been saved, the file's modification time is the time at which the host confirmed it.
    const { confirmedAt } = await readCatalogueHealth(shop);
    await expect
      .poll(async () => (await stat(file).catch(() => null))?.mtimeMs)
      .toBeCloseTo(Date.parse(confirmedAt), 0);
    const fetchStock = async () => {
      const { data, errors } = await shop.graphql(stockQuery, {}, token);
      expect(errors).toEqual([]);
      return data;
    };
    expect(await fetchStock()).toMatchObject({
      product: { available: true, remainingQuantity: 1 },
      availableOnly: { totalCount: 3, facets: { authors: [{ count: 2 }, { count: 1 }] } },
      user: { cart: { itemTotal: 200 } },
    });
    const version = await getCatalogueVersion(shop);
    const [{ mtimeMs, ino }, content] = [await stat(file), await readFile(file, 'utf8')];
    const listRequests = rest.host.countCalls('GET getallproducts');

    expect((await orderBook(shop, '2')).userErrors).toEqual([]);
    await expect.poll(() => fetchRemainingQuantity(shop, '2')).toBe(0);
    expect(await fetchStock()).toEqual({
      product: { available: false, status: 'AVAILABLE', remainingQuantity: 0 },
      products: {
        nodes: [
          { sku: '1', remainingQuantity: 9 },
          { sku: '2', remainingQuantity: 0 },
          { sku: '3', remainingQuantity: 5 },
        ],
      },
      availableOnly: {
        totalCount: 2,
        nodes: [{ sku: '1' }, { sku: '3' }],
        facets: {
          authors: [
            { value: 'A. Writer', count: 1 },
            { value: 'Another Writer', count: 1 },
          ],
        },
      },
      sorted: { nodes: [{ sku: '1' }, { sku: '3' }] },
      other: {
        related: [
          { sku: '2', available: false },
          { sku: '3', available: true },
        ],
      },
      searchSuggestions: [{ sku: '2', available: false }],
      user: {
        cart: { itemTotal: 100, lines: [{ available: true, product: { sku: '1', remainingQuantity: 9 } }] },
      },
      checkoutQuote: { lines: [{ available: false }] },
    });
    expect(rest.host.countCalls('GET getallproducts')).toBe(listRequests);
    expect(rest.host.countCalls('GET getproductbyid')).toBe(1);
    expect(await getCatalogueVersion(shop)).toBe(version);
    expect(await stat(file)).toMatchObject({ mtimeMs, ino });
    expect(await readFile(file, 'utf8')).toBe(content);
  });

  it('can be in stock again, which visitors see after the next refresh', async () => {
    const shop = await start({ refreshIntervalMs: 30 });
    await orderBook(shop, '2');
    await expect.poll(() => fetchRemainingQuantity(shop, '2')).toBe(0);
    rest.host.products = [createProductRecord(2, { remainingQuantity: 4 })];
    await expect.poll(() => fetchRemainingQuantity(shop, '2')).toBe(4);
  });
});

describe('a cached response', () => {
  const titlesQuery = '{ products { nodes { name price related { name } } } }';
  const createBookQuery = (id: string) => `{ product(id: "${id}") { name remainingQuantity } }`;
  const availableQuery = '{ products(filter: { availableOnly: true }) { totalCount nodes { name } } }';

  /** Sends each query three times as a visitor: the second response is cached, and the third comes from the cache. */
  async function warmUp(shop: TestGateway, queries: readonly string[]): Promise<void> {
    for (const query of queries) for (let count = 0; count < 3; count += 1) await shop.graphql(query);
    expect(await countCacheHits(shop.url)).toBe(queries.length);
  }

  /** Sends each query once. Returns the number of responses that come from the cache. */
  async function countCached(shop: TestGateway, queries: readonly string[]): Promise<number> {
    const before = await countCacheHits(shop.url);
    for (const query of queries) await shop.graphql(query);
    return (await countCacheHits(shop.url)) - before;
  }

  it('remains in the cache after an order, unless it shows the stock of an ordered book', async () => {
    const shop = await start();
    const token = await signIn(shop);
    const others = [titlesQuery, createBookQuery('2'), availableQuery];
    await warmUp(shop, [...others, createBookQuery('1')]);
    await orderBook(shop, '1');
    await expect
      .poll(async () => (await shop.graphql(createBookQuery('1'), {}, token)).data)
      .toMatchObject({ product: { remainingQuantity: 8 } });
    expect((await shop.graphql(createBookQuery('1'))).data).toMatchObject({
      product: { remainingQuantity: 8 },
    });
    expect(await countCached(shop, others)).toBe(others.length);
  });

  it('that lists available books or contains a quote is dropped when one of the books is sold out', async () => {
    const shop = await start();
    const others = [titlesQuery, createBookQuery('1')];
    const quoteQuery =
      '{ checkoutQuote(input: { source: CART, lines: [{ productId: "2" }] }) { lines { available } } }';
    await warmUp(shop, [...others, availableQuery, quoteQuery]);
    await orderBook(shop, '2');
    await expect
      .poll(async () => (await shop.graphql(availableQuery)).data)
      .toEqual({ products: { totalCount: 2, nodes: [{ name: 'Book 1' }, { name: 'Book 3' }] } });
    const { data } = await shop.graphql(quoteQuery);
    expect(data).toEqual({ checkoutQuote: { lines: [{ available: false }] } });
    expect(await countCached(shop, others)).toBe(others.length);
  });

  it.each(['available', 'status', 'statusText', 'remainingQuantity'])(
    'that shows `%s` of a book is dropped when the host has made the book unavailable',
    async (field) => {
      const shop = await start();
      const query = `{ product(id: "2") { ${field} } }`;
      await warmUp(shop, [query]);
      rest.host.products = [createProductRecord(2, { status: 'Unavailable', remainingQuantity: 0 })];
      await orderBook(shop, '2');
      await expect.poll(() => fetchRemainingQuantity(shop, '2')).toBe(0);
      expect(await countCached(shop, [query])).toBe(0);
    },
  );
});

describe('an operation executed to render a page', () => {
  it('reports the books whose stock it shows, and listeners are notified when stock changes', async () => {
    const shop = await start();
    const { gateway } = shop;
    const changes: unknown[] = [];
    gateway.onStockChanged((change) => changes.push(change));
    const readStockShown = async (query: string) =>
      (await gateway.execute({ query }, { origin: 'http://shop.test', signal: new AbortController().signal }))
        .stockShown;
    expect(
      await readStockShown(
        '{ product(id: "1") { related(first: 1) { ...card } } } fragment card on Product { available }',
      ),
    ).toEqual({
      productIds: new Set(['2']),
      dependsOnAvailability: false,
    });
    expect(await readStockShown('{ products(filter: { availableOnly: true }) { totalCount } }')).toEqual({
      productIds: new Set(),
      dependsOnAvailability: true,
    });
    await orderBook(shop, '1');
    await orderBook(shop, '2');
    await expect
      .poll(() => changes)
      .toEqual([
        { productIds: new Set(['1']), affectsAvailability: false },
        { productIds: new Set(['2']), affectsAvailability: true },
      ]);
  });
});

describe('the records of ordered products', () => {
  it('are read once more for all orders that are placed during a read', async () => {
    const shop = await start();
    const sendRecord = () => HttpResponse.json(findProduct(1));
    const records = delayResponses('getproductbyid/:id', sendRecord);
    await orderBook(shop, '1');
    await expect.poll(() => records.requestCount).toBe(1);
    for (let count = 0; count < 4; count += 1) await orderBook(shop, '1');
    records.release();
    await expect.poll(() => fetchRemainingQuantity(shop, '1')).toBe(4);
    expect(records.requestCount).toBe(2);
  });

  it('update only stock and status, not the name or price', async () => {
    // A new price would put sorted pages out of order until the next list.
    const shop = await start();
    const changed = { price: 900, productName: 'Renamed', status: 'Unavailable' };
    rest.server.use(
      http.get(`${hostUrl}/getproductbyid/:id`, () => HttpResponse.json({ ...findProduct(1), ...changed })),
    );
    await orderBook(shop, '1');
    await expect.poll(() => fetchRemainingQuantity(shop, '1')).toBe(8);
    const { data } = await shop.graphql('{ product(id: "1") { name price status available } }');
    expect(data).toEqual({
      product: { name: 'Book 1', price: 100, status: 'UNAVAILABLE', available: false },
    });
  });

  it('are read at most four at a time', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => index + 1);
    rest.host.products = ids.map((id) => createProductRecord(id, { price: 100 }));
    rest.host.getShopper(7).productIds = [...ids];
    const shop = await start();
    let running = 0;
    let maxRunning = 0;
    const released = Promise.withResolvers<void>();
    rest.server.use(
      http.get(`${hostUrl}/getproductbyid/:id`, async ({ params }) => {
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        await released.promise;
        running -= 1;
        return HttpResponse.json(findProduct(Number(params.id)));
      }),
    );
    const lines = ids.map((id) => ({ productId: String(id), quantity: 1 }));
    const input = createOrderInput({ lines, couponId: null, expectedTotal: 1_300 });
    const placed = await mutate(
      shop.graphql,
      'createShipment',
      input,
      'quote { grandTotal }',
      await signIn(shop),
    );
    expect(placed.userErrors).toEqual([]);
    await expect.poll(() => running).toBe(4);
    released.resolve();
    await expect
      .poll(async () => (await Promise.all(ids.map((id) => fetchRemainingQuantity(shop, String(id))))).at(-1))
      .toBe(19);
    expect(maxRunning).toBe(4);
  });
});

describe('a list of products', () => {
  it('that was requested before an order does not overwrite the new stock, but the next list does', async () => {
    const shop = await start({ refreshIntervalMs: 30 });
    const createListSender = (name: string, remainingQuantity: number) => () =>
      HttpResponse.json([createProductRecord(1, { price: 100, productName: name, remainingQuantity })]);
    const list = delayResponses('getallproducts', createListSender('Renamed', 9));
    await expect.poll(() => list.requestCount).toBe(1);
    await orderBook(shop, '1');
    await expect.poll(() => fetchRemainingQuantity(shop, '1')).toBe(8);
    const nextList = delayResponses('getallproducts', createListSender('Renamed again', 50));
    list.release();
    const fetchProduct = async () =>
      (await shop.graphql('{ product(id: "1") { name remainingQuantity } }')).data;
    await expect.poll(async () => at(await fetchProduct(), 'product.name')).toBe('Renamed');
    expect(await fetchProduct()).toEqual({ product: { name: 'Renamed', remainingQuantity: 8 } });
    await expect.poll(() => nextList.requestCount).toBe(1);
    nextList.release();
    await expect.poll(fetchProduct).toEqual({ product: { name: 'Renamed again', remainingQuantity: 50 } });
  });

  it('overwrites the new stock if it is requested after the order, even if the host sends status 304', async () => {
    const shop = await start({ refreshIntervalMs: 30 });
    const before = rest.host.products;
    const list = delayResponses('getallproducts', () => new HttpResponse(null, { status: 304 }));
    await expect.poll(() => list.requestCount).toBe(1);
    await orderBook(shop, '1');
    await expect.poll(() => fetchRemainingQuantity(shop, '1')).toBe(8);
    rest.host.products = before;
    list.release();
    await expect.poll(() => list.requestCount).toBeGreaterThan(1);
    await expect.poll(() => fetchRemainingQuantity(shop, '1')).toBe(9);
  });

  it('that cannot be loaded after the order leaves the new stock as it is', async () => {
    const shop = await start({ refreshIntervalMs: 30, policy: { maxAttempts: 1 } });
    let failureCount = 0;
    const fail = () => {
      failureCount += 1;
      return createErrorResponse(500, 'The list cannot be read');
    };
    rest.server.use(http.get(`${hostUrl}/getallproducts`, fail));
    await orderBook(shop, '1');
    await expect.poll(() => fetchRemainingQuantity(shop, '1')).toBe(8);
    const failureCountBefore = failureCount;
    // At least one of these refreshes has begun and ended since.
    await expect.poll(() => failureCount).toBeGreaterThan(failureCountBefore + 2);
    expect(await fetchRemainingQuantity(shop, '1')).toBe(8);
  });
});

describe('a partner’s copy', () => {
  it('has the same availability as the shop after an order that was cancelled before the next refresh', async () => {
    const key = await createPartnerKey(dataDir, 'reader', 1_000_000);
    const shop = await start({ refreshIntervalMs: 30, config: { dataDir } });
    const before = rest.host.products;
    const list = delayResponses('getallproducts', () => new HttpResponse(null, { status: 304 }));
    await expect.poll(() => list.requestCount).toBe(1);
    await orderBook(shop, '2');
    await expect.poll(() => fetchRemainingQuantity(shop, '2')).toBe(0);
    const [mirror, feedMirror] = [new MirroredCatalogue(), new MirroredCatalogue()];
    await mirror.sync(shop.graphql);
    const feed = await fetch(`${shop.url}/feed/products.csv`, { headers: { 'x-api-key': key } });
    feedMirror.cursor = feed.headers.get('sync-cursor');
    const rows: unknown[] = parse(await feed.text(), { columns: true });
    rest.host.products = before;
    list.release();
    await expect.poll(() => fetchRemainingQuantity(shop, '2')).toBe(1);
    expect(await mirror.sync(shop.graphql)).toEqual([]);
    expect(mirror.products.get('2')).toBe('Book 2 100 available');
    expect(await feedMirror.sync(shop.graphql)).toEqual([]);
    expect(rows.map((row) => at(row, 'available'))).toEqual(['true', 'true', 'true']);
  });

  it('shows a sold-out book as unavailable after the next refresh', async () => {
    const shop = await start({ refreshIntervalMs: 30 });
    const mirror = new MirroredCatalogue();
    const list = delayResponses('getallproducts', () => HttpResponse.json(getHostProducts()));
    await expect.poll(() => list.requestCount).toBe(1);
    await orderBook(shop, '2');
    await expect.poll(() => fetchRemainingQuantity(shop, '2')).toBe(0);
    await mirror.sync(shop.graphql);
    expect(mirror.products.get('2')).toBe('Book 2 100 available');
    list.release();
    await expect.poll(() => mirror.sync(shop.graphql)).toEqual(['CHANGED 2']);
    expect(mirror.products.get('2')).toBe('Book 2 100 sold out');
  });
});

describe('an order that the host rejects for lack of stock', () => {
  /** Sells all copies of a book without the gateway, and makes the host reject all orders for lack of stock. */
  function sellOutAndRejectOrders(id: number): void {
    rest.host.products = getHostProducts().map((product) =>
      product.id === id ? { ...product, remainingQuantity: 0 } : product,
    );
    rest.server.use(
      http.post(`${hostUrl}/createShipment`, () =>
        createErrorResponse(409, `Not enough stock for product Book ${id}`),
      ),
    );
  }

  it('waits for the record of the product, not for the list', async () => {
    const shop = await start();
    const listRequests = rest.host.countCalls('GET getallproducts');
    sellOutAndRejectOrders(1);
    const rejected = await orderBook(shop, '1');
    expect(getOnlyError(rejected).code).toBe('OUT_OF_STOCK');
    expect(at(rejected, 'quote.lines')).toEqual([{ available: false, product: { remainingQuantity: 0 } }]);
    expect(rest.host.countCalls('GET getproductbyid')).toBe(1);
    expect(rest.host.countCalls('GET getallproducts')).toBe(listRequests);
  });

  it('waits for the list if the host has no records of single products', async () => {
    const shop = await start();
    rest.server.use(http.get(`${hostUrl}/getproductbyid/:id`, () => createErrorResponse(404, 'Not found')));
    sellOutAndRejectOrders(1);
    const rejected = await orderBook(shop, '1');
    expect(at(rejected, 'quote.lines')).toEqual([{ available: false, product: { remainingQuantity: 0 } }]);
  });
});

describe('an order is followed by a refresh of the list if the host, asked for the ordered product,', () => {
  it.each([
    ['has no record of it', () => createErrorResponse(404, 'Not found')],
    ['responds with an error', () => createErrorResponse(500, 'NullPointerException')],
    ['sends another product', () => HttpResponse.json(createProductRecord(3))],
    ['sends a text', () => HttpResponse.json('no product')],
  ])('%s', async (_, response) => {
    const shop = await start();
    rest.server.use(http.get(`${hostUrl}/getproductbyid/:id`, response));
    await orderBook(shop, '1');
    await expect.poll(() => fetchRemainingQuantity(shop, '1')).toBe(8);
    expect(await fetchRemainingQuantity(shop, '3')).toBe(5);
  });
});

describe('two gateways of one host', () => {
  it('show the stock after an order at one of them, and have the same version after a refresh', async () => {
    const [one, other] = [await start({ refreshIntervalMs: 50 }), await start({ refreshIntervalMs: 50 })];
    await orderBook(one, '2');
    await expect.poll(() => fetchRemainingQuantity(one, '2')).toBe(0);
    await expect.poll(() => fetchRemainingQuantity(other, '2')).toBe(0);
    await expect
      .poll(async () => (await getCatalogueVersion(one)) === (await getCatalogueVersion(other)))
      .toBe(true);
    expect(await fetchRemainingQuantity(one, '2')).toBe(0);
  });
});

function getHostProducts(): Fields[] {
  return Array.isArray(rest.host.products) ? rest.host.products : [];
}

function findProduct(id: number): Fields | undefined {
  return getHostProducts().find((product) => product.id === id);
}
