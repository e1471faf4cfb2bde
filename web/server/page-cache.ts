/** Bounds of the cache: what it holds at most, whichever is reached first. */
interface PageCacheLimits {
  pages: number;
  /** Of all pages together. */
  bytes: number;
}

/**
 * Rendered pages in memory, the least recently used dropped first, and all of them when the version
 * of the catalogue changes. Requests for one page that is not there yet share one rendering.
 */
export class PageCache<Page extends { size: number }> {
  readonly #limits: PageCacheLimits;
  readonly #pages = new Map<string, Page>();
  readonly #rendering = new Map<string, Promise<Page>>();
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

  /** The page kept under this key, else the one that `render` gives, kept when `keep` says so. */
  async get(
    key: string,
    version: string,
    render: () => Promise<Page>,
    keep: (page: Page) => boolean,
  ): Promise<Page> {
    const kept = this.find(key, version);
    if (kept !== undefined) return kept;
    const shared = `${version} ${key}`;
    const running = this.#rendering.get(shared) ?? this.#start(shared, render);
    const page = await running;
    if (version === this.#version && keep(page)) this.#put(key, page);
    return page;
  }

  #start(shared: string, render: () => Promise<Page>): Promise<Page> {
    const running = render().finally(() => this.#rendering.delete(shared));
    this.#rendering.set(shared, running);
    return running;
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
