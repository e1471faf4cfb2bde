import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { logUpstreamFailure, type Viewer } from '../auth/client.ts';
import { type FailureCode, type Refusal, refuse, type UserError, userErrors } from '../domain/user-errors.ts';
import type { RestClient } from '../rest/client.ts';
import { isUpstreamFailure, type UpstreamFailure, UpstreamRejectedError } from '../rest/errors.ts';
import type { ShopperRecord, VersionedShopper } from '../rest/shoppers.ts';
import { type LockHandle, LockLostError, type ShopperLock } from './shopper-lock.ts';

/** The REST host no longer has the record of a signed-in shopper. */
export class ShopperNotFoundError extends Error {}

/** High because another gateway may write a whole queue of changes between two attempts. */
const maxWriteAttempts = 30;
const maxBackoffMs = 200;

/** The result of an accepted change. If nothing has to be written, `record` is the same object that was read. */
export interface AcceptedChange {
  kind: 'changed';
  record: ShopperRecord;
}

/**
 * Returns a changed record, or refuses to change it. The result may have additional fields, such as the id of a new
 * address. The function is called again after a conflict. Before it returns, it may save data elsewhere: the placing of
 * an order saves what a retry needs.
 */
export type RecordChange<Code extends string, Result extends AcceptedChange> = (
  record: ShopperRecord,
) => Result | Refusal<Code> | Promise<Result | Refusal<Code>>;

/** The refusal of a command. The shopper's record is null without a session, or if it cannot be read. */
type RecordRefusal<Code extends string> = Refusal<Code> & { record: ShopperRecord | null };

/** The result of a command: the accepted change, or a refusal with one of these error codes. */
export type ShopperUpdate<Code extends string, Result extends AcceptedChange = AcceptedChange> =
  | Result
  | RecordRefusal<Code>;

/** The user errors of a command that fails. */
export interface CommandErrors<Code extends string> {
  notSignedIn?: UserError<'NOT_SIGNED_IN'>;
  /** The error for a failure of the REST host. */
  failed: (failure: UpstreamFailure) => UserError<Code>;
}

/**
 * Reads and updates shoppers' records. The REST host can only replace whole records. An update therefore
 * reads the record, applies a change and writes conditionally, and is retried on a conflict. Updates
 * of one shopper run one at a time. Fields that the gateway does not know are preserved.
 */
export class CustomerRecords {
  readonly #rest: RestClient;
  readonly #lock: ShopperLock;
  readonly #logger: Logger;

  constructor(rest: RestClient, lock: ShopperLock, logger: Logger) {
    this.#rest = rest;
    this.#lock = lock;
    this.#logger = logger;
  }

  /**
   * Carries out a command of the signed-in shopper. A missing session, a missing record and failures of the REST host
   * become refusals.
   *
   * @throws {StoreUnavailableError}
   */
  async execute<Code extends string, Result extends AcceptedChange, Failure extends string = FailureCode>(
    viewer: Viewer,
    { notSignedIn = userErrors.notSignedIn, failed }: CommandErrors<Failure>,
    command: (userId: string) => Promise<ShopperUpdate<Code, Result>>,
  ): Promise<ShopperUpdate<Code | Failure | 'NOT_SIGNED_IN', Result>> {
    const session = await viewer.getSession();
    if (session === null) return { ...refuse(notSignedIn), record: null };
    try {
      return await command(session.userId);
    } catch (error) {
      if (error instanceof ShopperNotFoundError) return { ...refuse(notSignedIn), record: null };
      if (!isUpstreamFailure(error)) throw error;
      logUpstreamFailure(this.#logger, viewer, error);
      return { ...refuse(failed(error)), record: await viewer.getShopper().catch(() => null) };
    } finally {
      viewer.forgetShopper();
    }
  }

  /**
   * Updates a record and returns the result of `change`, with the record as it was stored. After a conflict,
   * `change` is called again with a fresh record.
   *
   * @param current the record if it has just been read. It saves a read if the host detects conflicts.
   * @param acceptLanguage tells the host the language of an e-mail about the change.
   * @throws {ShopperNotFoundError}, {UpstreamRejectedError}, {UpstreamUnavailableError}, {StoreUnavailableError}
   */
  update<Result extends AcceptedChange, Code extends string = never>(
    userId: string,
    change: RecordChange<Code, Result>,
    current?: VersionedShopper,
    acceptLanguage: string | null = null,
  ): Promise<ShopperUpdate<Code, Result>> {
    return this.#lock.run(userId, (lock) => this.#write(lock, userId, change, current, acceptLanguage));
  }

  /**
   * Makes a REST call that changes a shopper's record, then reads the record again, applies `reconcile`, and writes the
   * result if it differs. If the lock is lost before this write and the host sends no ETag, all of this runs again. The
   * fresh record that `call` then receives shows what its first run has done.
   *
   * @throws the errors of `update`.
   */
  callThenReconcile<Result extends AcceptedChange, Code extends string = never>(
    userId: string,
    call: (record: ShopperRecord) => Promise<unknown>,
    reconcile: RecordChange<Code, Result>,
  ): Promise<ShopperUpdate<Code, Result>> {
    return this.#lock.run(userId, async (lock) => {
      const before = await this.#readFresh(userId);
      await call(before.record);
      try {
        return await this.#write(lock, userId, reconcile);
      } catch (error) {
        if (isUpstreamFailure(error)) error.mayHaveChangedData = true;
        throw error;
      }
    });
  }

  async #write<Code extends string, Result extends AcceptedChange>(
    lock: LockHandle,
    userId: string,
    change: RecordChange<Code, Result>,
    current?: VersionedShopper,
    acceptLanguage: string | null = null,
  ): Promise<ShopperUpdate<Code, Result>> {
    for (let attempt = 1; ; attempt += 1) {
      // Without an ETag, the host would not reject the write if the record had changed since it was read.
      const before = attempt === 1 && current?.etag != null ? current : await this.#readFresh(userId);
      try {
        return await this.#tryWrite(lock, before, change, acceptLanguage);
      } catch (error) {
        const isConflict = error instanceof UpstreamRejectedError && error.status === 412;
        if (!isConflict || attempt === maxWriteAttempts) throw error;
      }
      await sleep(Math.random() * Math.min(maxBackoffMs, 20 * attempt));
    }
  }

  async #tryWrite<Code extends string, Result extends AcceptedChange>(
    lock: LockHandle,
    { record, etag }: VersionedShopper,
    change: RecordChange<Code, Result>,
    acceptLanguage: string | null,
  ): Promise<ShopperUpdate<Code, Result>> {
    const result = await change(record);
    if (result.kind === 'refused') return { ...result, record };
    if (result.record === record) return result;
    // Without an ETag, the host cannot detect that a late write overwrites the changes of others.
    if (etag === null && !lock.isHeld) throw new LockLostError();
    return { ...result, record: await this.#rest.updateShopper(result.record, etag, acceptLanguage) };
  }

  async #readFresh(userId: string): Promise<VersionedShopper> {
    const fresh = await this.#rest.getShopper(userId);
    if (fresh === null) throw new ShopperNotFoundError(`the REST host has no shopper ${userId}`);
    return fresh;
  }
}

/** Accepts a change: wraps the changed record as its result. */
export function acceptChange(record: ShopperRecord): AcceptedChange {
  return { kind: 'changed', record };
}

/** Refuses a command that has not read the shopper's record, and reads it for the response. */
export async function refuseWithRecord<Code extends string>(
  viewer: Viewer,
  ...errors: UserError<Code>[]
): Promise<RecordRefusal<Code>> {
  return { ...refuse(...errors), record: await viewer.getShopper() };
}
