import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { bytesSchema } from './messages.ts';

/** How long a PDF may take to be read and drawn, in milliseconds. */
const longest = 8_000;

/** The first page of a PDF as pixels, four bytes each: red, green, blue, opacity. */
export const renderedPageSchema = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  pixels: bytesSchema,
});

export type RenderedPage = z.output<typeof renderedPageSchema>;

/**
 * Draws a PDF's first page so wide, in pixels. Each PDF gets a thread and a PDFium of its own: what
 * one does to them harms no other, and one that does not end is ended.
 *
 * @throws when it is no PDF, broken, locked, without pages, or takes too long.
 */
export function renderFirstPage(bytes: Uint8Array, width: number): Promise<RenderedPage> {
  const { promise, resolve, reject } = Promise.withResolvers<RenderedPage>();
  const worker = new Worker(new URL('./pdf-page.worker.ts', import.meta.url), {
    workerData: { bytes, width },
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 },
    stdout: true,
    stderr: true,
  });
  const late = setTimeout(() => reject(new Error(`The PDF took longer than ${longest} ms.`)), longest);
  worker.once('message', (message: unknown) => resolve(renderedPageSchema.parseAsync(message)));
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('The PDF was given up.')));
  return promise.finally(() => {
    clearTimeout(late);
    void worker.terminate();
  });
}
