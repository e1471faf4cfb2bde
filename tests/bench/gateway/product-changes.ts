import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { report, withMax } from '../measurement.ts';
import type { Server } from '../servers.ts';
import { createGraphQLCall, send } from './graphql-calls.ts';
import type { Processes } from './setup.ts';

const productCount = 100_000;
const changedProductCount = 50;
/** The changes may take at most this share of the first read's bytes, and of its requests. */
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

interface ReadResult {
  cursor: string | null;
  changes: number;
  bytes: number;
  requests: number;
  seconds: number;
}

/** Reads all products with `productChanges`, and then the changes of some, as a partner does each night. */
export async function benchmarkProductChanges(processes: Processes): Promise<void> {
  const host = await processes.startHost(productCount);
  const gateway = await processes.startReadyGateway(host);
  const firstRead = await readChanges(gateway, null);
  host.process.send('change');
  let update = await readChanges(gateway, firstRead.cursor);
  while (update.changes < changedProductCount) {
    await sleep(500);
    update = await readChanges(gateway, firstRead.cursor);
  }
  const share = Math.max(update.bytes / firstRead.bytes, update.requests / firstRead.requests);
  const line = {
    name: `${productCount} products: update after ${update.changes} changes, bytes and requests`,
    measured: `${update.bytes} B, ${update.requests}`,
    reference: `first read ${(firstRead.bytes / 1e6).toFixed(1)} MB, ${firstRead.requests}`,
    ratio: share,
  };
  report(withMax(line, share, maxShare, String(maxShare)));
  report({
    name: '  time',
    measured: `${(update.seconds * 1000).toFixed(0)} ms`,
    reference: `first read ${firstRead.seconds.toFixed(1)} s`,
  });
}

async function readChanges(gateway: Server, since: string | null): Promise<ReadResult> {
  const startedAt = performance.now();
  const result: ReadResult = { cursor: since, changes: 0, bytes: 0, requests: 0, seconds: 0 };
  for (let hasMore = true; hasMore; ) {
    const { body } = await send(gateway, createGraphQLCall(query, { since: result.cursor, first: 100 }));
    const { productChanges } = pageSchema.parse(JSON.parse(body)).data;
    result.changes += productChanges.nodes.length;
    result.bytes += Buffer.byteLength(body);
    result.requests += 1;
    result.cursor = productChanges.cursor;
    hasMore = productChanges.hasMore;
  }
  result.seconds = (performance.now() - startedAt) / 1000;
  return result;
}
