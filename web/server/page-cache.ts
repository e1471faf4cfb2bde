import { LRUCache } from 'lru-cache';
import type { CompressedPage } from './compressed-page.ts';

interface PageCacheOptions {
  /** For the pages and their keys, without the ids in `stockShown`. */
  maxBytes: number;
  /** The cache is cleared when this version changes. */
  getVersion: () => string;
}

/** The stock that a page, or the result of an operation, shows. */
export interface StockShown {
  /** Ids of the products whose status, availability or remaining quantity it shows. */
  productIds: ReadonlySet<string>;
  /** Whether it depends on which products are available. */
  dependsOnAvailability: boolean;
}

/** A change of stock that leaves the version of the catalogue as it is. */
export interface StockChange {
  /** Ids of the products whose status, availability or remaining quantity has changed. */
  productIds: ReadonlySet<string>;
  /** Whether a product became available or unavailable. */
  affectsAvailability: boolean;
}

/** Whether a change concerns the stock that is shown. Always true if that stock is unknown. */
function isAffected(shown: StockShown | undefined, change: StockChange): boolean {
  if (shown === undefined || (shown.dependsOnAvailability && change.affectsAvailability)) return true;
  return [...change.productIds].some((id) => shown.productIds.has(id));
}

export interface CachedPage extends CompressedPage {
  /** The stock that the results of its operations show; undefined where it is unknown. */
  stockShown: ReadonlyArray<StockShown | undefined>;
}

/** A rendering in progress and the number of requests that wait for it. */
interface Rendering {
  page: Promise<CachedPage>;
  waitingCount: number;
  /** Aborted when no request is waiting any longer. */
  controller: AbortController;
}

/** Memory for the keys of pages that have been requested at least once. */
const maxFirstRequestBytes = 4 * 1024 * 1024;

/**
 * An LRU cache of rendered pages. A page is stored when it is requested for the second time, so that pages which are
 * never requested again do not evict others. Concurrent requests with the same key share one rendering, which is aborted
 * when all of them have disconnected.
 */
export class PageCache {
  readonly #getVersion: () => string;
  readonly #pages: LRUCache<string, CachedPage>;
  /** Not cleared with the pages, so popular ones are stored as soon as they are rendered again. */
  readonly #firstRequests = new LRUCache<string, true>({
    maxSize: maxFirstRequestBytes,
    sizeCalculation: (_, key) => key.length * 2,
  });
  readonly #renderings = new Map<string, Rendering>();
  #version = '';
  /** The number of changes of stock. */
  #stockChangeCount = 0;

  constructor({ maxBytes, getVersion }: PageCacheOptions) {
    this.#getVersion = getVersion;
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      // JavaScript strings take up to two bytes per character.
      sizeCalculation: ({ body }, key) => body.length + key.length * 2,
    });
  }

  /** Whether the page is cached. Otherwise, it has to be rendered. */
  has(key: string): boolean {
    this.#clearIfOutdated();
    return this.#pages.has(key);
  }

  /**
   * Returns the cached page, or renders it and caches the result if `isCacheable` allows it.
   *
   * @param disconnectSignal aborts when the client disconnects.
   */
  async get(
    key: string,
    render: (signal: AbortSignal) => Promise<CachedPage>,
    isCacheable: (page: CachedPage) => boolean,
    disconnectSignal: AbortSignal,
  ): Promise<CachedPage> {
    this.#clearIfOutdated();
    const cached = this.#pages.get(key);
    if (cached !== undefined) return cached;
    disconnectSignal.throwIfAborted();
    const state = this.#describeState();
    const renderingKey = `${state} ${key}`;
    const rendering = this.#renderings.get(renderingKey) ?? this.#startRendering(renderingKey, render);
    rendering.waitingCount += 1;
    disconnectSignal.addEventListener('abort', () => this.#leave(renderingKey, rendering), { once: true });
    const page = await rendering.page;
    this.#clearIfOutdated();
    if (state === this.#describeState() && isCacheable(page)) this.#store(key, page);
    return page;
  }

  /**
   * Removes the pages that may show the stock from before the change. Pages that are being rendered may show it too, so
   * they are not cached.
   */
  removeAffected(change: StockChange): void {
    this.#stockChangeCount += 1;
    for (const [key, { stockShown }] of [...this.#pages])
      if (stockShown.some((shown) => isAffected(shown, change))) this.#pages.delete(key);
  }

  #store(key: string, page: CachedPage): void {
    // Unlike `has`, `get` marks the key as recently used, so the keys of popular pages are not evicted.
    if (this.#firstRequests.get(key)) this.#pages.set(key, page);
    else this.#firstRequests.set(key, true);
  }

  /** The versions of catalogue and stock. If they differ after a page has been rendered, the page may be outdated. */
  #describeState(): string {
    return `${this.#version} ${this.#stockChangeCount}`;
  }

  #startRendering(renderingKey: string, render: (signal: AbortSignal) => Promise<CachedPage>): Rendering {
    const controller = new AbortController();
    const page = render(controller.signal).finally(() => this.#forget(renderingKey, rendering));
    const rendering: Rendering = { page, waitingCount: 0, controller };
    this.#renderings.set(renderingKey, rendering);
    return rendering;
  }

  #leave(renderingKey: string, rendering: Rendering): void {
    rendering.waitingCount -= 1;
    if (rendering.waitingCount > 0) return;
    // Later requests must start a new rendering instead of joining the aborted one.
    this.#forget(renderingKey, rendering);
    rendering.controller.abort();
  }

  #forget(renderingKey: string, rendering: Rendering): void {
    if (this.#renderings.get(renderingKey) === rendering) this.#renderings.delete(renderingKey);
  }

  #clearIfOutdated(): void {
    const version = this.#getVersion();
    if (version === this.#version) return;
    this.#version = version;
    this.#pages.clear();
  }
}
