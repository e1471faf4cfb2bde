import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './harness.ts';
import { hostProduct } from './rest-records.ts';

const size = 20_000;
const description = 'एक पुस्तक, "quoted" [and] {bracketed} \\ '.repeat(5);

/** A host in a thread of its own, so that its work is not the gateway's. */
const hostProgram = `
  const { createServer } = require('node:http');
  const { parentPort, workerData } = require('node:worker_threads');
  const body = Buffer.from(workerData);
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(url === '/getallproducts' ? body : '[]');
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

let host: Worker;
let url: string;
let shop: TestGateway | undefined;
beforeAll(async () => {
  const products = Array.from({ length: size }, (_, place) => hostProduct(place + 1, { description }));
  host = new Worker(hostProgram, { eval: true, workerData: JSON.stringify(products) });
  const [port]: unknown[] = await once(host, 'message');
  url = `http://127.0.0.1:${port}`;
});
afterEach(() => shop?.close());
afterAll(() => host.terminate());

/** The share of this thread's work until `done` that it did at one go: the same on a slow machine and on a fast one. */
async function longestShare(done: () => boolean): Promise<number> {
  let longest = 0;
  let all = 0;
  while (!done()) {
    const before = process.threadCpuUsage();
    await nextTurn();
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, user + system);
    all += user + system;
  }
  return longest / all;
}

describe('a large catalogue', () => {
  it('is taken in without keeping requests waiting', async () => {
    shop = await startGateway({ host: url, wait: false });
    const { gateway } = shop;
    expect(await longestShare(() => gateway.catalogueVersion() !== '')).toBeLessThan(0.25);
    const { data } = await shop.graphql('{ products { totalCount } last: product(id: "20000") { name } }');
    expect(data).toEqual({ products: { totalCount: size }, last: { name: 'Book 20000' } });
  });
});
