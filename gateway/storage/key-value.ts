import { ReplyError } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { describeReason } from '../domain/describe-reason.ts';

/**
 * A small key-value store of strings: in this process, in a file, or in Redis, where several gateways
 * share it. Every method except `close` throws {StoreUnavailableError} when Redis does not respond or rejects
 * the command. Those that write also throw it when the file cannot be written.
 */
export interface KeyValueStore {
  /**
   * `in-process` for a store in this process's memory or files, `available` for a shared one; `unavailable` while it
   * cannot be reached or written.
   */
  readonly state: 'in-process' | 'available' | 'unavailable';
  get(key: string): Promise<string | null>;
  set(key: string, value: string, ttlSeconds: number): Promise<void>;
  /** Sets the value unless the key exists. Returns whether it was set. */
  setIfAbsent(key: string, value: string, ttlSeconds: number): Promise<boolean>;
  /** Restarts the time to live of a key if it has exactly this value. Returns whether it had this value. */
  extendIfEqual(key: string, value: string, ttlSeconds: number): Promise<boolean>;
  /** Returns and removes a value atomically: only one of several concurrent callers gets it. */
  take(key: string): Promise<string | null>;
  /** Removes a key that has exactly this value. */
  removeIfEqual(key: string, value: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Orders events across gateways, whose own clocks differ and may be set back. Each timestamp is greater
 * than every one returned before: milliseconds since the epoch, ahead of the real time if necessary.
 */
export interface SharedClock {
  /** @throws {StoreUnavailableError} */
  getNextTimestamp(): Promise<number>;
}

/**
 * A store does not respond or cannot be written. The error has no `cause`, since the Redis client's errors contain the
 * values of the command.
 */
export class StoreUnavailableError extends Error {
  /** Whether Redis responded, but rejected a command. */
  readonly isRejection: boolean;

  constructor(reason: unknown, problem = 'the store is unavailable') {
    super(`${problem}: ${describeStoreFailure(reason)}`);
    this.isRejection = reason instanceof ReplyError;
  }
}

/** Why a store failed. For a lost connection, the message of the Redis client is about one of its own options. */
function describeStoreFailure(reason: unknown): string {
  const text = describeReason(reason);
  return /maxRetriesPerRequest|enableOfflineQueue/.test(text) ? 'not connected' : text;
}

const maxKeys = 100_000;
const purgeIntervalMs = 60_000;

/** Stores values in the memory of this process. A new key beyond the limit evicts the least recently used one. */
export class MemoryStore implements KeyValueStore {
  readonly state = 'in-process';
  // The time to live is measured by the wall clock, as in the other stores.
  readonly #values = new LRUCache<string, string>({
    // Unlike `max`, this allocates no memory for keys that may never exist.
    maxSize: maxKeys,
    sizeCalculation: () => 1,
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
