import { once } from 'node:events';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { startGateway, type TestGateway } from './harness.ts';
import { createProductRecord } from './rest-records.ts';

const productCount = 8_000;
// Multi-byte characters and quoted JSON syntax, which must not mislead the scanner that splits the list into records.
const description = 'एक पुस्तक, "quoted" [and] {bracketed} \\ '.repeat(5).trim();
const products: unknown[] = Array.from({ length: productCount }, (_, index) =>
  createProductRecord(index + 1, { description }),
);

/**
 * A host in a separate thread, so that it does not block the gateway's thread. A message sets its list of products. An
 * empty message makes it respond with 503.
 */
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
  dataDir = await createTemporaryFolder();
});
afterEach(() => shop.close());
afterAll(() => host.terminate());

/** Starts a gateway whose host sends this text as its list of products, or responds with 503 if the text is empty. */
async function start(text: string): Promise<void> {
  host.postMessage(text);
  shop = await startGateway({ restApiUrl: url, waitForCatalogue: false, config: { dataDir } });
}

const isLoaded = () => shop.gateway.getCatalogueVersion() !== '';
const waitUntilLoaded = () => expect.poll(isLoaded).toBe(true);

/**
 * Measures the longest time for which this thread was blocked before `isDone` returned true. Returns it as a share of
 * the CPU time that the process used until then, because a share hardly depends on the machine.
 */
async function measureLongestBlockShare(isDone: () => boolean): Promise<number> {
  const startUsage = process.cpuUsage();
  let longest = 0;
  while (!isDone()) {
    const before = process.threadCpuUsage();
    await yieldToEventLoop();
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, user + system);
  }
  const { user, system } = process.cpuUsage(startUsage);
  return longest / (user + system);
}

describe('a large catalogue', () => {
  it('is loaded without blocking requests, and is available after a restart without the host', async () => {
    await start(JSON.stringify(products));
    expect(await measureLongestBlockShare(isLoaded)).toBeLessThan(0.1);
    const query = '{ products { totalCount } last: product(id: "8000") { name description } }';
    const completeCatalogue = {
      products: { totalCount: productCount },
      last: { name: 'Book 8000', description },
    };
    expect((await shop.graphql(query)).data).toEqual(completeCatalogue);
    await shop.close();
    await start('');
    await waitUntilLoaded();
    expect((await shop.graphql(query)).data).toEqual(completeCatalogue);
  });

  it('loses only its invalid record', async () => {
    await start(JSON.stringify(products.with(7, { ...createProductRecord(8), price: 'expensive' })));
    await waitUntilLoaded();
    const { data } = await shop.graphql('{ products { totalCount } product(id: "8") { name } }');
    expect(data).toEqual({ products: { totalCount: productCount - 1 }, product: null });
    const metrics = await (await fetch(`${shop.url}/metrics`)).text();
    expect(metrics).toContain('gateway_dropped_records_total{endpoint="getallproducts"} 1');
  });

  it('is rejected when it is truncated', async () => {
    await start(JSON.stringify(products).slice(0, -1));
    const { errors } = await shop.graphql('{ products { totalCount } }');
    expect(errors[0]).toMatchObject({ message: 'Failed to fetch products' });
  });

  it('is rejected when one of its records is longer than 16 MiB', async () => {
    const oversized = createProductRecord(8, { description: 'x'.repeat(17 * 1024 * 1024) });
    await start(JSON.stringify(products.with(7, oversized)));
    const { errors } = await shop.graphql('{ products { totalCount } }');
    expect(errors[0]).toMatchObject({ message: 'Failed to fetch products' });
  });

  it('does not delay the shutdown of a gateway that is decoding it', async () => {
    const started = once(process, 'worker');
    await start(JSON.stringify(products));
    const [worker]: Worker[] = await started;
    const exited = once(worker ?? process, 'exit');
    const onDecoded = vi.fn();
    worker?.once('message', onDecoded);
    await shop.close();
    await exited;
    expect(onDecoded).not.toHaveBeenCalled();
    expect(isLoaded()).toBe(false);
  });
});
