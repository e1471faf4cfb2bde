/** A response body with its headers. */
export interface CachedResponse {
  /** Header names and values, alternating. */
  headers: readonly string[];
  bytes: Buffer;
}

const maxCacheBytes = 64 * 1024 * 1024;
const maxResponseBytes = 512 * 1024;

/**
 * Least-recently-used cache of responses to visitors' queries. The keys are built from the request
 * before it is parsed. A new version of the catalogue empties the cache.
 */
export class ResponseCache {
  readonly #currentVersion: () => string;
  readonly #responses = new Map<string, CachedResponse>();
  #version = '';
  #bytes = 0;

  /** @param currentVersion version of the data that responses are made from; empty until it is loaded. */
  constructor(currentVersion: () => string) {
    this.#currentVersion = currentVersion;
  }

  get version(): string {
    return this.#currentVersion();
  }

  get(key: string): CachedResponse | undefined {
    this.#clearIfOutdated();
    const response = this.#responses.get(key);
    if (response === undefined) return undefined;
    // A Map iterates in insertion order, so the least recently used entry is always the first.
    this.#responses.delete(key);
    this.#responses.set(key, response);
    return response;
  }

  /** Stores a response whose execution began under `version`, unless the version has changed since. */
  set(key: string, version: string, response: CachedResponse): void {
    this.#clearIfOutdated();
    if (version === '' || version !== this.#version || this.#responses.has(key)) return;
    const size = sizeInBytes(key, response);
    if (size > maxResponseBytes) return;
    this.#responses.set(key, response);
    this.#bytes += size;
    for (const [oldestKey, oldest] of this.#responses) {
      if (this.#bytes <= maxCacheBytes) break;
      this.#responses.delete(oldestKey);
      this.#bytes -= sizeInBytes(oldestKey, oldest);
    }
  }

  #clearIfOutdated(): void {
    const version = this.#currentVersion();
    if (version === this.#version) return;
    this.#version = version;
    this.#responses.clear();
    this.#bytes = 0;
  }
}

/** JavaScript strings take up to two bytes per character. */
function sizeInBytes(key: string, { headers, bytes }: CachedResponse): number {
  const headerLength = headers.reduce((length, part) => length + part.length, 0);
  return key.length * 2 + headerLength + bytes.length;
}
