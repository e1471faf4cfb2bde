/**
 * The child process that decodes and resizes images of the REST host. The decoders are native code that
 * reads untrusted bytes. If one of them crashes, hangs or exhausts memory, only this process ends.
 */

import { constants, setPriority } from 'node:os';
import { type WorkerRequest, type WorkerResponse, workerRequestSchema } from './messages.ts';
import { renderFirstPage } from './pdf-page.ts';
import { configureSharp, resizeImage, resizePixels } from './resize.ts';

/** Memory at which the process exits. A large image takes a third of it. */
const maxMemoryBytes = 768 * 1024 * 1024;

/** Time without a request after which the process exits to release its memory. The next request starts another. */
const idleTimeoutMs = 60_000;

// Pages and GraphQL responses have priority over images.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// Ctrl+C reaches the whole process group. The gateway first completes the requests it has begun.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());
setInterval(() => {
  if (process.memoryUsage.rss() > maxMemoryBytes) process.exit(1);
}, 50).unref();
configureSharp();
const idleTimer = setTimeout(() => process.exit(), idleTimeoutMs);
process.on('message', (message: unknown) => {
  idleTimer.refresh();
  const request = workerRequestSchema.parse(message);
  processImage(request)
    .then((bytes) => respond({ id: request.id, bytes }))
    .catch((error: unknown) => {
      respond({ id: request.id, error: error instanceof Error ? error.message : String(error) });
    });
});

async function processImage({ kind, bytes, width, format }: WorkerRequest): Promise<Uint8Array> {
  if (kind === 'image') return resizeImage(bytes, width, format);
  const { pixels, ...size } = await renderFirstPage(bytes, width);
  return resizePixels(pixels, size, width, format);
}

function respond(response: WorkerResponse): void {
  process.send?.(response);
}
