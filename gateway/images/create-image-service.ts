import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { GatewayMetrics } from '../telemetry/metrics.ts';
import { ImageCache } from './image-cache.ts';
import { ImageService } from './image-service.ts';
import { ImageWorker } from './worker/image-worker.ts';

/** The pictures of a shop, kept in its data folder. */
export function createImageService(
  { dataDir, pictureCacheBytes }: Pick<Config, 'dataDir' | 'pictureCacheBytes'>,
  logger: Logger,
  metrics: GatewayMetrics,
): ImageService {
  const store = new ImageCache(path.join(dataDir, 'gateway', 'pictures'), pictureCacheBytes);
  return new ImageService(new ImageWorker(), store, {
    asked: (outcome) => metrics.pictures.inc({ outcome }),
    failed: ({ pathname }, reason) => logger.warn({ file: pathname, reason }, 'a picture could not be made'),
  });
}
