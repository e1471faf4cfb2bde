import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { bytesSchema } from './image-worker.ts';

/**
 * Time limit for parsing and rendering a PDF. It is generous because, on a busy machine, the process gets only a
 * fraction of a processor.
 */
const timeoutMs = 20_000;

/** A page of a PDF as RGBA pixels, four bytes each; null if the PDF has fewer pages. */
const renderedPageSchema = z
  .object({ width: z.int().positive(), height: z.int().positive(), pixels: bytesSchema })
  .nullable();

export type RenderedPage = z.output<typeof renderedPageSchema>;

/**
 * Renders a page of a PDF. Each call starts its own thread with its own PDFium. The thread can be terminated, and
 * cannot affect the rendering of other pages.
 *
 * @param page number of the page, from 1.
 * @param width maximum width of the result in pixels. A tall page is narrower; see `maxHeightRatio` in
 * image-variants.ts.
 * @throws when the file is not a PDF, is broken, encrypted or empty, or takes too long.
 */
export function renderPdfPage(bytes: Uint8Array, page: number, width: number): Promise<RenderedPage> {
  const { promise, resolve, reject } = Promise.withResolvers<RenderedPage>();
  const worker = new Worker(new URL('./pdf-page.worker.ts', import.meta.url), {
    workerData: { bytes, page, width },
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 },
    stdout: true,
    stderr: true,
  });
  const timer = setTimeout(
    () => reject(new Error(`Rendering the PDF took longer than ${timeoutMs} ms.`)),
    timeoutMs,
  );
  worker.once('message', (message: unknown) => resolve(renderedPageSchema.parseAsync(message)));
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('The worker thread exited before the PDF was rendered.')));
  return promise.finally(() => {
    clearTimeout(timer);
    void worker.terminate();
  });
}
