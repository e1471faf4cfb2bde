/** A worker thread that creates the demo's images and PDFs. The memory for fonts and drawings is freed when it exits. */

import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { makeDemoMedia } from './media.ts';

await makeDemoMedia(z.string().parse(workerData));
