/** A worker thread that creates the demo's images and PDFs. Its exit frees the memory that fonts and drawings use. */

import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { createDemoMedia } from './media.ts';

await createDemoMedia(z.string().parse(workerData));
