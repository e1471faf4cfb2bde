/** A worker thread that creates the demo's images and PDFs. The memory for fonts and drawings is freed when it exits. */

import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { createDemoMedia } from './media.ts';

await createDemoMedia(z.string().parse(workerData));
