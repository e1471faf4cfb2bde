import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startGateway, type TestGateway } from './harness.ts';
import { hostProduct } from './rest-records.ts';

const size = 8_000;
const description = 'एक पुस्तक, "quoted" [and] {bracketed} \\ '.repeat(5).trim();
const products: unknown[] = Array.from({ length: size }, (_, place) =>
  hostProduct(place + 1, { description }),
);

/** A host in a thread of its own, so that its work is not the gateway's. Each message is its next product list; with none it is down. */
const hostProgram = `
  const { createServer } = require('node:http');
  const { parentPort } = require('node:worker_threads');
  let body;
  parentPort.on('message', (text) => { body = Buffer.from(text); });
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'application/json');
    response.statusCode = body.length === 0 ? 503 : 200;
    response.end(url === '/getallproducts' ? body : '[]');
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

let host: Worker;
let url: string;
let dataDir: string;
let shop: TestGateway;
beforeAll(async () => {
  host = new Worker(hostProgram, { eval: true });
  const [port]: unknown[] = await once(host, 'message');
  url = `http://127.0.0.1:${port}`;
});
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'gw-test-'));
});
afterEach(async () => {
  await shop.close();
  await rm(dataDir, { recursive: true, force: true });
});
afterAll(() => host.terminate());

/** Starts a gateway at a host with these products. */
async function start(text: string): Promise<void> {
  host.postMessage(text);
  shop = await startGateway({ host: url, wait: false, config: { dataDir } });
}

const isLoaded = () => shop.gateway.catalogueVersion() !== '';
const untilLoaded = () => expect.poll(isLoaded).toBe(true);

/** The share of all work until `done` that this thread did at one go: the same on a slow machine and on a fast one. */
async function longestShare(done: () => boolean): Promise<number> {
  const began = process.cpuUsage();
  let longest = 0;
  while (!done()) {
    const before = process.threadCpuUsage();
    await nextTurn();
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, user + system);
  }
  const { user, system } = process.cpuUsage(began);
  return longest / (user + system);
}

describe('a large catalogue', () => {
  it('is taken in without keeping requests waiting, and is there after a restart without its host', async () => {
    await start(JSON.stringify(products));
    expect(await longestShare(isLoaded)).toBeLessThan(0.1);
    const query = '{ products { totalCount } last: product(id: "8000") { name description } }';
    const whole = { products: { totalCount: size }, last: { name: 'Book 8000', description } };
    expect((await shop.graphql(query)).data).toEqual(whole);
    await shop.close();
    await start('');
    await untilLoaded();
    expect((await shop.graphql(query)).data).toEqual(whole);
  });

  it('loses a record that cannot be read, and that alone', async () => {
    await start(JSON.stringify(products.with(7, { ...hostProduct(8), price: 'dear' })));
    await untilLoaded();
    const { data } = await shop.graphql('{ products { totalCount } product(id: "8") { name } }');
    expect(data).toEqual({ products: { totalCount: size - 1 }, product: null });
    const metrics = await (await fetch(`${shop.url}/metrics`)).text();
    expect(metrics).toContain('gateway_dropped_records_total{endpoint="getallproducts"} 1');
  });

  it('is not to be used when it ends too early', async () => {
    await start(JSON.stringify(products).slice(0, -1));
    const { errors } = await shop.graphql('{ products { totalCount } }');
    expect(errors[0]).toMatchObject({ message: 'Failed to fetch products' });
  });

  it('keeps no gateway from closing while it is read', async () => {
    const begun = once(process, 'worker');
    await start(JSON.stringify(products));
    const [reader]: Worker[] = await begun;
    const ended = once(reader ?? process, 'exit');
    const readToItsEnd = vi.fn();
    reader?.once('message', readToItsEnd);
    await shop.close();
    await ended;
    expect(readToItsEnd).not.toHaveBeenCalled();
    expect(isLoaded()).toBe(false);
  });
});
