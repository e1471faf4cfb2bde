/** Bounds of the cache: what it holds at most, whichever is reached first. */
interface PageCacheLimits {
  pages: number;
  /** Of all pages together. */
  bytes: number;
}

/** A rendering that is under way, and how many wait for it. */
interface Rendering<Page> {
  page: Promise<Page>;
  waiting: number;
  /** Ends when nobody waits any more. */
  abandoned: AbortController;
}

/**
 * Rendered pages in memory, the least recently used dropped first, and all of them when the version
 * of the catalogue changes. Requests for one page that is not there yet share one rendering, which is
 * told when all of them have left.
 */
export class PageCache<Page extends { size: number }> {
  readonly #limits: PageCacheLimits;
  readonly #pages = new Map<string, Page>();
  readonly #rendering = new Map<string, Rendering<Page>>();
  #version = '';
  #bytes = 0;

  constructor(limits: PageCacheLimits) {
    this.#limits = limits;
  }

  /** The page kept under this key; undefined for one that has to be rendered. */
  find(key: string, version: string): Page | undefined {
    if (version !== this.#version) this.#clear(version);
    const kept = this.#pages.get(key);
    if (kept === undefined) return undefined;
    this.#pages.delete(key);
    this.#pages.set(key, kept);
    return kept;
  }

  /**
   * The page kept under this key, else the one that `render` gives, kept when `keep` says so.
   *
   * @param caller ends when who asks has left.
   */
  async get(
    key: string,
    version: string,
    render: (abandoned: AbortSignal) => Promise<Page>,
    keep: (page: Page) => boolean,
    caller?: AbortSignal,
  ): Promise<Page> {
    const kept = this.find(key, version);
    if (kept !== undefined) return kept;
    caller?.throwIfAborted();
    const shared = `${version} ${key}`;
    const rendering = this.#rendering.get(shared) ?? this.#start(shared, render);
    rendering.waiting += 1;
    caller?.addEventListener('abort', () => this.#leave(shared, rendering), { once: true });
    const page = await rendering.page;
    if (version === this.#version && keep(page)) this.#put(key, page);
    return page;
  }

  #start(shared: string, render: (abandoned: AbortSignal) => Promise<Page>): Rendering<Page> {
    const abandoned = new AbortController();
    const page = render(abandoned.signal).finally(() => this.#forget(shared, rendering));
    const rendering: Rendering<Page> = { page, waiting: 0, abandoned };
    this.#rendering.set(shared, rendering);
    return rendering;
  }

  #leave(shared: string, rendering: Rendering<Page>): void {
    rendering.waiting -= 1;
    if (rendering.waiting > 0) return;
    // Whoever asks from now on gets a rendering that nobody has given up.
    this.#forget(shared, rendering);
    rendering.abandoned.abort();
  }

  #forget(shared: string, rendering: Rendering<Page>): void {
    if (this.#rendering.get(shared) === rendering) this.#rendering.delete(shared);
  }

  #put(key: string, page: Page): void {
    if (this.#pages.has(key)) return;
    this.#pages.set(key, page);
    this.#bytes += page.size;
    for (const [oldest, { size }] of this.#pages) {
      if (this.#pages.size <= this.#limits.pages && this.#bytes <= this.#limits.bytes) return;
      this.#pages.delete(oldest);
      this.#bytes -= size;
    }
  }

  #clear(version: string): void {
    this.#pages.clear();
    this.#bytes = 0;
    this.#version = version;
  }
}
