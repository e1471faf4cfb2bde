import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { demoCatalogue } from './catalogue.ts';
import { drawPictures, type MediaFile } from './pictures.ts';
import { makeSamplePdf } from './samples/pdf.ts';
import { samples } from './samples/samples.ts';
import type { DemoCatalogue } from './types.ts';

/**
 * Writes every picture and sample PDF that the demo catalogue names: `/files/covers/1.svg` of a record is
 * `covers/1.svg` below `directory`. The folders are made aside and moved into place at the end, so a folder
 * is either whole or not there; other files of the directory stay. The same bytes every time.
 * @throws the file system's errors.
 */
export async function makeDemoMedia(directory: string): Promise<void> {
  // Beside its destination, for a move across file systems would be a copy. What a killed run left goes first.
  const workplace = join(directory, '.demo-making');
  await rm(workplace, { recursive: true, force: true });
  try {
    for await (const { path, content } of mediaFiles(demoCatalogue)) {
      await mkdir(dirname(join(workplace, path)), { recursive: true });
      // Awaited one by one: requests that come in meanwhile are served between two files.
      await writeFile(join(workplace, path), content);
    }
    for (const folder of await readdir(workplace)) {
      await rm(join(directory, folder), { recursive: true, force: true });
      await rename(join(workplace, folder), join(directory, folder));
    }
  } finally {
    await rm(workplace, { recursive: true, force: true });
  }
}

async function* mediaFiles(catalogue: DemoCatalogue): AsyncGenerator<MediaFile> {
  yield* drawPictures(catalogue);
  for (const product of catalogue.products) {
    const sample = samples.find(({ title }) => title === product.productName);
    if (product.pdfFile === null || sample === undefined) continue;
    yield { path: product.pdfFile.replace('/files/', ''), content: await makeSamplePdf(product, sample) };
  }
}
