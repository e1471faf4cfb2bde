/** A worker thread that decodes one list of products into columns, transfers them and exits. */

import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { InvalidArrayError } from '../../rest/json.ts';
import { decodeInline, type WorkerMessage } from './decode-products.ts';

const body = z.object({ file: z.string(), start: z.number() }).parse(workerData);
const message = await decodeInline(body).catch((error): WorkerMessage => {
  if (error instanceof InvalidArrayError) return { invalidArray: error.message };
  throw error;
});
parentPort?.postMessage(message, listBuffers(message));

/** The buffers of all columns in a message, which are transferred instead of copied. */
function listBuffers(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listBuffers) : [];
}
