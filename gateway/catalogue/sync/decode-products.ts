import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { CooperativeScheduler } from '../../concurrency/cooperative-scheduler.ts';
import { type DecodedList, forEachRecord } from '../../rest/decode-response.ts';
import { NotAnArrayError } from '../../rest/json.ts';
import { productSchema } from '../../rest/product-schema.ts';
import {
  type ProductColumns,
  ProductColumnsBuilder,
  productColumnsSchema,
} from '../columns/product-columns.ts';
import { Utf8Column, Utf8ColumnBuilder, utf8RowsSchema } from '../columns/utf8-column.ts';

const decodedProductsSchema = z.object({
  columns: productColumnsSchema,
  /** Why records were dropped, a row for each. */
  dropReasons: utf8RowsSchema,
});

type DecodedProducts = z.output<typeof decodedProductsSchema>;

const workerMessageSchema = z.union([decodedProductsSchema, z.object({ notAnArray: z.string() })]);

/** The message the worker thread posts. */
export type WorkerMessage = z.output<typeof workerMessageSchema>;

/** Size from which a list is decoded in a worker thread. Decoding less is faster than starting a thread. */
const workerThresholdBytes = 4 * 1024 * 1024;

/**
 * Decodes a list of products into columns. A large list is decoded in a worker thread, so that neither the
 * work nor its garbage delays requests.
 *
 * @param onDrop called for each record that could not be decoded.
 * @throws {NotAnArrayError} when the text is not a JSON array.
 */
export async function decodeProducts(
  chunks: readonly Uint8Array[],
  onDrop: (reason: string) => void,
  signal?: AbortSignal,
): Promise<DecodedList<ProductColumns>> {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const isLarge = length >= workerThresholdBytes;
  const { columns, dropReasons } = isLarge
    ? await decodeInWorker(chunks, signal)
    : await decodeInline(chunks);
  const reasons = new Utf8Column(dropReasons);
  const scheduler = new CooperativeScheduler();
  for (let row = 0; row < reasons.count; row += 1) {
    if (scheduler.shouldYield) await scheduler.yield();
    onDrop(reasons.get(row));
  }
  return { content: columns, dropped: reasons.count };
}

/** Decodes in the current thread. @throws {NotAnArrayError} */
export async function decodeInline(chunks: readonly Uint8Array[]): Promise<DecodedProducts> {
  const products = new ProductColumnsBuilder();
  const dropReasons = new Utf8ColumnBuilder();
  await forEachRecord(chunks, productSchema, {
    onRecord: (product) => products.add(product),
    onDrop: (reason) => dropReasons.add(reason),
  });
  return { columns: products.build(), dropReasons: dropReasons.build() };
}

async function decodeInWorker(
  chunks: readonly Uint8Array[],
  signal: AbortSignal | undefined,
): Promise<DecodedProducts> {
  const copies = await copyChunks(chunks);
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const worker = new Worker(new URL('./decode-products.worker.ts', import.meta.url), {
    workerData: { chunks: copies },
    transferList: copies.map(({ buffer }) => buffer),
  });
  const onAbort = () => reject(signal?.reason);
  signal?.addEventListener('abort', onAbort);
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('The worker thread exited before the products were decoded.')));
  try {
    const message = workerMessageSchema.parse(await promise);
    if ('notAnArray' in message) throw new NotAnArrayError(message.notAnArray);
    return message;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}

/** Copies chunks into buffers of their own: transferring a chunk would detach what shares its buffer. */
async function copyChunks(chunks: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>[]> {
  const scheduler = new CooperativeScheduler();
  const copies: Uint8Array<ArrayBuffer>[] = [];
  for (const chunk of chunks) {
    if (scheduler.shouldYield) await scheduler.yield();
    copies.push(new Uint8Array(chunk));
  }
  return copies;
}
