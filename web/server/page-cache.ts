import { LRUCache } from 'lru-cache';

/** The limits of the cache. Pages are evicted when either is exceeded. */
interface PageCacheLimits {
  maxPages: number;
  /** The size of all pages together. */
  maxBytes: number;
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
export function isAffected(shown: StockShown | undefined, change: StockChange): boolean {
  if (shown === undefined || (shown.dependsOnAvailability && change.affectsAvailability)) return true;
  return [...change.productIds].some((id) => shown.productIds.has(id));
}

/** A rendering in progress and the number of requests that wait for it. */
interface Rendering<Page> {
  page: Promise<Page>;
  waitingCount: number;
  /** Aborted when no request is waiting any longer. */
  controller: AbortController;
}

/**
 * An LRU cache of rendered pages, cleared when the version of the catalogue changes. Concurrent requests for the same
 * page share one rendering, which is aborted when all of them have disconnected.
 */
export class PageCache<Page extends { size: number }> {
  readonly #pages: LRUCache<string, Page>;
  readonly #renderings = new Map<string, Rendering<Page>>();
  #version = '';
  /** The number of calls of `drop`. */
  #dropCount = 0;

  constructor({ maxPages, maxBytes }: PageCacheLimits) {
    this.#pages = new LRUCache({ max: maxPages, maxSize: maxBytes, sizeCalculation: ({ size }) => size });
  }

  /** Returns the cached page, or undefined when it has to be rendered. */
  find(key: string, version: string): Page | undefined {
    if (version !== this.#version) this.#clear(version);
    return this.#pages.get(key);
  }

  /**
   * Returns the cached page, or renders it and caches the result if `isCacheable` allows it.
   *
   * @param disconnectSignal aborts when the client disconnects.
   */
  async get(
    key: string,
    version: string,
    render: (signal: AbortSignal) => Promise<Page>,
    isCacheable: (page: Page) => boolean,
    disconnectSignal?: AbortSignal,
  ): Promise<Page> {
    const cached = this.find(key, version);
    if (cached !== undefined) return cached;
    disconnectSignal?.throwIfAborted();
    const dropCount = this.#dropCount;
    const renderingKey = `${version} ${dropCount} ${key}`;
    const rendering = this.#renderings.get(renderingKey) ?? this.#startRendering(renderingKey, render);
    rendering.waitingCount += 1;
    disconnectSignal?.addEventListener('abort', () => this.#leave(renderingKey, rendering), { once: true });
    const page = await rendering.page;
    if (version === this.#version && dropCount === this.#dropCount && isCacheable(page))
      this.#pages.set(key, page);
    return page;
  }

  /** Drops outdated pages. Pages that are being rendered may be outdated as well, so they are not cached. */
  drop(isOutdated: (page: Page) => boolean): void {
    this.#dropCount += 1;
    for (const [key, page] of [...this.#pages]) if (isOutdated(page)) this.#pages.delete(key);
  }

  #startRendering(renderingKey: string, render: (signal: AbortSignal) => Promise<Page>): Rendering<Page> {
    const controller = new AbortController();
    const page = render(controller.signal).finally(() => this.#forget(renderingKey, rendering));
    const rendering: Rendering<Page> = { page, waitingCount: 0, controller };
    this.#renderings.set(renderingKey, rendering);
    return rendering;
  }

  #leave(renderingKey: string, rendering: Rendering<Page>): void {
    rendering.waitingCount -= 1;
    if (rendering.waitingCount > 0) return;
    // Later requests must start a new rendering instead of joining the aborted one.
    this.#forget(renderingKey, rendering);
    rendering.controller.abort();
  }

  #forget(renderingKey: string, rendering: Rendering<Page>): void {
    if (this.#renderings.get(renderingKey) === rendering) this.#renderings.delete(renderingKey);
  }

  #clear(version: string): void {
    this.#pages.clear();
    this.#version = version;
  }
}
