import { setTimeout as pause } from 'node:timers/promises';
import type { RestClient } from '../rest/client.ts';
import { UpstreamRejectedError, UpstreamUnavailableError } from '../rest/errors.ts';
import type { ShopperRecord } from '../rest/user-schema.ts';
import { type LockHandle, LockLostError, type UserLock } from './user-lock.ts';

/** The REST host no longer has the shopper of a session. */
export class ShopperNotFoundError extends Error {}

/** High, since another gateway may write a whole queue of changes in between. */
const maxWriteAttempts = 30;
const maxBackoffMs = 200;

/** A pure change of a record. Returns null if nothing has to be written. */
export type RecordChange = (record: ShopperRecord) => ShopperRecord | null;

/**
 * Reads and changes shoppers' records. The REST host only writes whole records. So a change is a fresh
 * read, a pure change of what was read, and a conditional write, one at a time per shopper and retried
 * on a conflict. Fields that the gateway does not know are preserved.
 */
export class CustomerRecords {
  readonly #rest: RestClient;
  readonly #lock: UserLock;

  constructor(rest: RestClient, lock: UserLock) {
    this.#rest = rest;
    this.#lock = lock;
  }

  /** A fresh record; null if the host has no such shopper. */
  async read(userId: string, signal?: AbortSignal): Promise<ShopperRecord | null> {
    return (await this.#rest.getShopper(userId, signal))?.record ?? null;
  }

  /**
   * Changes a record and returns the result. `change` is called again, with a fresh record, after a
   * conflict.
   *
   * @throws {ShopperNotFoundError}, {UpstreamRejectedError}, {UpstreamUnavailableError}, {StoreUnavailableError}
   */
  update(userId: string, change: RecordChange): Promise<ShopperRecord> {
    return this.#lock.run(userId, (lock) => this.#write(lock, userId, change));
  }

  /**
   * Sends a call that changes a shopper's record at the host, and then writes what `reconcile` still
   * finds to change. Returns the resulting record. `call` may run again with a fresh record, which shows
   * what it has done already. Throws like `update`.
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
      // A host that does not compare versions would let a late write undo what others wrote since.
      if (etag === null && !lock.isHeld) throw new LockLostError();
      try {
        return await this.#rest.updateShopper(changed, etag);
      } catch (error) {
        const isConflict = error instanceof UpstreamRejectedError && error.status === 412;
        if (!isConflict || attempt === maxWriteAttempts) throw error;
      }
      await pause(Math.random() * Math.min(maxBackoffMs, 20 * attempt));
    }
  }

  async #readFresh(userId: string) {
    const fresh = await this.#rest.getShopper(userId);
    if (fresh === null) throw new ShopperNotFoundError(`shopper ${userId}`);
    return fresh;
  }
}

/** Whether an error means that a shopper's write was not made, as opposed to a bug of the gateway. */
export function isWriteFailure(
  error: unknown,
): error is UpstreamRejectedError | UpstreamUnavailableError | ShopperNotFoundError {
  return (
    error instanceof UpstreamRejectedError ||
    error instanceof UpstreamUnavailableError ||
    error instanceof ShopperNotFoundError
  );
}
