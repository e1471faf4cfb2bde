/** The thread that reads one product list into columns, hands them over, and ends. */

import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { NotAnArrayError } from '../../rest/json.ts';
import { decodeInline, type ThreadMessage } from './decode-products.ts';

const { parts } = z.object({ parts: z.array(z.instanceof(Uint8Array)) }).parse(workerData);
const message = await decodeInline(parts).catch((error): ThreadMessage => {
  if (error instanceof NotAnArrayError) return { noArray: error.message };
  throw error;
});
parentPort?.postMessage(message, buffersIn(message));

/** The memory behind all the columns in a message. */
function buffersIn(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(buffersIn) : [];
}
