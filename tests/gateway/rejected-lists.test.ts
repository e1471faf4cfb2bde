import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { restSide, startGateway, type TestGateway } from './harness.ts';
import { hostUrl } from './rest-host.ts';
import { type Fields, hostProduct } from './rest-records.ts';

const rest = restSide();
const started: TestGateway[] = [];
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'gw-test-'));
  rest.host.products = books();
});
afterEach(async () => {
  await closeAll();
  await rm(dataDir, { recursive: true });
});

const closeAll = () => Promise.all(started.splice(0).map((shop) => shop.close()));
const productsFile = () => path.join(dataDir, 'gateway', 'lists', 'products.json');
const books = (change: (book: Fields, index: number) => Fields = (book) => book) =>
  Array.from({ length: 12 }, (_, index) => change(hostProduct(index + 1), index));

async function start(chosen: Parameters<typeof startGateway>[0] = {}) {
  const shop = await startGateway({
    refreshIntervalMs: 20,
    ...chosen,
    config: { dataDir, ...chosen.config },
  });
  started.push(shop);
  return shop;
}

async function keptOnDisk() {
  return readFile(productsFile(), 'utf8').catch(() => '');
}

async function health({ url }: TestGateway) {
  return (await fetch(`${url}/health/ready`)).json();
}

const listing = '{ products { totalCount } categories { name productCount } }';
const whole = { products: { totalCount: 12 }, categories: [{ name: 'Novels', productCount: 12 }] };

describe('a list of products that is suddenly worth little', () => {
  it.each<[string, () => unknown, string]>([
    ['no records', () => [], '0 of 12 records are left'],
    ['fewer than half of them', () => books().slice(0, 5), '5 of 12 records are left'],
    [
      'none that can be read',
      () => books(({ id }) => ({ id, title: 'Renamed' })),
      '0 of 12 records are left',
    ],
    [
      'a field that was renamed',
      () => books(({ author, ...book }) => ({ ...book, writer: author })),
      '0 of 12 records have a value for author, where 12 of 12 had one',
    ],
    [
      'a stock that is unknown for most',
      () => books((book, index) => (index < 5 ? book : { ...book, remainingQuantity: null })),
      '5 of 12 records have a value for remainingQuantity, where 12 of 12 had one',
    ],
  ])('is refused: %s', async (_, spoilt, loss) => {
    const lines: string[] = [];
    const shop = await start({ logLine: (line) => lines.push(line) });
    await expect.poll(keptOnDisk).toContain('Book 12');
    const good = await keptOnDisk();
    rest.host.products = spoilt();
    await expect.poll(async () => (await health(shop)).refused).toEqual({ products: loss });
    const asked = rest.host.calledTimes('GET getallproducts');
    await expect.poll(() => rest.host.calledTimes('GET getallproducts')).toBeGreaterThan(asked + 2);

    const { data, extensions } = await shop.graphql(listing);
    expect(data).toEqual(whole);
    expect(extensions?.catalogue).toMatchObject({ stale: true });
    expect(await keptOnDisk()).toBe(good);
    const entries = lines.map((line): Fields => JSON.parse(line));
    expect(entries.filter((entry) => entry.loss !== undefined)).toEqual([
      expect.objectContaining({ level: 50, list: 'products', loss }),
    ]);
    expect(entries.filter(({ msg }) => msg === 'a list could not be loaded')).toEqual([]);
    const metrics = await (await fetch(`${shop.url}/metrics`)).text();
    expect(metrics).toContain('gateway_list_refused{list="products"} 1');
    expect(metrics).toContain('gateway_list_refused{list="authors"} 0');

    rest.host.products = books((book) => ({ ...book, category: 'Poetry' }));
    await expect.poll(async () => (await health(shop)).refused).toEqual({});
    await expect
      .poll(async () => (await shop.graphql(listing)).data)
      .toMatchObject({
        categories: [
          { name: 'Novels', productCount: 0 },
          { name: 'Poetry', productCount: 12 },
        ],
      });
  });

  it('is told of once in the log, also when it changes while it is refused', async () => {
    const lines: string[] = [];
    const shop = await start({ logLine: (line) => lines.push(line) });
    for (const left of [5, 4, 3]) {
      rest.host.products = books().slice(0, left);
      await expect
        .poll(async () => (await health(shop)).refused)
        .toEqual({ products: `${left} of 12 records are left` });
    }
    expect(lines.filter((line) => line.includes('records are left'))).toHaveLength(1);
  });

  it('is refused after a restart too, and taken where the owner says that it is meant', async () => {
    await start();
    await expect.poll(keptOnDisk).toContain('Book 12');
    await closeAll();
    rest.host.products = [];
    const shop = await start();
    await expect.poll(async () => (await health(shop)).refused).toHaveProperty('products');
    expect((await shop.graphql(listing)).data).toEqual(whole);
    await closeAll();
    const told = await start({ config: { maxCatalogueLossPercent: 100 } });
    await expect
      .poll(async () => (await told.graphql(listing)).data)
      .toMatchObject({ products: { totalCount: 0 } });
    expect((await health(told)).refused).toEqual({});
  });

  it('is taken from a host that checks its records when it stores them, but not unread', async () => {
    const shop = await start();
    const answer = (records: unknown) =>
      rest.server.use(
        http.get(
          `${hostUrl}/getallproducts`,
          () => new HttpResponse(JSON.stringify(records), { headers: { 'catalogue-validated': 'true' } }),
        ),
      );
    answer(books(({ id }) => ({ id, title: 'Renamed' })));
    await expect.poll(async () => (await health(shop)).refused).toHaveProperty('products');
    answer([hostProduct(77, { author: null })]);
    await expect
      .poll(async () => (await shop.graphql(listing)).data)
      .toMatchObject({ products: { totalCount: 1 } });
  });
});

describe('a list that loses less', () => {
  it('is taken: half of many, most of a few, a field that few had', async () => {
    rest.host.products = books((book, index) => (index < 3 ? { ...book, isbnId: '1' } : book));
    const shop = await start();
    rest.host.products = books().slice(0, 6);
    await expect.poll(async () => (await health(shop)).catalogue.products).toBe(6);
    rest.host.products = books().slice(0, 1);
    await expect.poll(async () => (await health(shop)).catalogue.products).toBe(1);
  });
});

describe('other lists', () => {
  it('are refused when they are suddenly empty, or cannot be read; coupons and slides may end', async () => {
    const shop = await start();
    rest.host.authors = [];
    rest.host.coupons = [{ code: 'TEN' }];
    await expect
      .poll(async () => (await health(shop)).refused)
      .toEqual({ authors: '0 of 1 records are left', coupons: '0 of 1 records are left' });
    const { data } = await shop.graphql('{ authors { name } coupons { couponName } }');
    expect(data).toEqual({ authors: [{ name: 'A. Writer' }], coupons: [{ couponName: 'TEN' }] });
    rest.host.coupons = [];
    await expect
      .poll(async () => (await shop.graphql('{ coupons { couponName } }')).data)
      .toEqual({ coupons: [] });
  });
});
