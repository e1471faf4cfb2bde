import { setTimeout as pause } from 'node:timers/promises';
import type { RestClient } from '../rest/client.ts';
import { UpstreamRejectedError, UpstreamUnavailableError } from '../rest/errors.ts';
import type { ShopperRecord } from '../rest/user-schema.ts';
import { LockLostError, type Turn, type UserLock } from './user-lock.ts';

/** A shopper of a session whom the REST host no longer has. */
export class ShopperNotFoundError extends Error {}

/** How often a write is tried when somebody else wrote in between: another gateway may write a whole queue. */
const attempts = 30;
/** The longest pause between two tries, in milliseconds. */
const longestPause = 200;

/**
 * Reads and changes shoppers' records. The REST host knows whole records only, so a change is a
 * fresh read, a pure change of it and a conditional write, one at a time per shopper, tried again
 * when somebody else wrote in between. Fields the gateway does not know stay as they are.
 */
export class CustomerRecords {
  readonly #rest: RestClient;
  readonly #turns: UserLock;

  constructor(rest: RestClient, turns: UserLock) {
    this.#rest = rest;
    this.#turns = turns;
  }

  /** A fresh record; null when the host has no such shopper. */
  async read(userId: string, signal?: AbortSignal): Promise<ShopperRecord | null> {
    return (await this.#rest.getShopper(userId, signal))?.record ?? null;
  }

  /**
   * Changes a shopper's record; gives it as it then is. `change` gives the new record, or null when
   * nothing is to be written; it may be called again with a fresher record.
   *
   * @throws {ShopperNotFoundError}, {UpstreamRejectedError}, {UpstreamUnavailableError}, {StoreUnavailableError}
   */
  change(userId: string, change: (record: ShopperRecord) => ShopperRecord | null): Promise<ShopperRecord> {
    return this.#turns.run(userId, (turn) => this.#write(turn, userId, change));
  }

  /**
   * Runs a call that changes a shopper's record at the host, in the shopper's turn, then brings the
   * record to `wanted` where the call left something to do; gives the record as it then is. `call`
   * may be run again, with a fresher record, from which it sees what it has done already.
   */
  act(
    userId: string,
    call: (record: ShopperRecord) => Promise<unknown>,
    wanted: (record: ShopperRecord) => ShopperRecord | null,
  ): Promise<ShopperRecord> {
    return this.#turns.run(userId, async (turn) => {
      const before = await this.#fresh(userId);
      await call(before.record);
      return this.#write(turn, userId, wanted);
    });
  }

  async #write(
    turn: Turn,
    userId: string,
    change: (record: ShopperRecord) => ShopperRecord | null,
  ): Promise<ShopperRecord> {
    for (let attempt = 1; ; attempt += 1) {
      const { record, etag } = await this.#fresh(userId);
      const changed = change(record);
      if (changed === null) return record;
      // Where the host does not compare versions, a late write would undo what others wrote since.
      if (etag === null && !turn.isHeld) throw new LockLostError();
      try {
        return await this.#rest.updateShopper(changed, etag);
      } catch (error) {
        if (!(error instanceof UpstreamRejectedError && error.status === 412) || attempt === attempts)
          throw error;
      }
      await pause(Math.random() * Math.min(longestPause, 20 * attempt));
    }
  }

  async #fresh(userId: string) {
    const fresh = await this.#rest.getShopper(userId);
    if (fresh === null) throw new ShopperNotFoundError(`shopper ${userId}`);
    return fresh;
  }
}

/** Whether an error means that a shopper's write did not happen, as opposed to a fault of the gateway. */
export function isWriteFailure(
  error: unknown,
): error is UpstreamRejectedError | UpstreamUnavailableError | ShopperNotFoundError {
  return (
    error instanceof UpstreamRejectedError ||
    error instanceof UpstreamUnavailableError ||
    error instanceof ShopperNotFoundError
  );
}
