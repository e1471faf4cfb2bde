import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { setUpGateways, setUpRestHost, type TestGateway, type TestGatewayOptions } from './harness.ts';
import { hostUrl } from './rest-host.ts';
import { createProductRecord, type Fields } from './rest-records.ts';

const rest = setUpRestHost();
const gateways = setUpGateways();
let dataDir: string;
beforeEach(async () => {
  dataDir = await createTemporaryFolder();
  rest.host.products = createBooks();
});

const getProductsFile = () => path.join(dataDir, 'gateway', 'lists', 'products.json');
const createBooks = (change: (book: Fields, index: number) => Fields = (book) => book) =>
  Array.from({ length: 12 }, (_, index) => change(createProductRecord(index + 1), index));

const start = (options: TestGatewayOptions = {}) =>
  gateways.start({ refreshIntervalMs: 20, ...options, config: { dataDir, ...options.config } });

const readDiskCache = () => readFile(getProductsFile(), 'utf8').catch(() => '');

async function fetchHealth({ url }: TestGateway) {
  return (await fetch(`${url}/health/ready`)).json();
}

const listing = '{ products { totalCount } categories { name productCount } }';
const completeListing = { products: { totalCount: 12 }, categories: [{ name: 'Novels', productCount: 12 }] };

describe('a list of products that suddenly lacks data', () => {
  it.each<[string, () => unknown, string]>([
    ['it has no records', () => [], '0 of 12 records are left'],
    ['it has less than half of the records', () => createBooks().slice(0, 5), '5 of 12 records are left'],
    [
      'none of its records is valid',
      () => createBooks(({ id }) => ({ id, title: 'Renamed' })),
      '0 of 12 records are left',
    ],
    [
      'a field was renamed',
      () => createBooks(({ author, ...book }) => ({ ...book, writer: author })),
      '0 of 12 records have a value for author, down from 12 of 12',
    ],
    [
      'most records lack the stock',
      () => createBooks((book, index) => (index < 5 ? book : { ...book, remainingQuantity: null })),
      '5 of 12 records have a value for remainingQuantity, down from 12 of 12',
    ],
  ])('is rejected when %s', async (_, createDamagedList, loss) => {
    const lines: string[] = [];
    const shop = await start({ onLogLine: (line) => lines.push(line) });
    await expect.poll(readDiskCache).toContain('Book 12');
    const goodCache = await readDiskCache();
    rest.host.products = createDamagedList();
    await expect.poll(async () => (await fetchHealth(shop)).rejected).toEqual({ products: loss });
    const requests = rest.host.countCalls('GET getallproducts');
    await expect.poll(() => rest.host.countCalls('GET getallproducts')).toBeGreaterThan(requests + 2);

    const { data, extensions } = await shop.graphql(listing);
    expect(data).toEqual(completeListing);
    expect(extensions?.catalogue).toMatchObject({ stale: true });
    expect(await readDiskCache()).toBe(goodCache);
    const entries = lines.map((line): Fields => JSON.parse(line));
    expect(entries.filter((entry) => entry.loss !== undefined)).toEqual([
      expect.objectContaining({ level: 50, list: 'products', loss }),
    ]);
    expect(entries.filter(({ msg }) => msg === 'a step of loading or saving the lists failed')).toEqual([]);
    const metrics = await (await fetch(`${shop.url}/metrics`)).text();
    expect(metrics).toContain('gateway_list_rejected{list="products"} 1');
    expect(metrics).toContain('gateway_list_rejected{list="authors"} 0');

    rest.host.products = createBooks((book) => ({ ...book, category: 'Poetry' }));
    await expect.poll(async () => (await fetchHealth(shop)).rejected).toEqual({});
    await expect
      .poll(async () => (await shop.graphql(listing)).data)
      .toMatchObject({
        categories: [
          { name: 'Novels', productCount: 0 },
          { name: 'Poetry', productCount: 12 },
        ],
      });
  });

  it('is logged once, even when it changes while it is rejected', async () => {
    const lines: string[] = [];
    const shop = await start({ onLogLine: (line) => lines.push(line) });
    for (const count of [5, 4, 3]) {
      rest.host.products = createBooks().slice(0, count);
      await expect
        .poll(async () => (await fetchHealth(shop)).rejected)
        .toEqual({ products: `${count} of 12 records are left` });
    }
    expect(lines.filter((line) => line.includes('records are left'))).toHaveLength(1);
  });

  it('is still rejected after a restart, and accepted if MAX_CATALOGUE_LOSS_PERCENT allows the loss', async () => {
    await start();
    await expect.poll(readDiskCache).toContain('Book 12');
    await gateways.closeAll();
    rest.host.products = [];
    const shop = await start();
    await expect.poll(async () => (await fetchHealth(shop)).rejected).toHaveProperty('products');
    expect((await shop.graphql(listing)).data).toEqual(completeListing);
    await gateways.closeAll();
    const permissive = await start({ config: { maxCatalogueLossPercent: 100 } });
    await expect
      .poll(async () => (await permissive.graphql(listing)).data)
      .toMatchObject({ products: { totalCount: 0 } });
    expect((await fetchHealth(permissive)).rejected).toEqual({});
  });

  it('is accepted from a host that validates records before storing them, unless some are invalid', async () => {
    const shop = await start();
    const serveValidated = (records: unknown) =>
      rest.server.use(
        http.get(
          `${hostUrl}/getallproducts`,
          () => new HttpResponse(JSON.stringify(records), { headers: { 'catalogue-validated': 'true' } }),
        ),
      );
    serveValidated(createBooks(({ id }) => ({ id, title: 'Renamed' })));
    await expect.poll(async () => (await fetchHealth(shop)).rejected).toHaveProperty('products');
    serveValidated([createProductRecord(77, { author: null })]);
    await expect
      .poll(async () => (await shop.graphql(listing)).data)
      .toMatchObject({ products: { totalCount: 1 } });
  });
});

describe('a loss that is not excessive', () => {
  it('is accepted: half of the records, most records of a short list, or all values of a rarely used field', async () => {
    rest.host.products = createBooks((book, index) => (index < 3 ? { ...book, isbnId: '1' } : book));
    const shop = await start();
    rest.host.products = createBooks().slice(0, 6);
    await expect.poll(async () => (await fetchHealth(shop)).catalogue.products).toBe(6);
    rest.host.products = createBooks().slice(0, 1);
    await expect.poll(async () => (await fetchHealth(shop)).catalogue.products).toBe(1);
  });
});

describe('other lists', () => {
  const serveEmptyLists = (endpoints: string[]) =>
    rest.server.use(
      ...endpoints.map((endpoint) => http.get(`${hostUrl}/${endpoint}`, () => HttpResponse.json([]))),
    );

  it('of collections are rejected when they are suddenly empty', async () => {
    const shop = await start();
    serveEmptyLists(['getallCategory', 'AllPublishers', 'AllAuthors', 'AllLanguages']);
    const loss = '0 of 1 records are left';
    await expect
      .poll(async () => (await fetchHealth(shop)).rejected)
      .toEqual({ categories: loss, publishers: loss, authors: loss, languages: loss });
    const { data } = await shop.graphql('{ authors { name } }');
    expect(data).toEqual({ authors: [{ name: 'A. Writer' }] });
  });

  it('of coupons, notifications, marketing posts and slides may become empty', async () => {
    const shop = await start();
    const query = '{ coupons { id } notifications { id } marketingPosts { id } slides { id } }';
    const fetchLists = async () => (await shop.graphql(query)).data;
    const createLists = (list: unknown) => ({
      coupons: list,
      notifications: list,
      marketingPosts: list,
      slides: list,
    });
    await expect.poll(fetchLists).toEqual(createLists([{ id: expect.any(String) }]));
    serveEmptyLists(['AllCoupons', 'TodaysNotifications', 'AllMarketting', 'AllSlideImages']);
    await expect.poll(fetchLists).toEqual(createLists([]));
    expect((await fetchHealth(shop)).rejected).toEqual({});
  });

  it('such as the coupons are rejected when their records are suddenly invalid', async () => {
    const shop = await start();
    rest.host.coupons = [{ code: 'TEN' }];
    await expect
      .poll(async () => (await fetchHealth(shop)).rejected)
      .toEqual({ coupons: '0 of 1 records are left' });
    expect((await shop.graphql('{ coupons { name } }')).data).toEqual({ coupons: [{ name: 'TEN' }] });
  });
});
