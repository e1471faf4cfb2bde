import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { listAt } from './graphql-call.ts';
import { setUpGateways, setUpRestHost } from './harness.ts';
import { hostUrl } from './rest-host.ts';
import { createProductRecord } from './rest-records.ts';

const rest = setUpRestHost();
const { start } = setUpGateways();

/** Creates a response body that arrives in chunks of the given size. */
function createChunkedBody(text: string, chunkBytes: number): ReadableStream {
  const bytes = new TextEncoder().encode(text);
  let sentBytes = 0;
  return new ReadableStream({
    pull(stream) {
      stream.enqueue(bytes.subarray(sentBytes, sentBytes + chunkBytes));
      sentBytes += chunkBytes;
      if (sentBytes >= bytes.length) stream.close();
    },
  });
}

/** Makes the host send a text as the list of products, in chunks. */
function serveProducts(text: string, chunkBytes = 16_384): void {
  rest.server.use(
    http.get(
      `${hostUrl}/getallproducts`,
      () =>
        new HttpResponse(createChunkedBody(text, chunkBytes), {
          headers: { 'content-type': 'application/json' },
        }),
    ),
  );
}

describe('a list that arrives in chunks', () => {
  it.each([13, 1_000, 1_000_000])('of %i bytes is decoded completely', async (chunkBytes) => {
    const products = Array.from({ length: 40 }, (_, index) =>
      createProductRecord(index + 1, { description: `गीता ], "}[\\" ${'x'.repeat(index * 200)}.` }),
    );
    serveProducts(` \n${JSON.stringify(products, null, chunkBytes === 1_000 ? 2 : 0)} \n`, chunkBytes);
    const shop = await start();
    const { data } = await shop.graphql('{ products(first: 100) { nodes { description } } }');
    expect(data).toEqual({ products: { nodes: products.map(({ description }) => ({ description })) } });
  });

  const record = JSON.stringify(createProductRecord(1));
  // Followed by a comma, this record is decoded as a batch of its own, before the fault is found.
  const longRecord = JSON.stringify(createProductRecord(2, { description: 'x'.repeat(70_000) }));
  it.each([
    ['is truncated', `[${longRecord},${record}`],
    ['has a trailing comma', `[${longRecord},]`],
    ['has two commas in a row', `[${longRecord},,${record}]`],
    ['lacks a comma between two records', `[${longRecord} ${record}]`],
    ['has mismatched brackets', `[${longRecord}}`],
    ['is followed by other text', `[${longRecord}] and more`],
    ['has an empty body', ''],
    ['contains an unterminated string', '["'],
    [
      'contains a record of more than 16 MiB',
      JSON.stringify([createProductRecord(1, { description: 'x'.repeat(17 * 1024 * 1024) })]),
    ],
  ])('is rejected if it %s', async (_, text) => {
    serveProducts(text);
    const shop = await start({ waitForCatalogue: false });
    const { errors } = await shop.graphql('{ products { totalCount } }');
    expect(errors[0]).toMatchObject({
      message: 'Failed to fetch products',
      extensions: { code: 'SERVICE_UNAVAILABLE' },
    });
  });

  it('is rejected when the connection breaks, and replaces the previous list when it is complete', async () => {
    const dataDir = await createTemporaryFolder();
    const gateway = await start({ config: { dataDir }, refreshIntervalMs: 20 });
    const fetchProducts = async () =>
      listAt((await gateway.graphql('{ products { nodes { name } } }')).data, 'products.nodes');
    const previousProducts = await fetchProducts();
    const text = JSON.stringify([createProductRecord(1, { productName: 'Complete' })]);
    let isBroken = true;
    let requests = 0;
    rest.server.use(
      http.get(`${hostUrl}/getallproducts`, () => {
        requests += 1;
        const body = new ReadableStream({
          start(stream) {
            stream.enqueue(new TextEncoder().encode(isBroken ? text.slice(0, -1) : text));
            if (isBroken) stream.error(new Error('the connection broke'));
            else stream.close();
          },
        });
        return new HttpResponse(body, { headers: { 'content-type': 'application/json' } });
      }),
    );
    await expect.poll(() => requests).toBeGreaterThan(3);
    expect(await fetchProducts()).toEqual(previousProducts);
    isBroken = false;
    await expect.poll(fetchProducts).toEqual([{ name: 'Complete' }]);
    await gateway.close();
    const files = await readdir(path.join(dataDir, 'gateway', 'lists'));
    // The names of temporary files begin with a dot.
    expect(files.filter((file) => file.startsWith('.'))).toEqual([]);
    expect(await readFile(path.join(dataDir, 'gateway', 'lists', 'products.json'), 'utf8')).toContain(
      'Complete',
    );
  });
});
