import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, rmdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ListDiskCache, type ReceivedList } from '#gateway/catalogue/sync/list-disk-cache.ts';
import { createRecordSource, RemoteList } from '#gateway/catalogue/sync/remote-list.ts';
import type { ListCall } from '#gateway/rest/catalogue-calls.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';
import {
  fetchReadiness,
  readMetric,
  setUpGateways,
  setUpRestHost,
  type TestGatewayOptions,
} from './harness.ts';
import { hostUrl } from './rest-host.ts';
import { createProductRecord } from './rest-records.ts';

const rest = setUpRestHost();
const gateways = setUpGateways();
let dataDir: string;
beforeEach(async () => {
  dataDir = await createTemporaryFolder();
});

const listing = '{ products { totalCount nodes { name } } categories { name } coupons { name } }';
const getProductsFile = () => path.join(dataDir, 'gateway', 'lists', 'products.json');

const start = (options: TestGatewayOptions = {}) => gateways.start({ ...options, config: { dataDir } });

/** Runs a gateway until all its lists are on disk, then stops it. */
async function cacheCatalogue() {
  await start();
  await expect.poll(async () => (await listCachedFiles()).length).toBe(9);
  await gateways.closeAll();
}

async function listCachedFiles() {
  const files = await readdir(path.dirname(getProductsFile())).catch(() => []);
  return files.filter((file) => file.endsWith('.json'));
}

describe('a gateway that starts while the REST host is down', () => {
  it('serves the last valid catalogue and reports its age until the host is available again', async () => {
    await cacheCatalogue();
    rest.host.down = true;
    const shop = await start();
    const { data, errors, extensions } = await shop.graphql(listing);
    expect(errors).toEqual([]);
    expect(data).toMatchObject({
      products: { totalCount: 3 },
      categories: [{ name: 'Novels' }],
      coupons: [{ name: 'TEN' }],
    });
    expect(extensions?.catalogue).toEqual({
      stale: true,
      confirmedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      ageSeconds: 0,
    });
    const health = await (await fetch(`${shop.url}/health/ready`)).json();
    expect(health.catalogue).toMatchObject({ products: 3, stale: true });
    rest.host.down = false;
    rest.host.products = [createProductRecord(1, { productName: 'Only one' })];
    await expect
      .poll(async () => (await shop.graphql(listing)).data)
      .toMatchObject({ products: { totalCount: 1 } });
    expect((await shop.graphql(listing)).extensions).toBeUndefined();
  });

  it('reports the age of the catalogue on disk', async () => {
    await cacheCatalogue();
    const anHourAgo = Date.now() / 1000 - 3600;
    await utimes(getProductsFile(), anHourAgo, anHourAgo);
    rest.host.down = true;
    const shop = await start();
    const { extensions } = await shop.graphql(listing);
    expect(extensions?.catalogue).toMatchObject({ ageSeconds: 3600 });
    expect(await readMetric(shop.url, 'gateway_catalogue_age_seconds')).toBeGreaterThanOrEqual(3600);
  });

  it.each([
    ['truncated', (text: string) => text.slice(0, -9)],
    ['corrupted', (text: string) => text.replace('Book 1', 'Book X')],
    ['in another format', (text: string) => text.replace('"format":1', '"format":99')],
    ['from another host', (text: string) => text.replace('rest.test', 'other.test')],
    ['empty', () => ''],
    ['arbitrary text', () => 'hello'],
  ])('does not serve a catalogue file that is %s', async (_, damage) => {
    await cacheCatalogue();
    await writeFile(getProductsFile(), damage(await readFile(getProductsFile(), 'utf8')));
    rest.host.down = true;
    const shop = await start({ waitForCatalogue: false });
    expect((await shop.graphql('{ products { totalCount } }')).errors[0]?.message).toBe(
      'Failed to fetch products',
    );
    expect(await fetchReadiness(shop.url)).toBe(503);
    rest.host.down = false;
    await expect.poll(() => fetchReadiness(shop.url)).toBe(200);
  });
});

describe('a gateway that cannot write the catalogue to DATA_DIR', () => {
  it('reports this instead of blaming the REST host, and loads the catalogue once DATA_DIR is writable', async () => {
    // With a file where the directory of the lists should be, all writes fail, as on a full disk.
    const directory = path.dirname(getProductsFile());
    await mkdir(path.dirname(directory), { recursive: true });
    await writeFile(directory, '');
    const lines: string[] = [];
    const shop = await start({
      refreshIntervalMs: 20,
      waitForCatalogue: false,
      onLogLine: (line) => lines.push(line),
    });
    const readStatus = async () => (await (await fetch(`${shop.url}/health/ready`)).json()).status;
    await expect.poll(readStatus).toBe('the catalogue cannot be written to disk');
    expect(lines.join('')).toContain('the list cannot be written to disk');
    expect(lines.join('')).not.toContain('the store is unavailable');
    await rm(directory);
    await expect.poll(readStatus).toBe('ready');
    expect((await shop.graphql(listing)).data).toMatchObject({ products: { totalCount: 3 } });
  });

  it('reports a quote with a coupon as unavailable if the coupons have never been loaded', async () => {
    let hasCoupons = false;
    // Unlike a network error, status 500 does not open the circuit.
    const fail = () => new HttpResponse(null, { status: 500 });
    rest.server.use(http.get(`${hostUrl}/AllCoupons`, () => (hasCoupons ? undefined : fail())));
    const shop = await start();
    const getQuote = () =>
      shop.graphql(
        '{ checkoutQuote(input: { source: CART, lines: [{ productId: "1", quantity: 1 }], couponId: "1" }) { discount } }',
      );
    await expect.poll(async () => (await listCachedFiles()).length).toBe(8);
    const directory = path.dirname(getProductsFile());
    await rename(directory, `${directory}-moved`);
    await writeFile(directory, '');
    hasCoupons = true;
    // The first quote may share a request for the coupons to which the host has already responded with status 500. It
    // then returns a user error instead.
    await expect
      .poll(async () => (await getQuote()).errors)
      .toMatchObject([
        {
          message: 'The shop cannot do this at the moment. Please try again in a minute.',
          extensions: { code: 'SERVICE_UNAVAILABLE' },
        },
      ]);
    await rm(directory);
    const hasDiscount = { checkoutQuote: { discount: expect.any(Number) } };
    await expect.poll(async () => (await getQuote()).data).toEqual(hasDiscount);
  });
});

describe('the catalogue on disk', () => {
  it('is the latest version, without temporary files', async () => {
    await mkdir(path.dirname(getProductsFile()), { recursive: true });
    const abandoned = path.join(path.dirname(getProductsFile()), `.products.json.${randomUUID()}`);
    await writeFile(abandoned, 'of a process that was killed');
    // A recent temporary file would not be deleted: another gateway could still be writing it.
    await utimes(abandoned, 0, 0);
    const shop = await start({ refreshIntervalMs: 20 });
    await expect.poll(async () => (await listCachedFiles()).length).toBe(9);
    rest.host.products = [createProductRecord(1, { productName: 'Newer' })];
    await expect.poll(async () => (await readFile(getProductsFile(), 'utf8')).includes('Newer')).toBe(true);
    expect((await shop.graphql(listing)).data).toMatchObject({ products: { nodes: [{ name: 'Newer' }] } });
    await gateways.closeAll();
    expect(await readdir(path.dirname(getProductsFile()))).toHaveLength(9);
  });

  it('is saved once the file system permits it, even if the list has not changed since', async () => {
    // A file cannot replace a directory.
    await mkdir(getProductsFile(), { recursive: true });
    const log: string[] = [];
    await start({ refreshIntervalMs: 20, onLogLine: (line) => log.push(line) });
    await expect.poll(() => log.filter((line) => line.includes(', rename ')).length).toBeGreaterThan(0);
    await rmdir(getProductsFile());
    await expect.poll(() => readFile(getProductsFile(), 'utf8').catch(() => '')).toContain('Book 1');
    await gateways.closeAll();
    expect(await readdir(path.dirname(getProductsFile()))).toHaveLength(9);
  });

  it('is updated to a version that arrives while the previous one is being saved, even within the same millisecond', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const bodies = ['[1]', '[1, 2]'];
    const call: ListCall<unknown> = {
      fetch: async (_cached, receive) => ({
        mayShrink: true,
        body: await receive([Buffer.from(bodies.shift() ?? '')], null),
      }),
      decode: (decodeBody) => decodeBody(() => {}),
      decodeRecords: async () => ({ content: [], droppedCount: 0 }),
    };
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    class DelayedDiskCache extends ListDiskCache {
      override async receive(...parameters: Parameters<ListDiskCache['receive']>): Promise<ReceivedList> {
        const received = await super.receive(...parameters);
        const commit = async (confirmedAt: number) => {
          reached.resolve();
          await released.promise;
          await received.commit(confirmedAt);
        };
        return { ...received, commit };
      }
    }
    const list = new RemoteList('coupons', createRecordSource(call), new DelayedDiskCache(dataDir, ''), 50);
    await list.refresh();
    const saving = list.save();
    await reached.promise;
    const firstDigest = list.digest;
    const refreshing = list.refresh();
    await expect.poll(() => list.digest).not.toBe(firstDigest);
    released.resolve();
    await Promise.all([saving, refreshing]);
    await list.save();
    const directory = path.dirname(getProductsFile());
    expect(await readdir(directory)).toEqual(['coupons.json']);
    expect(await readFile(path.join(directory, 'coupons.json'), 'utf8')).toContain('[1, 2]');
  });

  it('is confirmed by the host after a restart instead of being transferred again', async () => {
    await cacheCatalogue();
    const statuses: number[] = [];
    rest.server.events.on('response:mocked', ({ request, response }) => {
      if (request.url.endsWith('/getallproducts')) statuses.push(response.status);
    });
    const shop = await start();
    await expect.poll(() => statuses).toEqual([304]);
    await expect.poll(async () => (await shop.graphql(listing)).extensions).toBeUndefined();
  });
});
