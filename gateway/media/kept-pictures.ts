import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { GatewayMetrics } from '../http/metrics.ts';
import { PictureMaker } from './picture-maker.ts';
import { PictureStore } from './picture-store.ts';
import { Pictures } from './pictures.ts';

/** The pictures of a shop, kept in its data folder. */
export function keptPictures(
  { dataDir, pictureCacheBytes }: Pick<Config, 'dataDir' | 'pictureCacheBytes'>,
  logger: Logger,
  metrics: GatewayMetrics,
): Pictures {
  const store = new PictureStore(path.join(dataDir, 'gateway', 'pictures'), pictureCacheBytes);
  return new Pictures(new PictureMaker(), store, {
    asked: (outcome) => metrics.pictures.inc({ outcome }),
    failed: ({ pathname }, reason) => logger.warn({ file: pathname, reason }, 'a picture could not be made'),
  });
}
