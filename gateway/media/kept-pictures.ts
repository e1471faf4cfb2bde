import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { PictureMaker } from './picture-maker.ts';
import { PictureStore } from './picture-store.ts';
import { Pictures } from './pictures.ts';

/** The pictures of a shop, kept in its data folder. */
export function keptPictures(
  { dataDir, pictureCacheBytes }: Pick<Config, 'dataDir' | 'pictureCacheBytes'>,
  logger: Logger,
): Pictures {
  const store = new PictureStore(path.join(dataDir, 'gateway', 'pictures'), pictureCacheBytes);
  return new Pictures(new PictureMaker(), store, ({ pathname }, reason) =>
    logger.warn({ file: pathname, reason }, 'a picture could not be made'),
  );
}
