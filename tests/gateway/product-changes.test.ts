import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { at, listAt, textAt } from './graphql-call.ts';
import { setUpGateways, setUpRestHost, type TestGateway } from './harness.ts';
import { MirroredCatalogue } from './mirrored-catalogue.ts';
import { createPartnerKey, sendQuery } from './partner-calls.ts';
import { createProductRecord, type Fields } from './rest-records.ts';

const rest = setUpRestHost();
const gateways = setUpGateways();
let dataDir: string;
let mirror: MirroredCatalogue;
beforeEach(async () => {
  dataDir = await createTemporaryFolder();
  mirror = new MirroredCatalogue();
});

const start = (refreshIntervalMs = 20) => gateways.start({ refreshIntervalMs, config: { dataDir } });
const createBooks = (...ids: number[]) => ids.map((id) => createProductRecord(id));

/** Gives the host other products and waits until the gateway serves them. */
async function changeProducts(shop: TestGateway, products: Fields[]): Promise<void> {
  rest.host.products = products;
  const expected = products.map(({ id, productName, price }) => ({
    sku: String(id),
    name: productName,
    price,
  }));
  await expect
    .poll(async () => (await shop.graphql('{ products(first: 100) { nodes { sku name price } } }')).data)
    .toEqual({ products: { nodes: expected } });
}

describe('productChanges', () => {
  it('returns all products page by page, and then only what was added, changed or withdrawn', async () => {
    rest.host.products = createBooks(1, 2, 3, 4, 5);
    const shop = await start();
    expect(await mirror.sync(shop.graphql, 2)).toEqual([1, 2, 3, 4, 5].map((id) => `ADDED ${id}`));
    expect(await mirror.sync(shop.graphql)).toEqual([]);
    await changeProducts(shop, [
      createProductRecord(1),
      createProductRecord(2, { price: 7 }),
      ...createBooks(4, 5, 6),
    ]);
    expect(await mirror.sync(shop.graphql)).toEqual(['CHANGED 2', 'WITHDRAWN 3', 'ADDED 6']);
    expect(mirror.products.get('2')).toBe('Book 2 7 available');
    expect([...mirror.products.keys()].sort()).toEqual(['1', '2', '4', '5', '6']);
    expect(await mirror.sync(shop.graphql)).toEqual([]);
  });

  it('returns each changed product once, and no unchanged product', async () => {
    const shop = await start();
    await mirror.sync(shop.graphql);
    await changeProducts(shop, [createProductRecord(1, { price: 5 }), ...createBooks(2, 3, 4)]);
    await changeProducts(shop, [
      createProductRecord(1, { price: 6 }),
      createProductRecord(2, { price: 8 }),
      ...createBooks(3, 4),
    ]);
    await changeProducts(shop, [createProductRecord(1, { price: 7 }), ...createBooks(2, 3)]);
    expect(await mirror.sync(shop.graphql)).toEqual(['CHANGED 1']);
  });

  it('returns products whose availability changed, but not those with only a new quantity or position', async () => {
    const shop = await start();
    await mirror.sync(shop.graphql);
    await changeProducts(shop, [
      createProductRecord(3),
      createProductRecord(1, { remainingQuantity: 3 }),
      createProductRecord(2),
    ]);
    expect(await mirror.sync(shop.graphql)).toEqual([]);
    rest.host.products = [createProductRecord(1, { remainingQuantity: 0 }), ...createBooks(2, 3)];
    await expect.poll(() => mirror.sync(shop.graphql)).toEqual(['CHANGED 1']);
    expect(mirror.products.get('1')).toBe('Book 1 101 sold out');
  });

  it('has more pages until it has also returned what changed between two pages', async () => {
    rest.host.products = createBooks(1, 2, 3, 4);
    const shop = await start();
    await mirror.readPage(shop.graphql, 2);
    await changeProducts(shop, [createProductRecord(1, { price: 5 }), ...createBooks(3, 5)]);
    await mirror.readPage(shop.graphql, 1);
    await changeProducts(shop, [
      createProductRecord(1, { price: 5 }),
      createProductRecord(3, { price: 6 }),
      ...createBooks(0, 5),
    ]);
    const changes = ['ADDED 5', 'ADDED 0', 'CHANGED 1', 'WITHDRAWN 2', 'CHANGED 3'];
    expect(await mirror.sync(shop.graphql, 1)).toEqual(changes);
    expect(Object.fromEntries(mirror.products)).toEqual({
      0: 'Book 0 100 available',
      1: 'Book 1 5 available',
      3: 'Book 3 6 available',
      5: 'Book 5 105 available',
    });
    expect(await mirror.sync(shop.graphql, 1)).toEqual([]);
  });

  it('has no more changes at the end if a refresh between two pages changed none of the products read before', async () => {
    rest.host.products = createBooks(1, 2, 3);
    const shop = await start();
    await mirror.readPage(shop.graphql, 2);
    await changeProducts(shop, [...createBooks(1, 2), createProductRecord(3, { price: 5 })]);
    expect(await mirror.readPage(shop.graphql, 2)).toMatchObject({ nodes: [{ sku: '3' }], hasMore: false });
  });

  it('continues after a restart, during which the catalogue changed', async () => {
    await mirror.sync((await start()).graphql);
    await gateways.closeAll();
    const shop = await start();
    expect(await mirror.sync(shop.graphql)).toEqual([]);
    await changeProducts(shop, createBooks(1, 2));
    await gateways.closeAll();
    rest.host.products = createBooks(2);
    const restarted = await start();
    await expect
      .poll(() => mirror.sync(restarted.graphql).then(() => [...mirror.products.keys()]))
      .toEqual(['2']);
  });

  it('continues after the gateway was killed before it had saved the catalogue', async () => {
    const lists = path.join(dataDir, 'gateway', 'lists');
    await start();
    await gateways.closeAll();
    await cp(lists, `${lists}-before`, { recursive: true });
    const shop = await start();
    await changeProducts(shop, [createProductRecord(1, { price: 5 }), ...createBooks(2, 3)]);
    await mirror.sync(shop.graphql);
    await gateways.closeAll();
    await rm(lists, { recursive: true });
    await cp(`${lists}-before`, lists, { recursive: true });
    rest.host.down = true;
    const restarted = await start();
    // Repeated, since the response cache stores a response when its request recurs.
    for (let attempt = 0; attempt < 3; attempt += 1) expect(await mirror.sync(restarted.graphql)).toEqual([]);
    rest.host.down = false;
    // The host reverts the change, so it sends the same list as the one on disk.
    rest.host.products = createBooks(1, 2, 3);
    await expect.poll(() => mirror.sync(restarted.graphql)).toEqual(['CHANGED 1']);
    expect(mirror.products.get('1')).toBe('Book 1 101 available');
  });
});

describe('a nightly update', () => {
  it('of 50 among 10,000 products costs at most a hundredth of the first read, in points and requests', async () => {
    const products = Array.from({ length: 10_000 }, (_, index) => createProductRecord(index + 1));
    rest.host.products = products;
    // For each refresh, the fake host serializes and hashes the whole list.
    const shop = await start(1_000);
    const key = await createPartnerKey(dataDir, 'nightly', 1_000_000);
    const read = async (since: string | null, first: number) => {
      const query = `query ($since: String) { productChanges(since: $since, first: ${first}) {
        nodes { kind sku product { name price } } cursor hasMore } }`;
      const { body } = await sendQuery(shop.url, query, { 'x-api-key': key }, { since });
      return {
        cursor: textAt(body, 'data.productChanges.cursor'),
        hasMore: at(body, 'data.productChanges.hasMore'),
        nodes: listAt(body, 'data.productChanges.nodes'),
        cost: Number(at(body, 'extensions.cost.requested')),
      };
    };
    const readAll = async (start: string | null, first: number) => {
      let [since, points, requests, nodes, hasMore] = [start, 0, 0, 0, true];
      while (hasMore) {
        const page = await read(since, first);
        [since, hasMore] = [page.cursor, page.hasMore === true];
        [points, requests, nodes] = [points + page.cost, requests + 1, nodes + page.nodes.length];
      }
      return { since, points, requests, nodes };
    };
    const first = await readAll(null, 100);
    expect(first).toMatchObject({ requests: 100, nodes: 10_000 });
    rest.host.products = products.map((product, index) =>
      index % 200 === 7 ? { ...product, price: 1 } : product,
    );
    await expect.poll(async () => (await readAll(first.since, 50)).nodes).toBe(50);
    const update = await readAll(first.since, 50);
    expect(update.requests).toBe(1);
    expect(update.points).toBeLessThan(first.points / 100);
  });
});

describe('a cursor', () => {
  const read = async (shop: TestGateway, since: string, first = 100) => {
    const query =
      'query ($since: String, $first: Int) { productChanges(since: $since, first: $first) { cursor } }';
    const { errors } = await shop.graphql(query, { since, first });
    return errors.map(({ message, extensions }) => [extensions.code, message]);
  };

  it('is rejected with CURSOR_EXPIRED if the change log was deleted', async () => {
    const shop = await start();
    await mirror.sync(shop.graphql);
    await gateways.closeAll();
    await rm(path.join(dataDir, 'gateway'), { recursive: true });
    rest.host.products = createBooks(1);
    const restarted = await start();
    expect(await read(restarted, mirror.cursor ?? '')).toEqual([
      [
        'CURSOR_EXPIRED',
        "The cursor in 'since' has expired: read all products again, without 'since', and delete those that are not returned.",
      ],
    ]);
  });

  it('is rejected with BAD_USER_INPUT if it is malformed or that of a listing, as is a page size above 100', async () => {
    const shop = await start();
    await mirror.sync(shop.graphql);
    const listing = await shop.graphql('{ products(first: 1) { pageInfo { endCursor } } }');
    const { endCursor } = JSON.parse(JSON.stringify(listing.data)).products.pageInfo;
    for (const cursor of [endCursor, 'nonsense', '', `${mirror.cursor}A`]) {
      const [[code, message] = []] = await read(shop, cursor);
      expect(code).toBe('BAD_USER_INPUT');
      expect(message).toMatch(/'since'/);
    }
    expect(await read(shop, mirror.cursor ?? '', 101)).toEqual([
      ['BAD_USER_INPUT', "The argument 'first' is 101: it must be from 1 to 100."],
    ]);
  });

  it('stays valid if the last line of the change log is incomplete', async () => {
    const shop = await start();
    await changeProducts(shop, createBooks(1, 2));
    await mirror.sync(shop.graphql);
    await gateways.closeAll();
    await writeFile(path.join(dataDir, 'gateway', 'product-changes'), '\n0123 cut o', { flag: 'a' });
    await changeProducts(await start(), createBooks(2));
    await gateways.closeAll();
    // Reads the line that was written after the incomplete one.
    const restarted = await start();
    expect(await mirror.sync(restarted.graphql)).toEqual(['WITHDRAWN 1']);
  });

  it('is rejected with CURSOR_EXPIRED if the log line with the next changes was cut off after one of its changes', async () => {
    const shop = await start();
    await mirror.sync(shop.graphql);
    await changeProducts(shop, [
      createProductRecord(1, { price: 5 }),
      createProductRecord(2, { price: 6 }),
      ...createBooks(3),
    ]);
    await gateways.closeAll();
    const log = path.join(dataDir, 'gateway', 'product-changes');
    const text = await readFile(log, 'utf8');
    await writeFile(log, text.slice(0, text.lastIndexOf(']]') + 1));
    const restarted = await start();
    expect(await read(restarted, mirror.cursor ?? '')).toEqual([['CURSOR_EXPIRED', expect.anything()]]);
  });
});
