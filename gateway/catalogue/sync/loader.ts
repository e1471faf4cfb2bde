import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RestClient } from '../../rest/client.ts';
import { buildIndex, type CatalogueIndex } from '../index.ts';
import type { ListDiskCache } from './list-disk-cache.ts';
import { ListLossError } from './list-loss.ts';
import { RemoteList } from './remote-list.ts';

/** Times in milliseconds. */
export interface LoaderTimes {
  /** Between two refreshes. */
  refreshIntervalMs: number;
  /** Before the first new try after a failure; it doubles with each further one, up to `refreshIntervalMs`. */
  firstRetryMs: number;
}

export const loaderTimes: LoaderTimes = { refreshIntervalMs: 30_000, firstRetryMs: 500 };

/** How long changes are gathered before a refresh that somebody asked for, in milliseconds. */
const soon = 1_000;

/** A catalogue that the host did not confirm at the last try. */
export interface Staleness {
  /** When the host last confirmed it, in milliseconds of the epoch. */
  confirmedAt: number;
  /** The time since then, in steps of ten seconds. */
  ageSeconds: number;
}

/** Told of what happens in the background. */
export interface LoaderObserver {
  failed(list: string, error: unknown): void;
  /** The host's answer was not taken, for what it lacks; told once until one is taken. */
  refused(list: string, loss: string): void;
  built(products: number, dropped: number): void;
}

/**
 * Keeps the catalogue and the home page's contents up to date in the background. What is there
 * stays while the host is down, also over a restart; requests never wait for a refresh.
 */
export class CatalogueLoader {
  readonly coupons;
  readonly notifications;
  readonly slides;
  readonly marketingPosts;
  readonly #products;
  readonly #shelves;
  readonly #kept: ListDiskCache;
  readonly #times: LoaderTimes;
  readonly #observer: LoaderObserver;
  readonly #stopped = new AbortController();
  #index: CatalogueIndex | null = null;
  /** Digests of the lists the index was built from. */
  #indexState = '';
  #state = '';
  #version = '';
  #wake = new AbortController();
  #cycle: Promise<boolean> | null = null;
  #soon: NodeJS.Timeout | undefined;
  #keeping: Promise<unknown> = Promise.resolve();

  /** @param maxLossPercent how much of a list one refresh may take from it. */
  constructor(
    rest: RestClient,
    kept: ListDiskCache,
    observer: LoaderObserver,
    maxLossPercent: number,
    times: LoaderTimes = loaderTimes,
  ) {
    this.#kept = kept;
    this.#observer = observer;
    this.#times = times;
    this.#products = new RemoteList('products', rest.products, maxLossPercent);
    this.#shelves = {
      category: new RemoteList('categories', rest.categories, maxLossPercent),
      language: new RemoteList('languages', rest.languages, maxLossPercent),
      publisher: new RemoteList('publishers', rest.publishers, maxLossPercent),
      author: new RemoteList('authors', rest.authors, maxLossPercent),
    };
    this.coupons = new RemoteList('coupons', rest.coupons, maxLossPercent);
    this.notifications = new RemoteList('notifications', rest.notifications, maxLossPercent);
    this.slides = new RemoteList('slides', rest.slides, maxLossPercent);
    this.marketingPosts = new RemoteList('marketingPosts', rest.marketingPosts, maxLossPercent);
  }

  /** The catalogue; null before the first load. */
  get index(): CatalogueIndex | null {
    return this.#index;
  }

  /**
   * Changes whenever anything a visitor sees changed; equal in all processes that hold the same.
   * Empty before the first load.
   */
  get version(): string {
    if (this.#index === null) return '';
    const state = [this.#indexState, ...this.#contents().map((list) => list.digest)].join(' ');
    if (state !== this.#state) {
      this.#state = state;
      this.#version = hash('sha256', state, 'base64url').slice(0, 16);
    }
    return this.#version;
  }

  /** When the host last confirmed the products, in milliseconds of the epoch; null before the first load. */
  get refreshedAt(): number | null {
    return this.#products.refreshedAt;
  }

  /** How stale the catalogue is; null while the host confirms it, and before the first load. */
  get staleness(): Staleness | null {
    const { refreshedAt: confirmedAt, isConfirmed } = this.#products;
    if (this.#index === null || confirmedAt === null || isConfirmed) return null;
    return { confirmedAt, ageSeconds: Math.max(0, Math.floor((Date.now() - confirmedAt) / 10_000) * 10) };
  }

  /** Whether the last try to load the products failed. */
  get failed(): boolean {
    return this.#products.failed;
  }

  /** What was lost in each list, by its name; null where the host's last answer was taken. */
  losses(): Map<string, string | null> {
    return new Map(this.#all().map((list) => [list.name, list.loss]));
  }

  /** The lists that were never loaded. */
  missing(): string[] {
    return this.#all()
      .filter((list) => list.content === null)
      .map((list) => list.name);
  }

  /** Takes what was kept, then refreshes until `close`. */
  start(): void {
    this.#cycle = this.#restore().finally(() => {
      this.#cycle = null;
    });
    void this.#run();
  }

  /** Ends what it asks of the host; what is being written is written to its end. */
  async close(): Promise<void> {
    clearTimeout(this.#soon);
    this.#stopped.abort();
    this.#wake.abort();
    await this.#keeping;
  }

  /** Refreshes within a second, once however many ask: something is known to have changed. */
  refreshSoon(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.#wake.abort();
    }, soon).unref();
  }

  /** Refreshes at once instead of at the next turn; gives when that is done, failed or not. */
  async refreshNow(): Promise<void> {
    await this.#cycle;
    await this.#refresh();
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#stopped.signal.aborted) {
      await this.#cycle;
      // Made before the refresh: what is asked for while one runs may be too late for it, and starts the next.
      this.#wake = new AbortController();
      const succeeded = await this.#refresh();
      failures = succeeded ? 0 : failures + 1;
      const { refreshIntervalMs, firstRetryMs } = this.#times;
      const rest = succeeded
        ? refreshIntervalMs
        : Math.min(refreshIntervalMs, firstRetryMs * 2 ** (failures - 1));
      const signal = AbortSignal.any([this.#stopped.signal, this.#wake.signal]);
      await pause(rest * (0.9 + Math.random() * 0.2), undefined, { signal, ref: false }).catch(() => {});
    }
  }

  async #restore(): Promise<boolean> {
    const restored = await Promise.all(
      this.#all().map((list) =>
        this.#attempt(`kept ${list.name}`, () => list.restore(this.#kept, this.#stopped.signal)),
      ),
    );
    return (await this.#attempt('index', () => this.#rebuild())) && restored.every(Boolean);
  }

  /** Refreshes all lists, once however many wait for it; whether all could be. */
  #refresh(): Promise<boolean> {
    this.#cycle ??= this.#refreshAll().finally(() => {
      this.#cycle = null;
    });
    return this.#cycle;
  }

  async #refreshAll(): Promise<boolean> {
    const refreshed = await Promise.all(
      this.#all().map((list) => this.#attempt(list.name, () => list.refresh(this.#stopped.signal))),
    );
    const rebuilt = await this.#attempt('index', async () => {
      if (this.#isIndexOutdated()) await this.#rebuild();
    });
    if (!this.#stopped.signal.aborted) {
      this.#keeping = Promise.all(
        this.#all().map((list) => this.#attempt(`kept ${list.name}`, () => list.keep(this.#kept))),
      );
      await this.#keeping;
    }
    return rebuilt && refreshed.every(Boolean);
  }

  /** Whether the work could be done; what failed is told, and tried again at the next turn. */
  async #attempt(name: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (this.#stopped.signal.aborted) return false;
      if (!(error instanceof ListLossError)) this.#observer.failed(name, error);
      else if (!error.isRepeated) this.#observer.refused(name, error.message);
      return false;
    }
  }

  #isIndexOutdated(): boolean {
    return this.#indexState !== this.#listsState();
  }

  #listsState(): string {
    return [this.#products, ...Object.values(this.#shelves)].map((list) => list.digest).join(' ');
  }

  async #rebuild(): Promise<void> {
    const products = this.#products.content;
    if (products === null) return;
    const { category, language, publisher, author } = this.#shelves;
    const state = this.#listsState();
    this.#index = await buildIndex({
      products,
      shelves: {
        category: category.content ?? [],
        language: language.content ?? [],
        publisher: publisher.content ?? [],
        author: author.content ?? [],
      },
    });
    // Only now: answers made from the index before belong to the version before.
    this.#indexState = state;
    this.#observer.built(this.#index.products.count, this.#products.dropped);
  }

  #contents(): RemoteList<unknown>[] {
    return [this.coupons, this.notifications, this.slides, this.marketingPosts];
  }

  #all(): RemoteList<unknown>[] {
    return [this.#products, ...Object.values(this.#shelves), ...this.#contents()];
  }
}
