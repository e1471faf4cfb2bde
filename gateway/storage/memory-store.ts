import type { KeyValueStore } from './key-value.ts';

interface Entry {
  value: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** A new key beyond this number evicts the one that was set the longest time ago. */
const maxKeys = 100_000;

/** Stores values in the memory of this process. */
export class MemoryStore implements KeyValueStore {
  readonly state = 'own';
  readonly #entries = new Map<string, Entry>();
  readonly #sweeper = setInterval(() => this.#sweep(), 60_000).unref();

  async get(key: string): Promise<string | null> {
    return this.#getUnexpired(key);
  }

  async set(key: string, value: string, ttlSeconds: number): Promise<void> {
    this.#entries.delete(key);
    this.#entries.set(key, { value, expiresAt: Date.now() + ttlSeconds * 1000 });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > maxKeys && oldest !== undefined) this.#entries.delete(oldest);
  }

  async setIfAbsent(key: string, value: string, ttlSeconds: number): Promise<boolean> {
    if (this.#getUnexpired(key) !== null) return false;
    await this.set(key, value, ttlSeconds);
    return true;
  }

  async extendIfEqual(key: string, value: string, ttlSeconds: number): Promise<boolean> {
    if (this.#getUnexpired(key) !== value) return false;
    await this.set(key, value, ttlSeconds);
    return true;
  }

  async take(key: string): Promise<string | null> {
    const value = this.#getUnexpired(key);
    this.#entries.delete(key);
    return value;
  }

  async removeIfEqual(key: string, value: string): Promise<void> {
    if (this.#getUnexpired(key) === value) this.#entries.delete(key);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    this.#entries.clear();
  }

  #getUnexpired(key: string): string | null {
    const entry = this.#entries.get(key);
    if (entry === undefined) return null;
    if (entry.expiresAt > Date.now()) return entry.value;
    this.#entries.delete(key);
    return null;
  }

  #sweep(): void {
    const now = Date.now();
    for (const [key, { expiresAt }] of this.#entries) if (expiresAt <= now) this.#entries.delete(key);
  }
}
