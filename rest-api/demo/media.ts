import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { demoCatalogue } from './catalogue.ts';
import { drawPictures } from './pictures.ts';

/**
 * Writes every picture and sample PDF that the demo catalogue names: `/files/covers/1.svg` of a record is
 * `covers/1.svg` below `directory`. All or nothing: the files are made beside it and moved there at the end,
 * in place of what was there. The same bytes every time.
 * @throws the file system's errors.
 */
export async function makeDemoMedia(directory: string): Promise<void> {
  const target = resolve(directory);
  await mkdir(dirname(target), { recursive: true });
  const workplace = await mkdtemp(`${target}.making-`);
  try {
    for (const { path, content } of drawPictures(demoCatalogue)) {
      await mkdir(dirname(join(workplace, path)), { recursive: true });
      // Awaited one by one: requests that come in meanwhile are served between two pictures.
      await writeFile(join(workplace, path), content);
    }
    await rm(target, { recursive: true, force: true });
    await rename(workplace, target);
  } finally {
    await rm(workplace, { recursive: true, force: true });
  }
}
