import { randomUUID } from 'node:crypto';
import type { KeyValueStore } from './key-value.ts';

/** How long a lease holds unless it is renewed, in seconds: so long a holder that died blocks others. */
const length = 3;

/**
 * A key of the store that one holder has, for as long as it lives: it renews the lease, and a holder
 * that was killed, or cut off from the store, loses it within seconds.
 */
export class DistributedLock {
  readonly #store: KeyValueStore;
  readonly #key: string;
  readonly #owner: string;
  readonly #renewal: NodeJS.Timeout;
  /** When it ends unless it is renewed, by this process's own clock. */
  #ends: number;

  /** Takes the key; null where somebody else has it. @throws {StoreUnavailableError} */
  static async take(store: KeyValueStore, key: string): Promise<DistributedLock | null> {
    const owner = randomUUID();
    const asked = performance.now();
    try {
      if (!(await store.setIfAbsent(key, owner, length))) return null;
    } catch (error) {
      // The store may have heard all the same.
      store.removeIfEqual(key, owner).catch(() => {});
      throw error;
    }
    return new DistributedLock(store, key, owner, asked);
  }

  private constructor(store: KeyValueStore, key: string, owner: string, asked: number) {
    this.#store = store;
    this.#key = key;
    this.#owner = owner;
    this.#ends = asked + length * 1000;
    this.#renewal = setInterval(() => void this.#renew(), (length * 1000) / 3).unref();
  }

  /**
   * Whether the key is still this holder's, with a third of its time left for what is begun now. The
   * clock decides, so a process that was held up knows it as soon as it goes on.
   */
  get isHeld(): boolean {
    return performance.now() < this.#ends - (length * 1000) / 3;
  }

  /** Gives the key up. Where the store cannot be told, the lease runs out by itself. */
  async end(): Promise<void> {
    clearInterval(this.#renewal);
    await this.#store.removeIfEqual(this.#key, this.#owner).catch(() => {});
  }

  async #renew(): Promise<void> {
    const asked = performance.now();
    try {
      const isOurs = await this.#store.extendIfEqual(this.#key, this.#owner, length);
      this.#ends = isOurs ? asked + length * 1000 : 0;
    } catch {
      // Without an answer it ends when it would have ended.
    }
  }
}
