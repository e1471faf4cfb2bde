/** The thread that draws the first page of one PDF and ends. */

import { parentPort, workerData } from 'node:worker_threads';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { z } from 'zod';
import { bytesSchema } from './messages.ts';
import type { RenderedPage } from './pdf-page.ts';

/** How many times as high as wide a page is drawn at most. */
const highest = 3;

const { bytes, width } = z.object({ bytes: bytesSchema, width: z.int().positive() }).parse(workerData);
const library = await PDFiumLibrary.init();
const document = await library.loadDocument(bytes);
if (document.getPageCount() === 0) throw new Error('The PDF has no pages.');
const page = document.getPage(0);
const { originalWidth, originalHeight } = page.getOriginalSize();
const scale = Math.min(width / originalWidth, (width * highest) / originalHeight);
const drawn = await page.render({ scale, render: 'bitmap' });
const message: RenderedPage = { width: drawn.width, height: drawn.height, pixels: drawn.data };
parentPort?.postMessage(message);
