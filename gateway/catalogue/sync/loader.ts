import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { mapDimensions } from '../../domain/product.ts';
import type { ListCall } from '../../rest/catalogue-calls.ts';
import type { RestClient } from '../../rest/client.ts';
import { buildIndex, type CatalogueIndex } from '../catalogue-index.ts';
import type { ChangeLog } from './change-log.ts';
import { decodeProducts } from './decode-products.ts';
import type { ListDiskCache } from './list-disk-cache.ts';
import { ListLossError } from './list-loss.ts';
import { createRecordSource, RemoteList } from './remote-list.ts';
import { type StockChange, StockOverlay } from './stock-overlay.ts';

/** Times between refreshes. */
export interface LoaderTimes {
  /** Time between two refreshes. */
  refreshIntervalMs: number;
  /** Time before the first retry after a failure. It doubles with each failure, up to `refreshIntervalMs`. */
  firstRetryDelayMs: number;
}

export const loaderTimes: LoaderTimes = { refreshIntervalMs: 30_000, firstRetryDelayMs: 500 };

/** Requests for a refresh that arrive within this time share one refresh. */
const refreshDebounceMs = 1_000;

/** A refresh that has not begun. */
class UpcomingRefresh {
  /** Aborted to begin the refresh immediately. */
  readonly wake = new AbortController();
  /** Resolved when the refresh has ended, even if it failed, or when the loader is closed before it begins. */
  readonly ended = Promise.withResolvers<void>();
  debounce: NodeJS.Timeout | undefined;
}

/** Describes a catalogue that the host did not confirm in the last refresh. */
export interface Staleness {
  /** When the host last confirmed it, in milliseconds since the epoch. */
  confirmedAt: number;
  /** The time since then in seconds, rounded down to tens. */
  ageSeconds: number;
}

/** Receives the events of loading and refreshing, for the log. */
export interface LoaderObserver {
  /** @param step names the step that failed, for example `products`, `cached products` or `index`. */
  onFailure(step: string, error: unknown): void;
  /**
   * A response for a list was rejected because too much was missing. Called again for the same list only after one of
   * its responses has been accepted.
   */
  onRejection(list: string, loss: string): void;
  onBuild(productCount: number, droppedCount: number): void;
}

/**
 * Keeps the catalogue, the coupons, the notifications and the content of the home page up to date in the background.
 * While the host is down, the last good version remains in use, even after a restart. Once a list has been loaded,
 * requests do not wait for its refreshes, except an order that the host rejects because of outdated data.
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
  readonly #changeLog: ChangeLog;
  /** The head of the change log when the current refresh began. */
  #logHead: string | null = null;
  readonly #closed = new AbortController();
  readonly #firstAttemptEnded = Promise.withResolvers<void>();
  readonly #stock: StockOverlay;
  /** When the last successful request for the products was sent, as `performance.now()`. */
  #productsRequestedAt = 0;
  /** Digests of the lists the index was built from. */
  #indexDigest = '';
  /** Digests of all lists that clients see, and the version derived from them. */
  #contentDigest = '';
  #version = '';
  #nextRefresh = new UpcomingRefresh();
  #saving: Promise<unknown> = Promise.resolve();

  /** @param maxLossPercent the percentage of a list's records, or of a field's values, that a refresh may remove. */
  constructor(
    rest: RestClient,
    diskCache: ListDiskCache,
    changeLog: ChangeLog,
    observer: LoaderObserver,
    maxLossPercent: number,
    times: LoaderTimes,
  ) {
    this.#diskCache = diskCache;
    this.#changeLog = changeLog;
    this.#observer = observer;
    this.#times = times;
    this.#stock = new StockOverlay(
      (id) => rest.getProduct(id, this.#closed.signal),
      (error) => this.#reportFailure('stock', error),
    );
    const products = { call: rest.products, decodeBody: decodeProducts };
    this.#products = new RemoteList('products', products, diskCache, maxLossPercent);
    const createList = <Item>(name: string, call: ListCall<Item>) =>
      new RemoteList(name, createRecordSource(call), diskCache, maxLossPercent);
    this.#collections = {
      category: createList('categories', rest.categories),
      language: createList('languages', rest.languages),
      publisher: createList('publishers', rest.publishers),
      author: createList('authors', rest.authors),
    };
    this.coupons = createList('coupons', rest.coupons);
    this.notifications = createList('notifications', rest.notifications);
    this.slides = createList('slides', rest.slides);
    this.marketingPosts = createList('marketingPosts', rest.marketingPosts);
  }

  /** The catalogue; null before the first load. */
  get index(): CatalogueIndex | null {
    return this.#stock.index;
  }

  /**
   * Identifies the content that clients see, apart from stock that was read from the products' own records. Gateways
   * with equal content have the same version. Empty before the first load.
   */
  get version(): string {
    if (this.index === null) return '';
    const digest = [this.#indexDigest, ...this.#getContentLists().map((list) => list.digest)].join(' ');
    if (digest !== this.#contentDigest) {
      this.#contentDigest = digest;
      this.#version = hash('sha256', digest, 'base64url').slice(0, 16);
    }
    return this.#version;
  }

  /**
   * Increases when a product's own record differs in stock from the catalogue, and when a list that supersedes such a
   * record changes the stock again. A cache must not store a response that shows stock if this number has increased
   * since the execution began.
   */
  get stockVersion(): number {
    return this.#stock.version;
  }

  /** See `ChangeLog.revision`. It may increase without a new version of the catalogue. */
  get changeRevision(): number {
    return this.#changeLog.revision;
  }

  /**
   * Calls a listener after each change of stock that `stockVersion` counts. Caches then drop the responses that the
   * change affects; see `isAffected`.
   */
  onStockChanged(listener: (change: StockChange) => void): void {
    this.#stock.onChange(listener);
  }

  /** When the host last confirmed the products, in milliseconds since the epoch; null before the first load. */
  get confirmedAt(): number | null {
    return this.#products.confirmedAt;
  }

  /** How old the catalogue is; null while the host confirms it, and before the first load. */
  get staleness(): Staleness | null {
    const { confirmedAt, isFresh } = this.#products;
    if (this.index === null || confirmedAt === null || isFresh) return null;
    return { confirmedAt, ageSeconds: Math.max(0, Math.floor((Date.now() - confirmedAt) / 10_000) * 10) };
  }

  /**
   * Whether the last attempt to write each list to disk succeeded. A list that cannot be written cannot be loaded,
   * because it is decoded from its file.
   */
  get isWritable(): boolean {
    return this.#diskCache.isWritable;
  }

  /** What is missing from the host's last response for each list; null if it was accepted. */
  getLossByList(): Map<string, string | null> {
    return new Map(this.#getAllLists().map((list) => [list.name, list.loss]));
  }

  /** Returns the names of the lists that were never loaded. */
  getMissingListNames(): string[] {
    return this.#getAllLists()
      .filter((list) => list.content === null)
      .map((list) => list.name);
  }

  /** Resolves once there is a catalogue, or the first attempt to load it has failed. */
  get firstAttempt(): Promise<void> {
    return this.#firstAttemptEnded.promise;
  }

  /** Restores the lists from disk, then refreshes them until `close`. */
  start(): void {
    void this.#run();
  }

  /** Aborts requests to the host, and waits until the lists that are being saved are on disk. */
  async close(): Promise<void> {
    clearTimeout(this.#nextRefresh.debounce);
    this.#closed.abort();
    await this.#saving;
    await Promise.all(this.#getAllLists().map((list) => list.close()));
  }

  /**
   * Reads the stock of products again, after an order or its cancellation, or because the host reports that they are
   * sold out. If the stock of one of them cannot be updated, all lists are refreshed; see `refreshLists`. Resolves when
   * this has ended, even if it failed.
   */
  async refreshStock(productIds: readonly string[]): Promise<void> {
    if (!(await this.#stock.refresh(productIds))) await this.refreshLists();
  }

  /** Reads the coupons again, because the host has rejected an order's coupon or total. Resolves even if this failed. */
  async refreshCoupons(): Promise<void> {
    await this.#attempt('coupons', () => this.coupons.refresh(this.#closed.signal));
  }

  /**
   * Requests a refresh of all lists. It begins within a second, or else as soon as a running refresh has ended.
   * Resolves when a refresh that began after the call has ended, even if it failed, or when the loader is closed.
   */
  refreshLists(): Promise<void> {
    const next = this.#nextRefresh;
    next.debounce ??= setTimeout(() => next.wake.abort(), refreshDebounceMs).unref();
    return next.ended.promise;
  }

  async #run(): Promise<void> {
    await this.#restore();
    let failures = 0;
    while (!this.#closed.signal.aborted) {
      const current = this.#nextRefresh;
      // From now on, calls of `refreshLists` wait for the next refresh, because this one may read a list before the
      // change on the host that led to the call.
      this.#nextRefresh = new UpcomingRefresh();
      const succeeded = await this.#refresh();
      this.#firstAttemptEnded.resolve();
      current.ended.resolve();
      failures = succeeded ? 0 : failures + 1;
      const { refreshIntervalMs, firstRetryDelayMs } = this.#times;
      const retryDelayMs = Math.min(refreshIntervalMs, firstRetryDelayMs * 2 ** (failures - 1));
      // Jitter keeps several gateways from refreshing at the same moment.
      const pauseMs = (succeeded ? refreshIntervalMs : retryDelayMs) * (0.9 + Math.random() * 0.2);
      const signal = AbortSignal.any([this.#closed.signal, this.#nextRefresh.wake.signal]);
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    }
    this.#nextRefresh.ended.resolve();
  }

  async #restore(): Promise<void> {
    await this.#attempt('cached lists', () => this.#diskCache.deleteAbandonedFiles());
    await this.#attempt('product changes', () => this.#changeLog.read());
    await this.#attemptAll('cached ', (list) => list.restore(this.#closed.signal));
    await this.#attempt('index', () => this.#rebuild());
  }

  /** Refreshes all lists, then the index, and saves the lists. Returns whether both refreshes succeeded. */
  async #refresh(): Promise<boolean> {
    const requestedAt = performance.now();
    this.#logHead = this.#changeLog.head;
    const refreshed = await this.#attemptAll('', (list) => list.refresh(this.#closed.signal));
    if (this.#products.isFresh) this.#productsRequestedAt = requestedAt;
    const rebuilt = await this.#attempt('index', async () => {
      if (this.#indexDigest !== this.#joinDigests()) await this.#rebuild();
      else {
        await this.#recordChanges(this.index);
        this.#stock.rebase(this.#productsRequestedAt);
      }
    });
    if (!this.#closed.signal.aborted) {
      this.#saving = this.#attemptAll('cached ', (list) => list.save());
      await this.#saving;
    }
    return rebuilt && refreshed;
  }

  async #attemptAll(prefix: string, step: (list: RemoteList<unknown>) => Promise<unknown>): Promise<boolean> {
    const attempts = this.#getAllLists().map((list) =>
      this.#attempt(`${prefix}${list.name}`, () => step(list)),
    );
    return (await Promise.all(attempts)).every(Boolean);
  }

  /** Runs one step and returns whether it succeeded. Reports a failure instead of throwing it. */
  async #attempt(name: string, step: () => Promise<unknown>): Promise<boolean> {
    try {
      await step();
      return true;
    } catch (error) {
      this.#reportFailure(name, error);
      return false;
    }
  }

  #reportFailure(name: string, error: unknown): void {
    if (this.#closed.signal.aborted) return;
    if (!(error instanceof ListLossError)) this.#observer.onFailure(name, error);
    else if (!error.isRepeated) this.#observer.onRejection(name, error.message);
  }

  async #rebuild(): Promise<void> {
    const products = this.#products.content;
    if (products === null) return;
    const digest = this.#joinDigests();
    const index = await buildIndex({
      products,
      collections: mapDimensions((dimension) => this.#collections[dimension].content ?? []),
    });
    // Before the index is used: a client must not receive a cursor whose version is not in the log.
    await this.#recordChanges(index);
    this.#stock.rebase(this.#productsRequestedAt, index);
    // Set after the index: responses computed from the old index must not be cached under the new version.
    this.#indexDigest = digest;
    this.#firstAttemptEnded.resolve();
    this.#observer.onBuild(index.products.count, this.#products.droppedCount);
  }

  /** Records the changes of a refresh if the host has confirmed the products. */
  async #recordChanges(index: CatalogueIndex | null): Promise<void> {
    if (index === null || !this.#products.isFresh) return;
    await this.#attempt('product changes', () => this.#changeLog.record(this.index, index, this.#logHead));
  }

  #joinDigests(): string {
    return [this.#products, ...Object.values(this.#collections)].map((list) => list.digest).join(' ');
  }

  #getContentLists(): RemoteList<unknown>[] {
    return [this.coupons, this.notifications, this.slides, this.marketingPosts];
  }

  #getAllLists(): RemoteList<unknown>[] {
    return [this.#products, ...Object.values(this.#collections), ...this.#getContentLists()];
  }
}
