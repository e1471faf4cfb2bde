/**
 * The process that makes pictures out of what the REST host's records name. Their readers are native
 * code over bytes of strangers: should one of them fail, hang or swallow memory, this process ends
 * and not the shop's.
 */

import { constants, setPriority } from 'node:os';
import { type WorkerRequest, type WorkerResponse, workerRequestSchema } from './messages.ts';
import { renderFirstPage } from './pdf-page.ts';
import { prepareSharp, resizeImage, resizePixels } from './resize.ts';

/** What this process may take in all, in bytes. A large picture takes a third of it. */
const mostMemory = 768 * 1024 * 1024;

/** After so long without an order it ends and gives its memory back, in milliseconds; the next order starts another. */
const longestIdle = 60_000;

// Pages and answers go first: they are waited for by more people than a picture is.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// Ctrl+C reaches the whole group; the shop first answers what has begun.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());
setInterval(() => {
  if (process.memoryUsage.rss() > mostMemory) process.exit(1);
}, 50).unref();
prepareSharp();
const idle = setTimeout(() => process.exit(), longestIdle);
process.on('message', (message: unknown) => {
  idle.refresh();
  const order = workerRequestSchema.parse(message);
  make(order)
    .then((bytes) => answer({ id: order.id, bytes }))
    .catch((error: unknown) => {
      answer({ id: order.id, problem: error instanceof Error ? error.message : String(error) });
    });
});

async function make({ kind, bytes, width, format }: WorkerRequest): Promise<Uint8Array> {
  if (kind === 'picture') return resizeImage(bytes, width, format);
  const { pixels, ...size } = await renderFirstPage(bytes, width);
  return resizePixels(pixels, size, width, format);
}

function answer(result: WorkerResponse): void {
  process.send?.(result);
}
