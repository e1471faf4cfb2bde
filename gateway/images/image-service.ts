import { hash } from 'node:crypto';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { ConcurrencyLimit, QueueFullError } from '../concurrency/concurrency-limit.ts';
import type { Config } from '../config.ts';
import type { HttpPool } from '../rest/http-pool.ts';
import type { GatewayMetrics } from '../telemetry/metrics.ts';
import { type CachedImage, ImageCache } from './image-cache.ts';
import type { ImageFormat, ImagePage, ImageWidth } from './image-variants.ts';
import { fetchSourceImage, type SourceImage, SourceImageError } from './source-image.ts';
import { ImageProcessingError, ImageWorker } from './worker/image-worker.ts';

/** Part of the names of cached images. Increase it when resizing changes, so that old copies are not used. */
const cacheVersion = 1;

const maxConcurrent = 4;
const maxQueued = 400;
/** How long a request may wait in the queue. */
const maxWaitMs = 5_000;

/** Age from which a cached image is revalidated with the host. */
const revalidateAfterMs = 86_400_000;

/** Time before a source that could not be resized is tried again. */
const failureTtlMs = 60_000;
const maxCachedFailures = 10_000;

/** Which resized copy of a file of the REST host is requested. */
export interface ImageRequest {
  source: URL;
  /** The page of a PDF; 1 for other files. */
  page: ImagePage;
  width: ImageWidth;
  format: ImageFormat;
}

/**
 * Resizes images and PDF pages of the REST host to the widths and formats that browsers request. Each copy is made once
 * and cached; concurrent requests share the work. An old copy is served immediately and revalidated in the background,
 * so that cached images remain available while the host is down.
 */
export class ImageService {
  readonly #mediaPool: HttpPool;
  readonly #worker = new ImageWorker();
  readonly #cache: ImageCache;
  readonly #logger: Logger;
  readonly #metrics: GatewayMetrics;
  readonly #limit = new ConcurrencyLimit(maxConcurrent, maxQueued, maxWaitMs);
  readonly #pending = new Map<string, Promise<CachedImage>>();
  /** Recent failures by source and page. */
  readonly #failures = new LRUCache<string, SourceImageError>({
    max: maxCachedFailures,
    ttl: failureTtlMs,
  });

  /** @param mediaPool connections to the REST host. */
  constructor(
    { dataDir, maxImageCacheBytes }: Pick<Config, 'dataDir' | 'maxImageCacheBytes'>,
    mediaPool: HttpPool,
    logger: Logger,
    metrics: GatewayMetrics,
  ) {
    this.#cache = new ImageCache(path.join(dataDir, 'gateway', 'pictures'), maxImageCacheBytes);
    this.#mediaPool = mediaPool;
    this.#logger = logger;
    this.#metrics = metrics;
  }

  /**
   * The cached image; null when it has to be resized first.
   *
   * @throws {SourceImageError} when it is not cached and resizing its source has failed recently.
   */
  async find(request: ImageRequest): Promise<CachedImage | null> {
    const name = getFileName(request);
    // Without a readable directory, images are resized for each request.
    const cached = await this.#cache.read(name).catch(() => null);
    if (cached === null) {
      const failure = this.#failures.get(getSourceKey(request));
      if (failure === undefined) return null;
      this.#countRequest('failed');
      throw failure;
    }
    this.#countRequest('cached');
    const ageMs = Date.now() - cached.confirmedAt;
    // The age is negative if the clock was set back.
    if (ageMs < 0 || ageMs > revalidateAfterMs) {
      this.#refreshOnce(name, request, cached).catch(() => {});
    }
    return cached;
  }

  /**
   * Resizes an image that `find` did not find.
   *
   * @throws {SourceImageError} when the host fails or does not have the file, or the file cannot be resized.
   * @throws {QueueFullError} when too many other images are waiting, or no slot becomes free in time.
   */
  async resize(request: ImageRequest): Promise<CachedImage> {
    const name = getFileName(request);
    try {
      const image = await this.#refreshOnce(name, request, null);
      this.#countRequest('resized');
      return image;
    } catch (error) {
      this.#countRequest(error instanceof QueueFullError ? 'queue-full' : 'failed');
      throw error;
    }
  }

  close(): void {
    this.#worker.close();
  }

  /** Joins the pending refresh of this image, or starts one. */
  #refreshOnce(name: string, request: ImageRequest, cached: CachedImage | null): Promise<CachedImage> {
    const pending = this.#pending.get(name);
    if (pending !== undefined) return pending;
    const refresh = this.#enqueue(name, request, cached).finally(() => this.#pending.delete(name));
    this.#pending.set(name, refresh);
    return refresh;
  }

  /** Waits for a slot, then resizes the image or confirms the cached copy. */
  async #enqueue(name: string, request: ImageRequest, cached: CachedImage | null): Promise<CachedImage> {
    const failure = this.#failures.get(getSourceKey(request));
    if (failure !== undefined) throw failure;
    return this.#limit.run(async () => {
      try {
        return await this.#refresh(name, request, cached);
      } catch (error) {
        if (!(error instanceof SourceImageError)) throw error;
        this.#logFailure(request.source, error.message);
        this.#failures.set(getSourceKey(request), error);
        // Status 404 is permanent; any other failure may be temporary and leaves the copy in the cache.
        if (error.status === 404 && cached !== null) await this.#cache.remove(name);
        throw error;
      }
    });
  }

  async #refresh(name: string, request: ImageRequest, cached: CachedImage | null): Promise<CachedImage> {
    const source = await fetchSourceImage(this.#mediaPool, request.source, cached?.original ?? null);
    if (source === null && cached !== null) {
      await this.#cache.confirm(name);
      return cached;
    }
    if (source === null)
      throw new SourceImageError(502, 'The host responded with 304 to an unconditional request.');
    const bytes = await this.#process(source, request);
    const image: CachedImage = {
      bytes,
      etag: `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`,
      original: { etag: source.etag, lastModified: source.lastModified },
      confirmedAt: Date.now(),
    };
    await this.#cache.write(name, image).catch((error: unknown) => {
      this.#logFailure(request.source, `cannot write the cache: ${String(error)}`);
    });
    return image;
  }

  async #process({ kind, bytes }: SourceImage, { page, width, format }: ImageRequest): Promise<Uint8Array> {
    const image = await this.#worker.process({ kind, bytes, page, width, format }).catch((error: unknown) => {
      if (error instanceof ImageProcessingError) throw new SourceImageError(502, error.message);
      throw error;
    });
    if (image === null) throw new SourceImageError(404, `The file has no page ${page}.`);
    return image;
  }

  #countRequest(outcome: 'cached' | 'resized' | 'failed' | 'queue-full'): void {
    this.#metrics.resizedImages.inc({ outcome });
  }

  #logFailure({ pathname }: URL, reason: string): void {
    this.#logger.warn({ file: pathname, reason }, 'an image could not be resized or cached');
  }
}

function getFileName({ source, page, width, format }: ImageRequest): string {
  const key = `${cacheVersion} ${getSourceKey({ source, page })} ${width}`;
  return `${hash('sha256', key, 'hex').slice(0, 40)}.${format}`;
}

function getSourceKey({ source, page }: Pick<ImageRequest, 'source' | 'page'>): string {
  return page === 1 ? source.href : `${source.href}#page=${page}`;
}
