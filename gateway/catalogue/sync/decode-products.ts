import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { CooperativeScheduler } from '../../concurrency/cooperative-scheduler.ts';
import { type DecodedList, readRecords } from '../../rest/decode-response.ts';
import { NotAnArrayError } from '../../rest/json.ts';
import { productSchema } from '../../rest/product-schema.ts';
import {
  type ProductColumns,
  ProductColumnsBuilder,
  productColumnsSchema,
} from '../columns/product-columns.ts';
import { Utf8Column, Utf8ColumnBuilder, utf8RowsSchema } from '../columns/utf8-column.ts';

/** What was read of a list. */
const readingShape = z.object({
  columns: productColumnsSchema,
  /** Why records were left out, a row for each. */
  dropped: utf8RowsSchema,
});

type Reading = z.output<typeof readingShape>;

/** What the thread says in the end. */
const threadMessageShape = z.union([readingShape, z.object({ noArray: z.string() })]);

export type ThreadMessage = z.output<typeof threadMessageShape>;

/** From this length on, in bytes, a list is worth a thread; a shorter one is read before a thread has started. */
const worthThread = 4 * 1024 * 1024;

/**
 * Reads a product list into columns. A long one is read in a thread of its own, which takes what it
 * no longer needs with it: neither the work nor the garbage of it keeps anybody waiting.
 *
 * @param onDrop told of each record that could not be read, and why.
 * @throws {NotAnArrayError} when the text is no JSON array.
 */
export async function readProducts(
  parts: readonly Uint8Array[],
  onDrop: (reason: string) => void,
  signal?: AbortSignal,
): Promise<DecodedList<ProductColumns>> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const isLong = length >= worthThread;
  const { columns, dropped } = isLong ? await readInThread(parts, signal) : await decodeInline(parts);
  const reasons = new Utf8Column(dropped);
  const scheduler = new CooperativeScheduler();
  for (let row = 0; row < reasons.count; row += 1) {
    if (scheduler.shouldYield) await scheduler.yield();
    onDrop(reasons.text(row));
  }
  return { content: columns, dropped: reasons.count };
}

/** Reads it in this thread. @throws {NotAnArrayError} */
export async function decodeInline(parts: readonly Uint8Array[]): Promise<Reading> {
  const products = new ProductColumnsBuilder();
  const dropped = new Utf8ColumnBuilder();
  await readRecords(parts, productSchema, {
    took: (product) => products.add(product),
    dropped: (reason) => dropped.add(reason),
  });
  return { columns: products.columns(), dropped: dropped.rows() };
}

async function readInThread(parts: readonly Uint8Array[], signal: AbortSignal | undefined): Promise<Reading> {
  const copies = await copied(parts);
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const thread = new Worker(new URL('./decode-products.worker.ts', import.meta.url), {
    workerData: { parts: copies },
    transferList: copies.map(({ buffer }) => buffer),
  });
  const stop = () => reject(signal?.reason);
  signal?.addEventListener('abort', stop);
  thread.once('message', resolve);
  thread.once('error', reject);
  thread.once('exit', () => reject(new Error('The thread that reads the products ended early.')));
  try {
    const message = threadMessageShape.parse(await promise);
    if ('noArray' in message) throw new NotAnArrayError(message.noArray);
    return message;
  } finally {
    signal?.removeEventListener('abort', stop);
    await thread.terminate();
  }
}

/** Copies in memory of their own, which can be handed over. */
async function copied(parts: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>[]> {
  const scheduler = new CooperativeScheduler();
  const copies: Uint8Array<ArrayBuffer>[] = [];
  for (const part of parts) {
    if (scheduler.shouldYield) await scheduler.yield();
    copies.push(new Uint8Array(part));
  }
  return copies;
}
