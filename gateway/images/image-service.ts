import { hash } from 'node:crypto';
import path from 'node:path';
import type { Logger } from 'pino';
import { ConcurrencyLimit } from '../concurrency/concurrency-limit.ts';
import type { Config } from '../config.ts';
import type { GatewayMetrics } from '../telemetry/metrics.ts';
import { type CachedImage, ImageCache } from './image-cache.ts';
import type { ImageFormat, ImageWidth } from './image-variants.ts';
import { fetchSourceImage, type SourceImage, SourceImageError } from './source-image.ts';
import { ImageProcessingError, ImageWorker } from './worker/image-worker.ts';

/** Changes when pictures are made in another way: those made before are then not found any more. */
const recipe = 1;

/** How many files are fetched and worked on at once, how many may wait for that, and how long, in milliseconds. */
const atOnce = 4;
const mostWaiting = 400;
const longestWait = 5_000;

/** After so long the host is asked whether its file is still the same, in milliseconds. */
const freshFor = 86_400_000;

/** How long a file that no picture could be made of is left alone, in milliseconds; and how many are remembered. */
const failedFor = 60_000;
const mostFailures = 10_000;

/** A picture that is wanted: a copy of a file of the REST host. */
export interface ImageRequest {
  source: URL;
  width: ImageWidth;
  format: ImageFormat;
}

/** More pictures are wanted at once than can be made in time. */
export class ImageQueueFullError extends Error {}

/** Hears how each picture that was asked for came about, and why one could not. */
export interface ImageObserver {
  asked(outcome: 'kept' | 'made' | 'failed' | 'busy'): void;
  failed(source: URL, reason: string): void;
}

interface Failure {
  error: SourceImageError;
  until: number;
}

/**
 * Pictures of the REST host in the sizes and formats browsers ask for. Each is made once and kept;
 * who asks meanwhile waits for the same one. A kept one is served at once and looked after behind
 * the scenes, so pictures that were made outlast the host.
 */
export class ImageService {
  readonly #maker: ImageWorker;
  readonly #store: ImageCache;
  readonly #observer: ImageObserver;
  readonly #turnstile = new ConcurrencyLimit(atOnce);
  readonly #inTheMaking = new Map<string, Promise<CachedImage>>();
  readonly #failures = new Map<string, Failure>();

  constructor(maker: ImageWorker, store: ImageCache, observer: ImageObserver) {
    this.#maker = maker;
    this.#store = store;
    this.#observer = observer;
  }

  /**
   * The kept picture; null when it has to be made.
   *
   * @throws {SourceImageError} when it could not be made a moment ago.
   */
  async find(order: ImageRequest): Promise<CachedImage | null> {
    const name = nameOf(order);
    const kept = await this.#kept(name);
    if (kept === null) {
      const failure = this.#failureOf(order.source);
      if (failure === null) return null;
      this.#observer.asked('failed');
      throw failure;
    }
    this.#observer.asked('kept');
    if (Date.now() - kept.confirmedAt > freshFor) {
      this.#once(name, () => this.#make(name, order, kept)).catch(() => {});
    }
    return kept;
  }

  /**
   * Makes a picture that `find` did not find.
   *
   * @throws {SourceImageError} when the host has no such file, or none a picture can be made of.
   * @throws {ImageQueueFullError} when too many others are to be made first.
   */
  make(order: ImageRequest): Promise<CachedImage> {
    const name = nameOf(order);
    return this.#counted(this.#once(name, () => this.#make(name, order, null)));
  }

  close(): void {
    this.#maker.close();
  }

  async #counted(making: Promise<CachedImage>): Promise<CachedImage> {
    try {
      const picture = await making;
      this.#observer.asked('made');
      return picture;
    } catch (error) {
      this.#observer.asked(error instanceof ImageQueueFullError ? 'busy' : 'failed');
      throw error;
    }
  }

  #once(name: string, make: () => Promise<CachedImage>): Promise<CachedImage> {
    const others = this.#inTheMaking.get(name);
    if (others !== undefined) return others;
    const making = make().finally(() => this.#inTheMaking.delete(name));
    this.#inTheMaking.set(name, making);
    return making;
  }

  async #make(name: string, order: ImageRequest, kept: CachedImage | null): Promise<CachedImage> {
    const failure = this.#failureOf(order.source);
    if (failure !== null) throw failure;
    if (this.#turnstile.waiting >= mostWaiting) throw new ImageQueueFullError();
    const lastCall = Date.now() + longestWait;
    return this.#turnstile.run(async () => {
      if (Date.now() > lastCall) throw new ImageQueueFullError();
      try {
        return await this.#makeNow(name, order, kept);
      } catch (error) {
        if (!(error instanceof SourceImageError)) throw error;
        this.#noteFailure(order.source, error);
        // It is gone from the host for good; any other failure may pass.
        if (error.status === 404 && kept !== null) await this.#store.remove(name);
        throw error;
      }
    });
  }

  async #makeNow(name: string, order: ImageRequest, kept: CachedImage | null): Promise<CachedImage> {
    const original = await fetchSourceImage(order.source, kept?.original ?? null);
    if (original === null && kept !== null) {
      await this.#store.confirm(name);
      return kept;
    }
    if (original === null) throw new SourceImageError(502, 'The host named a version that nobody knows.');
    const bytes = await this.#bytesOf(original, order);
    const picture: CachedImage = {
      bytes,
      etag: `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`,
      original: { etag: original.etag, lastModified: original.lastModified },
      confirmedAt: Date.now(),
    };
    await this.#store.write(name, picture).catch((error: unknown) => {
      this.#observer.failed(order.source, `it cannot be kept: ${String(error)}`);
    });
    return picture;
  }

  async #bytesOf({ kind, bytes }: SourceImage, { width, format }: ImageRequest): Promise<Uint8Array> {
    try {
      return await this.#maker.make({ kind, bytes, width, format });
    } catch (error) {
      if (error instanceof ImageProcessingError) throw new SourceImageError(502, error.message);
      throw error;
    }
  }

  /** A folder that cannot be read keeps nothing; pictures are then made each time. */
  #kept(name: string): Promise<CachedImage | null> {
    return this.#store.read(name).catch(() => null);
  }

  #failureOf(source: URL): SourceImageError | null {
    const failure = this.#failures.get(source.href);
    return failure !== undefined && failure.until > Date.now() ? failure.error : null;
  }

  #noteFailure(source: URL, error: SourceImageError): void {
    this.#observer.failed(source, error.message);
    if (this.#failures.size >= mostFailures) this.#failures.clear();
    this.#failures.set(source.href, { error, until: Date.now() + failedFor });
  }
}

function nameOf({ source, width, format }: ImageRequest): string {
  return `${hash('sha256', `${recipe} ${source.href} ${width}`, 'hex').slice(0, 40)}.${format}`;
}

/** The pictures of a shop, kept in its data folder. */
export function createImageService(
  { dataDir, imageCacheBytes }: Pick<Config, 'dataDir' | 'imageCacheBytes'>,
  logger: Logger,
  metrics: GatewayMetrics,
): ImageService {
  const store = new ImageCache(path.join(dataDir, 'gateway', 'pictures'), imageCacheBytes);
  return new ImageService(new ImageWorker(), store, {
    asked: (outcome) => metrics.resizedImages.inc({ outcome }),
    failed: ({ pathname }, reason) => logger.warn({ file: pathname, reason }, 'a picture could not be made'),
  });
}
