/** A worker thread that renders a page of one PDF and exits. */

import { parentPort, workerData } from 'node:worker_threads';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { z } from 'zod';
import { maxHeightRatio } from '../image-variants.ts';
import { bytesSchema } from './image-worker.ts';
import type { RenderedPage } from './pdf-page.ts';

const {
  bytes,
  page: pageNumber,
  width,
} = z.object({ bytes: bytesSchema, page: z.int().positive(), width: z.int().positive() }).parse(workerData);
const library = await PDFiumLibrary.init();
const document = await library.loadDocument(bytes);
if (document.getPageCount() === 0) throw new Error('The PDF has no pages.');
parentPort?.postMessage(pageNumber > document.getPageCount() ? null : await renderPage());

async function renderPage(): Promise<RenderedPage> {
  const page = document.getPage(pageNumber - 1);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = Math.min(width / originalWidth, (width * maxHeightRatio) / originalHeight);
  const bitmap = await page.render({ scale, render: 'bitmap' });
  return { width: bitmap.width, height: bitmap.height, pixels: bitmap.data };
}
