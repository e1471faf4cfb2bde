import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { demoCatalogue } from './catalogue.ts';
import { drawPictures, type MediaFile } from './pictures.ts';
import { createSamplePdf } from './samples/pdf.ts';
import { samples } from './samples/samples.ts';

/**
 * Writes every image and sample PDF of the demo catalogue: `/files/covers/1.svg` in a record is `covers/1.svg` in
 * `directory`. A subdirectory such as `covers` is written elsewhere and then replaces the existing one, so it is
 * complete or missing. Everything else in `directory` stays. The output is the same on every run.
 */
export async function createDemoMedia(directory: string): Promise<void> {
  // Inside `directory`, since a move across file systems is not atomic. A run that was killed may have left one behind.
  const temporaryDirectory = join(directory, '.demo-media.tmp');
  await rm(temporaryDirectory, { recursive: true, force: true });
  try {
    for await (const { path, content } of createMediaFiles()) {
      await mkdir(dirname(join(temporaryDirectory, path)), { recursive: true });
      // One file at a time, so that only one is in memory.
      await writeFile(join(temporaryDirectory, path), content);
    }
    for (const directoryName of await readdir(temporaryDirectory)) {
      await rm(join(directory, directoryName), { recursive: true, force: true });
      await rename(join(temporaryDirectory, directoryName), join(directory, directoryName));
    }
  } finally {
    await rm(temporaryDirectory, { recursive: true, force: true });
  }
}

async function* createMediaFiles(): AsyncGenerator<MediaFile> {
  yield* drawPictures();
  for (const product of demoCatalogue.products) {
    const sample = samples.find(({ title }) => title === product.productName);
    if (product.pdfFile === null || sample === undefined) continue;
    yield { path: product.pdfFile.replace('/files/', ''), content: await createSamplePdf(product, sample) };
  }
}
