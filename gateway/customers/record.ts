import { setTimeout as sleep } from 'node:timers/promises';
import type { RestClient } from '../rest/client.ts';
import { UpstreamRejectedError, UpstreamUnavailableError } from '../rest/errors.ts';
import type { ShopperRecord } from '../rest/user-schema.ts';
import { type LockHandle, LockLostError, type UserLock } from './user-lock.ts';

/** The REST host has no record of a signed-in shopper any more. */
export class ShopperNotFoundError extends Error {}

/** High because another gateway may write a whole queue of changes between two attempts. */
const maxWriteAttempts = 30;
const maxBackoffMs = 200;

/** A pure function that returns the changed record, or null if nothing has to be written. */
export type RecordChange = (record: ShopperRecord) => ShopperRecord | null;

/**
 * Reads and updates shoppers' records. The REST host can only replace whole records. An update therefore
 * reads the record, applies a pure change and writes conditionally, and is retried on a conflict. Updates
 * of one shopper run one at a time. Fields that the gateway does not know are preserved.
 */
export class CustomerRecords {
  readonly #rest: RestClient;
  readonly #lock: UserLock;

  constructor(rest: RestClient, lock: UserLock) {
    this.#rest = rest;
    this.#lock = lock;
  }

  /** Reads a record from the host; null if it has no such shopper. */
  async read(userId: string, signal?: AbortSignal): Promise<ShopperRecord | null> {
    return (await this.#rest.getShopper(userId, signal))?.record ?? null;
  }

  /**
   * Updates a record and returns the result. After a conflict, `change` is called again with a fresh record.
   *
   * @throws {ShopperNotFoundError}, {UpstreamRejectedError}, {UpstreamUnavailableError}, {StoreUnavailableError}
   */
  update(userId: string, change: RecordChange): Promise<ShopperRecord> {
    return this.#lock.run(userId, (lock) => this.#write(lock, userId, change));
  }

  /**
   * Makes a REST call that changes a shopper's record, then writes the changes that `reconcile` finds still
   * to be made, and returns the resulting record. `call` may run again: the fresh record that it receives
   * shows what the first run has done. Throws the errors of `update`.
   */
  callThenReconcile(
    userId: string,
    call: (record: ShopperRecord) => Promise<unknown>,
    reconcile: RecordChange,
  ): Promise<ShopperRecord> {
    return this.#lock.run(userId, async (lock) => {
      const before = await this.#readFresh(userId);
      await call(before.record);
      return this.#write(lock, userId, reconcile);
    });
  }

  async #write(lock: LockHandle, userId: string, change: RecordChange): Promise<ShopperRecord> {
    for (let attempt = 1; ; attempt += 1) {
      const { record, etag } = await this.#readFresh(userId);
      const changed = change(record);
      if (changed === null) return record;
      // Without an ETag, the host cannot detect that a late write overwrites the changes of others.
      if (etag === null && !lock.isHeld) throw new LockLostError();
      try {
        return await this.#rest.updateShopper(changed, etag);
      } catch (error) {
        const isConflict = error instanceof UpstreamRejectedError && error.status === 412;
        if (!isConflict || attempt === maxWriteAttempts) throw error;
      }
      await sleep(Math.random() * Math.min(maxBackoffMs, 20 * attempt));
    }
  }

  async #readFresh(userId: string) {
    const fresh = await this.#rest.getShopper(userId);
    if (fresh === null) throw new ShopperNotFoundError(`the REST host has no shopper ${userId}`);
    return fresh;
  }
}

/** Whether an error is a failure to write to the REST host, as opposed to a bug in the gateway. */
export function isWriteFailure(
  error: unknown,
): error is UpstreamRejectedError | UpstreamUnavailableError | ShopperNotFoundError {
  return (
    error instanceof UpstreamRejectedError ||
    error instanceof UpstreamUnavailableError ||
    error instanceof ShopperNotFoundError
  );
}
