/** An answer as it goes over the wire. */
export interface CachedResponse {
  /** Names and values of its headers in turn. */
  head: readonly string[];
  bytes: Buffer;
}

const mostBytes = 64 * 1024 * 1024;
const longestAnswer = 512 * 1024;

/**
 * Whole answers to visitors' queries, found by the text of the request before it is parsed. All of
 * them are dropped as soon as the catalogue's version is another.
 */
export class ResponseCache {
  readonly #currentVersion: () => string;
  readonly #answers = new Map<string, CachedResponse>();
  #version = '';
  #bytes = 0;

  /** @param currentVersion version of what answers are made from; empty while it is not loaded. */
  constructor(currentVersion: () => string) {
    this.#currentVersion = currentVersion;
  }

  get version(): string {
    return this.#currentVersion();
  }

  get(key: string): CachedResponse | undefined {
    this.#dropOutdated();
    const answer = this.#answers.get(key);
    if (answer === undefined) return undefined;
    // The latest used stands last, so that the first is the one to give way.
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    return answer;
  }

  /** Keeps an answer that was begun under `version`, unless the catalogue changed in between. */
  keep(key: string, version: string, answer: CachedResponse): void {
    this.#dropOutdated();
    if (version === '' || version !== this.#version || this.#answers.has(key)) return;
    const size = sizeOf(key, answer);
    if (size > longestAnswer) return;
    this.#answers.set(key, answer);
    this.#bytes += size;
    for (const [oldest, given] of this.#answers) {
      if (this.#bytes <= mostBytes) break;
      this.#answers.delete(oldest);
      this.#bytes -= sizeOf(oldest, given);
    }
  }

  #dropOutdated(): void {
    const version = this.#currentVersion();
    if (version === this.#version) return;
    this.#version = version;
    this.#answers.clear();
    this.#bytes = 0;
  }
}

function sizeOf(key: string, { head, bytes }: CachedResponse): number {
  const headLength = head.reduce((length, part) => length + part.length, 0);
  return key.length * 2 + headLength + bytes.length;
}
