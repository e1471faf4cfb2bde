import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { GatewayMetrics } from '../telemetry/metrics.ts';
import { PictureStore } from './image-cache.ts';
import { Pictures } from './image-service.ts';
import { PictureMaker } from './worker/image-worker.ts';

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
