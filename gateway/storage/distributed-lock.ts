import { randomUUID } from 'node:crypto';
import type { KeyValueStore } from './key-value.ts';

/** The time to live of a lock that is not renewed: how long a holder that died blocks others. */
const leaseSeconds = 3;
const leaseMs = leaseSeconds * 1000;

/**
 * A lock on a key of the store. It is renewed as long as its holder lives; a holder that was killed, or
 * lost its connection to the store, loses the lock within seconds.
 */
export class DistributedLock {
  readonly #store: KeyValueStore;
  readonly #key: string;
  readonly #owner: string;
  readonly #renewal: NodeJS.Timeout;
  /** When the lock ends unless it is renewed, in milliseconds of this process's monotonic clock. */
  #expiresAt: number;

  /** Acquires the lock; null if another holder has it. @throws {StoreUnavailableError} */
  static async acquire(store: KeyValueStore, key: string): Promise<DistributedLock | null> {
    const owner = randomUUID();
    const requestedAt = performance.now();
    try {
      if (!(await store.setIfAbsent(key, owner, leaseSeconds))) return null;
    } catch (error) {
      // The store may have executed the command although its response was lost.
      store.removeIfEqual(key, owner).catch(() => {});
      throw error;
    }
    return new DistributedLock(store, key, owner, requestedAt);
  }

  private constructor(store: KeyValueStore, key: string, owner: string, requestedAt: number) {
    this.#store = store;
    this.#key = key;
    this.#owner = owner;
    this.#expiresAt = requestedAt + leaseMs;
    this.#renewal = setInterval(() => void this.#renew(), leaseMs / 3).unref();
  }

  /**
   * Whether this holder still has the lock, with a third of the lease left for the operation it is about
   * to start. It depends on the clock alone, so a process that was suspended knows at once.
   */
  get isHeld(): boolean {
    return performance.now() < this.#expiresAt - leaseMs / 3;
  }

  /** Releases the lock. If the store does not respond, the lease expires. */
  async release(): Promise<void> {
    clearInterval(this.#renewal);
    await this.#store.removeIfEqual(this.#key, this.#owner).catch(() => {});
  }

  async #renew(): Promise<void> {
    const requestedAt = performance.now();
    try {
      const isStillHeld = await this.#store.extendIfEqual(this.#key, this.#owner, leaseSeconds);
      this.#expiresAt = isStillHeld ? requestedAt + leaseMs : 0;
    } catch {
      // Without a response, the lease expires when it would have expired anyway.
    }
  }
}
