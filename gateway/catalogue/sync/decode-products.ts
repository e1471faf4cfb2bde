import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { CooperativeScheduler } from '../../concurrency/cooperative-scheduler.ts';
import { productSchema } from '../../rest/catalogue-schema.ts';
import { forEachRecord } from '../../rest/decode-response.ts';
import { InvalidArrayError } from '../../rest/json.ts';
import {
  type ProductColumns,
  ProductColumnsBuilder,
  productColumnsSchema,
} from '../columns/product-columns.ts';
import { Utf8Column, Utf8ColumnBuilder, utf8RowsSchema } from '../columns/utf8-column.ts';
import { type ListBody, readBody } from './list-disk-cache.ts';
import { computeProductStats, listStatsSchema } from './list-loss.ts';
import type { ComparableList } from './remote-list.ts';

const decodedProductsSchema = z.object({
  columns: productColumnsSchema,
  stats: listStatsSchema,
  /** Why records were dropped, a row for each. */
  dropReasons: utf8RowsSchema,
});

type DecodedProducts = z.output<typeof decodedProductsSchema>;

const workerMessageSchema = z.union([decodedProductsSchema, z.object({ invalidArray: z.string() })]);

/** The message the worker thread posts. */
export type WorkerMessage = z.output<typeof workerMessageSchema>;

/** Size from which a list is decoded in a worker thread. Decoding less is faster than starting a thread. */
const workerThresholdBytes = 4 * 1024 * 1024;

/**
 * The maximum size of the worker thread's young generation. It is small because records become garbage immediately, and
 * because the thread's memory returns to the operating system only seconds after the thread has ended.
 */
const maxYoungGenerationSizeMb = 8;

/**
 * Decodes a list of products into columns. A large list is decoded in a worker thread, so that neither the
 * work nor its garbage delays requests.
 *
 * @param onDrop called for each record that could not be decoded.
 * @throws {InvalidArrayError} when the text is not a JSON array.
 */
export async function decodeProducts(
  body: ListBody,
  onDrop: (reason: string) => void,
  signal?: AbortSignal,
): Promise<ComparableList<ProductColumns>> {
  const { size } = await stat(body.file);
  const isLarge = size >= workerThresholdBytes;
  const { columns, stats, dropReasons } = isLarge
    ? await decodeInWorker(body, signal)
    : await decodeInline(body);
  const reasons = new Utf8Column(dropReasons);
  const scheduler = new CooperativeScheduler();
  for (let row = 0; row < reasons.count; row += 1) {
    if (scheduler.shouldYield) await scheduler.yield();
    onDrop(reasons.get(row));
  }
  return { content: columns, stats, droppedCount: reasons.count };
}

/** Decodes in the current thread. @throws {InvalidArrayError} */
export async function decodeInline(body: ListBody): Promise<DecodedProducts> {
  const products = new ProductColumnsBuilder();
  const dropReasons = new Utf8ColumnBuilder();
  await forEachRecord(readBody(body), productSchema, {
    onRecord: (product) => products.add(product),
    onDrop: (reason) => dropReasons.add(reason),
  });
  const columns = await products.build();
  return { columns, stats: computeProductStats(columns), dropReasons: dropReasons.build() };
}

async function decodeInWorker(body: ListBody, signal: AbortSignal | undefined): Promise<DecodedProducts> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const worker = new Worker(new URL('./decode-products.worker.ts', import.meta.url), {
    workerData: body,
    resourceLimits: { maxYoungGenerationSizeMb },
  });
  const onAbort = () => reject(signal?.reason);
  signal?.addEventListener('abort', onAbort);
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('The worker thread exited before the products were decoded.')));
  try {
    const message = workerMessageSchema.parse(await promise);
    if ('invalidArray' in message) throw new InvalidArrayError(message.invalidArray);
    return message;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}
