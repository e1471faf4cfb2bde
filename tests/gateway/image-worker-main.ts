/**
 * Processes an image while no more files can be opened, and again when they can. Prints both outcomes. Run it with a low
 * limit of open files: it opens files up to the limit.
 */

import { closeSync, openSync } from 'node:fs';
import { ImageProcessingError, ImageWorker } from '#gateway/images/worker/image-worker.ts';
import { createPlainImage } from './image-host.ts';

const bytes = await createPlainImage(10, 10).png().toBuffer();
const worker = new ImageWorker();

async function processImage(): Promise<string> {
  try {
    await worker.process({ kind: 'image', page: 1, format: 'jpeg', bytes, width: 80 });
    return 'processed';
  } catch (error) {
    return error instanceof ImageProcessingError ? error.message : String(error);
  }
}

const files = openAllFiles();
const first = await processImage();
for (const file of files) closeSync(file);
process.stdout.write(JSON.stringify([first, await processImage()]));
worker.close();

function openAllFiles(): number[] {
  const opened: number[] = [];
  try {
    for (;;) opened.push(openSync('/dev/null', 'r'));
  } catch {
    return opened;
  }
}
