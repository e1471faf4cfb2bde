import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { report } from '../measurement.ts';
import type { Server } from '../servers.ts';
import { createGraphQLCall, send, waitUntilReady } from './graphql-calls.ts';
import type { Processes } from './setup.ts';

const products = 100_000;
const changedProducts = 50;
const maxShare = 0.01;

const query = `query Changes($since: String, $first: Int) {
  productChanges(since: $since, first: $first) {
    nodes { kind sku product { name price mrp available isbn description author { name } publisher { name } } }
    cursor
    hasMore
  }
}`;
const pageSchema = z.object({
  data: z.object({
    productChanges: z.object({ nodes: z.array(z.unknown()), cursor: z.string(), hasMore: z.boolean() }),
  }),
});

interface Reading {
  cursor: string | null;
  changes: number;
  bytes: number;
  requests: number;
  seconds: number;
}

/** Reads all products with `productChanges`, and then the changes of some, as a partner does each night. */
export async function benchmarkProductChanges(processes: Processes): Promise<void> {
  const host = await processes.startHost(products);
  const gateway = await processes.startGateway(host);
  await waitUntilReady(gateway);
  const all = await read(gateway, null);
  host.process.send('change');
  let update = await read(gateway, all.cursor);
  while (update.changes < changedProducts) {
    await sleep(500);
    update = await read(gateway, all.cursor);
  }
  const share = Math.max(update.bytes / all.bytes, update.requests / all.requests);
  report({
    name: `${products} products: update after ${update.changes} changes, bytes and requests`,
    measured: `${update.bytes} B, ${update.requests}`,
    reference: `first read ${(all.bytes / 1e6).toFixed(1)} MB, ${all.requests}`,
    ratio: share,
    limit: `at most ${maxShare}`,
    isMet: share <= maxShare,
  });
  report({
    name: '  time',
    measured: `${(update.seconds * 1000).toFixed(0)} ms`,
    reference: `first read ${all.seconds.toFixed(1)} s`,
  });
}

async function read(gateway: Server, since: string | null): Promise<Reading> {
  const startedAt = performance.now();
  const reading: Reading = { cursor: since, changes: 0, bytes: 0, requests: 0, seconds: 0 };
  for (let hasMore = true; hasMore; ) {
    const { body } = await send(gateway, createGraphQLCall(query, { since: reading.cursor, first: 100 }));
    const { productChanges } = pageSchema.parse(JSON.parse(body)).data;
    reading.changes += productChanges.nodes.length;
    reading.bytes += Buffer.byteLength(body);
    reading.requests += 1;
    reading.cursor = productChanges.cursor;
    hasMore = productChanges.hasMore;
  }
  reading.seconds = (performance.now() - startedAt) / 1000;
  return reading;
}
