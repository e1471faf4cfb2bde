import path from 'node:path';
import { FileStore } from '../storage/file-store.ts';
import type { KeyValueStore, SharedClock } from '../storage/key-value.ts';

/** Stores which sessions were revoked, in a file of the data directory, for a gateway without Redis. */
export class RevocationLog implements Pick<KeyValueStore, 'get' | 'set' | 'close'>, SharedClock {
  readonly #store: FileStore;
  #lastTimestamp: number;

  /** @throws the file system's errors. */
  static async open(dataDir: string): Promise<RevocationLog> {
    return new RevocationLog(await FileStore.open(path.join(dataDir, 'gateway', 'ended-sessions')));
  }

  private constructor(store: FileStore) {
    this.#store = store;
    // If the clock was set back meanwhile, a new session must not count as older than a stored revocation.
    const timestamps = store.values().map((value) => Number.parseInt(value, 10));
    this.#lastTimestamp = timestamps
      .filter(Number.isSafeInteger)
      .reduce((latest, timestamp) => Math.max(latest, timestamp), 0);
  }

  get(key: string): Promise<string | null> {
    return this.#store.get(key);
  }

  set(key: string, value: string, seconds: number): Promise<void> {
    return this.#store.set(key, value, seconds);
  }

  async nextTimestamp(): Promise<number> {
    this.#lastTimestamp = Math.max(Date.now(), this.#lastTimestamp + 1);
    return this.#lastTimestamp;
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}
