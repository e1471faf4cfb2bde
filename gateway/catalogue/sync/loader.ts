import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RestClient } from '../../rest/client.ts';
import { buildIndex, type CatalogueIndex } from '../index.ts';
import { decodeProducts } from './decode-products.ts';
import type { ListDiskCache } from './list-disk-cache.ts';
import { computeProductStats, ListLossError } from './list-loss.ts';
import { RemoteList, recordSource } from './remote-list.ts';

/** When lists are refreshed. */
export interface LoaderTimes {
  /** Time between two refreshes. */
  refreshIntervalMs: number;
  /** Time before the first retry after a failure. It doubles with each failure, up to `refreshIntervalMs`. */
  firstRetryMs: number;
}

export const loaderTimes: LoaderTimes = { refreshIntervalMs: 30_000, firstRetryMs: 500 };

/** Requests for a refresh that arrive within this time share one refresh. */
const refreshDebounceMs = 1_000;

/** Describes a catalogue that the host did not confirm in the last refresh. */
export interface Staleness {
  /** When the host last confirmed it, in milliseconds since the epoch. */
  confirmedAt: number;
  /** The time since then in seconds, rounded down to tens. */
  ageSeconds: number;
}

/** Is notified of what happens in the background, for the log. */
export interface LoaderObserver {
  failed(list: string, error: unknown): void;
  /** A response was rejected because too much was missing. Called once until a response is accepted. */
  rejected(list: string, loss: string): void;
  built(products: number, dropped: number): void;
}

/**
 * Keeps the catalogue and the content of the home page up to date in the background. While the host is
 * down, the last good version remains in use, even after a restart. Requests never wait for a refresh.
 */
export class CatalogueLoader {
  readonly coupons;
  readonly notifications;
  readonly slides;
  readonly marketingPosts;
  readonly #products;
  readonly #collections;
  readonly #diskCache: ListDiskCache;
  readonly #times: LoaderTimes;
  readonly #observer: LoaderObserver;
  readonly #closed = new AbortController();
  #index: CatalogueIndex | null = null;
  /** Digests of the lists the index was built from. */
  #indexDigest = '';
  /** Digests of everything visitors see, and the version derived from them. */
  #contentDigest = '';
  #version = '';
  /** Aborts the wait for the next refresh. */
  #wake = new AbortController();
  #refreshing: Promise<boolean> | null = null;
  #debounce: NodeJS.Timeout | undefined;
  #saving: Promise<unknown> = Promise.resolve();

  /** @param maxLossPercent the percentage of a list that a refresh may remove. */
  constructor(
    rest: RestClient,
    diskCache: ListDiskCache,
    observer: LoaderObserver,
    maxLossPercent: number,
    times: LoaderTimes = loaderTimes,
  ) {
    this.#diskCache = diskCache;
    this.#observer = observer;
    this.#times = times;
    const products = { call: rest.products, decodeBody: decodeProducts, computeStats: computeProductStats };
    this.#products = new RemoteList('products', products, maxLossPercent);
    this.#collections = {
      category: new RemoteList('categories', recordSource(rest.categories), maxLossPercent),
      language: new RemoteList('languages', recordSource(rest.languages), maxLossPercent),
      publisher: new RemoteList('publishers', recordSource(rest.publishers), maxLossPercent),
      author: new RemoteList('authors', recordSource(rest.authors), maxLossPercent),
    };
    this.coupons = new RemoteList('coupons', recordSource(rest.coupons), maxLossPercent);
    this.notifications = new RemoteList('notifications', recordSource(rest.notifications), maxLossPercent);
    this.slides = new RemoteList('slides', recordSource(rest.slides), maxLossPercent);
    this.marketingPosts = new RemoteList('marketingPosts', recordSource(rest.marketingPosts), maxLossPercent);
  }

  /** The catalogue; null before the first load. */
  get index(): CatalogueIndex | null {
    return this.#index;
  }

  /**
   * Identifies the content visitors see. Gateways with equal content have the same version. Empty before
   * the first load.
   */
  get version(): string {
    if (this.#index === null) return '';
    const digest = [this.#indexDigest, ...this.#contentLists().map((list) => list.digest)].join(' ');
    if (digest !== this.#contentDigest) {
      this.#contentDigest = digest;
      this.#version = hash('sha256', digest, 'base64url').slice(0, 16);
    }
    return this.#version;
  }

  /** When the host last confirmed the products, in milliseconds since the epoch; null before the first load. */
  get refreshedAt(): number | null {
    return this.#products.refreshedAt;
  }

  /** How old the catalogue is; null while the host confirms it, and before the first load. */
  get staleness(): Staleness | null {
    const { refreshedAt: confirmedAt, isFresh } = this.#products;
    if (this.#index === null || confirmedAt === null || isFresh) return null;
    return { confirmedAt, ageSeconds: Math.max(0, Math.floor((Date.now() - confirmedAt) / 10_000) * 10) };
  }

  /** Whether the last attempt to load the products failed. */
  get failed(): boolean {
    return this.#products.failed;
  }

  /** What is missing from the host's last response for each list; null if it was accepted. */
  losses(): Map<string, string | null> {
    return new Map(this.#allLists().map((list) => [list.name, list.loss]));
  }

  /** Names of the lists that were never loaded. */
  missing(): string[] {
    return this.#allLists()
      .filter((list) => list.content === null)
      .map((list) => list.name);
  }

  /** Restores the lists from disk, then refreshes them until `close`. */
  start(): void {
    this.#refreshing = this.#restore().finally(() => {
      this.#refreshing = null;
    });
    void this.#run();
  }

  /** Aborts requests to the host. Writes to disk that have begun are completed. */
  async close(): Promise<void> {
    clearTimeout(this.#debounce);
    this.#closed.abort();
    this.#wake.abort();
    await this.#saving;
  }

  /** Refreshes within a second, for example because an order has changed the stock. */
  refreshSoon(): void {
    this.#debounce ??= setTimeout(() => {
      this.#debounce = undefined;
      this.#wake.abort();
    }, refreshDebounceMs).unref();
  }

  /** Refreshes immediately. Resolves when the refresh has ended, even if it failed. */
  async refreshNow(): Promise<void> {
    await this.#refreshing;
    await this.#refresh();
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#closed.signal.aborted) {
      await this.#refreshing;
      // Created before the refresh: a change reported meanwhile may be too recent for it and needs another one.
      this.#wake = new AbortController();
      const succeeded = await this.#refresh();
      failures = succeeded ? 0 : failures + 1;
      const { refreshIntervalMs, firstRetryMs } = this.#times;
      const retryMs = Math.min(refreshIntervalMs, firstRetryMs * 2 ** (failures - 1));
      // Jitter keeps several gateways from refreshing at the same moment.
      const pauseMs = (succeeded ? refreshIntervalMs : retryMs) * (0.9 + Math.random() * 0.2);
      const signal = AbortSignal.any([this.#closed.signal, this.#wake.signal]);
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  async #restore(): Promise<boolean> {
    const restored = await this.#attemptAll('cached ', (list) =>
      list.restore(this.#diskCache, this.#closed.signal),
    );
    const built = await this.#attempt('index', () => this.#rebuild());
    return restored && built;
  }

  /** Refreshes all lists and returns whether all succeeded. Concurrent calls share one refresh. */
  #refresh(): Promise<boolean> {
    this.#refreshing ??= this.#refreshAll().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refreshAll(): Promise<boolean> {
    const refreshed = await this.#attemptAll('', (list) => list.refresh(this.#closed.signal));
    const rebuilt = await this.#attempt('index', async () => {
      if (this.#indexDigest !== this.#listsDigest()) await this.#rebuild();
    });
    if (!this.#closed.signal.aborted) {
      this.#saving = this.#attemptAll('cached ', (list) => list.save(this.#diskCache));
      await this.#saving;
    }
    return rebuilt && refreshed;
  }

  async #attemptAll(prefix: string, step: (list: RemoteList<unknown>) => Promise<unknown>): Promise<boolean> {
    const attempts = this.#allLists().map((list) => this.#attempt(`${prefix}${list.name}`, () => step(list)));
    return (await Promise.all(attempts)).every(Boolean);
  }

  /** Runs one step and returns whether it succeeded. A failure is reported; the next refresh tries again. */
  async #attempt(name: string, step: () => Promise<unknown>): Promise<boolean> {
    try {
      await step();
      return true;
    } catch (error) {
      if (this.#closed.signal.aborted) return false;
      if (!(error instanceof ListLossError)) this.#observer.failed(name, error);
      else if (!error.isRepeated) this.#observer.rejected(name, error.message);
      return false;
    }
  }

  async #rebuild(): Promise<void> {
    const products = this.#products.content;
    if (products === null) return;
    const { category, language, publisher, author } = this.#collections;
    const digest = this.#listsDigest();
    this.#index = await buildIndex({
      products,
      collections: {
        category: category.content ?? [],
        language: language.content ?? [],
        publisher: publisher.content ?? [],
        author: author.content ?? [],
      },
    });
    // Set after the index: responses computed from the old index must not be cached under the new version.
    this.#indexDigest = digest;
    this.#observer.built(this.#index.products.count, this.#products.droppedCount);
  }

  #listsDigest(): string {
    return [this.#products, ...Object.values(this.#collections)].map((list) => list.digest).join(' ');
  }

  #contentLists(): RemoteList<unknown>[] {
    return [this.coupons, this.notifications, this.slides, this.marketingPosts];
  }

  #allLists(): RemoteList<unknown>[] {
    return [this.#products, ...Object.values(this.#collections), ...this.#contentLists()];
  }
}
