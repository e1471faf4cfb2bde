import { Agent } from 'node:http';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { send } from '#tests/rest-api/mutations.ts';
import { createSeededRandom } from '#tests/seeded-random.ts';
import { createFuzzedRequest, type FuzzSeeds } from './fuzzed-requests.ts';
import { textAt } from './graphql-call.ts';
import { signIn, startGateway, type TestGateway } from './harness.ts';
import { startHostServer } from './host-server.ts';
import { restCallsByField } from './rest-calls-by-field.ts';
import { RestHost } from './rest-host.ts';

const seed = 20_261_121;
const requestCount = 5_000;
const root = path.join(import.meta.dirname, '..', '..');

/** Matches stack traces, and codes of errors that no request may cause while the host works. */
const internalsPattern =
  /\bat .{0,200}:\d+:\d+|node_modules|node:internal|INTERNAL_SERVER_ERROR|SERVICE_UNAVAILABLE/;
const responseSchema = z.object({ errors: z.array(z.object({ message: z.string() })).optional() });

let host: Awaited<ReturnType<typeof startHostServer>>;
let shop: TestGateway;
let seeds: FuzzSeeds;
beforeEach(async () => {
  const rest = new RestHost();
  Object.assign(rest.getShopper(7), { productIds: [1], wishlistProductIds: [3] });
  rest.orders.push({
    orderId: 'ORD-1',
    userEmail: 'reader@shop.example',
    orderDate: '2026-11-20',
    totalPrice: 1,
  });
  host = await startHostServer(rest);
  shop = await startGateway({ restApiUrl: host.url });
  const token = await signIn(shop);
  const operations = restCallsByField.map(({ operation, variables }) => ({ query: operation, variables }));
  seeds = { operations, token, pagedQueries: await createPagedQueries(token) };
});
afterEach(async () => {
  await shop.close();
  await host.close();
});

async function createPagedQueries(token: string): Promise<FuzzSeeds['pagedQueries']> {
  const lists = [
    'products(first: 1, after: $cursor)',
    'products(first: 1, after: $cursor, sort: PRICE_LOW_TO_HIGH)',
    'products(last: 1, before: $cursor, search: "book")',
    'authorConnection(first: 1, after: $cursor)',
    'categoryConnection(last: 1, before: $cursor, sort: NAME)',
  ];
  const queries = [
    ...lists.map((list) => `query ($cursor: String) { list: ${list} { pageInfo { endCursor } } }`),
    'query ($cursor: String) { list: user { orders(after: $cursor) { pageInfo { endCursor } } } }',
  ];
  return Promise.all(
    queries.map(async (query) => {
      const { data } = await shop.graphql(query, {}, token);
      return {
        query,
        cursor: textAt(data, `list.${query.includes('orders') ? 'orders.' : ''}pageInfo.endCursor`),
      };
    }),
  );
}

/** Describes what is wrong with a response; null if it is acceptable. */
function findFault(method: string, status: number, type: string, body: string): string | null {
  if (status >= 500) return 'server error';
  if (internalsPattern.test(body) || body.includes(root)) return 'internals revealed';
  const isGraphQL = type.includes('json') && method !== 'HEAD';
  if (isGraphQL && !responseSchema.safeParse(JSON.parse(body)).success) return 'not a GraphQL response';
  return null;
}

/** The size of the heap in use after garbage collection. */
function measureHeapBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed;
}

describe('randomly changed requests', () => {
  it(`cause no 5xx, no crash and no memory leak, and reveal no internals (${requestCount} requests)`, async () => {
    const random = createSeededRandom(seed);
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const statuses = new Map<number, number>();
    const faults: string[] = [];
    const run = async (count: number) => {
      let sent = 0;
      const sendRequests = async () => {
        while (sent < count) {
          sent += 1;
          const request = createFuzzedRequest(random, seeds);
          const { status, headers, body } = await send(shop.url, request, agent);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          const fault = findFault(request.method, status, String(headers['content-type']), body);
          if (fault !== null)
            faults.push(
              `${fault}: ${JSON.stringify(request).slice(0, 1_500)}\n${status} ${body.slice(0, 500)}`,
            );
        }
      };
      await Promise.all(Array.from({ length: 8 }, sendRequests));
    };
    await run(requestCount / 5);
    const heapBytesBefore = measureHeapBytes();
    const measuredCount = (requestCount / 5) * 4;
    await run(measuredCount);
    agent.destroy();
    const growthBytes = measureHeapBytes() - heapBytesBefore;
    expect(faults).toEqual([]);
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 404, 405, 413]));
    // The response and query caches fill up during the test. 4 kB per request would be a leak.
    expect(growthBytes / measuredCount).toBeLessThan(4_000);
    const { data, errors } = await shop.graphql('{ products { totalCount } user { id } }');
    expect({ data, errors }).toMatchObject({ data: { products: { totalCount: 3 } }, errors: [] });
  }, 120_000);
});
