import { LRUCache } from 'lru-cache';
import type { KeyValueStore } from './key-value.ts';

const maxKeys = 100_000;
const purgeIntervalMs = 60_000;

/** Stores values in the memory of this process. A new key beyond the limit evicts the least recently used one. */
export class MemoryStore implements KeyValueStore {
  readonly state = 'own';
  // The time to live counts by the wall clock, like that of the other stores.
  readonly #values = new LRUCache<string, string>({
    max: maxKeys,
    ttlResolution: 0,
    perf: { now: () => Date.now() },
  });
  readonly #purgeTimer = setInterval(() => this.#values.purgeStale(), purgeIntervalMs).unref();

  async get(key: string): Promise<string | null> {
    return this.#values.get(key) ?? null;
  }

  async set(key: string, value: string, ttlSeconds: number): Promise<void> {
    this.#values.set(key, value, { ttl: Math.ceil(ttlSeconds * 1000) });
  }

  async setIfAbsent(key: string, value: string, ttlSeconds: number): Promise<boolean> {
    if (this.#values.has(key)) return false;
    await this.set(key, value, ttlSeconds);
    return true;
  }

  async extendIfEqual(key: string, value: string, ttlSeconds: number): Promise<boolean> {
    if (this.#values.get(key) !== value) return false;
    await this.set(key, value, ttlSeconds);
    return true;
  }

  async take(key: string): Promise<string | null> {
    const value = this.#values.get(key) ?? null;
    this.#values.delete(key);
    return value;
  }

  async removeIfEqual(key: string, value: string): Promise<void> {
    if (this.#values.get(key) === value) this.#values.delete(key);
  }

  async close(): Promise<void> {
    clearInterval(this.#purgeTimer);
    this.#values.clear();
  }
}
