import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type KeyValueStore, StoreUnavailableError } from '../storage/key-value.ts';

/** The time to live of a lock that is not renewed: how long a holder that died blocks others. */
const leaseSeconds = 3;
const leaseMs = leaseSeconds * 1000;

/** The store works, but a lock in it could not be acquired or was lost repeatedly. */
export class LockUnavailableError extends StoreUnavailableError {
  constructor(reason: string) {
    super(reason, 'the lock is unavailable');
  }
}

/**
 * A lock on a key of the store. It is renewed as long as its holder lives; a holder that was killed, or
 * lost its connection to the store, loses the lock within seconds.
 */
class DistributedLock {
  readonly #store: KeyValueStore;
  readonly #key: string;
  readonly #holderId: string;
  readonly #renewal: NodeJS.Timeout;
  /** When the lock ends unless it is renewed, in milliseconds of this process's monotonic clock. */
  #expiresAt: number;

  /** Acquires the lock; null if another holder has it. @throws {StoreUnavailableError} */
  static async acquire(store: KeyValueStore, key: string): Promise<DistributedLock | null> {
    const holderId = randomUUID();
    const requestedAt = performance.now();
    try {
      if (!(await store.setIfAbsent(key, holderId, leaseSeconds))) return null;
    } catch (error) {
      // The store may have executed the command although its response was lost.
      store.removeIfEqual(key, holderId).catch(() => {});
      throw error;
    }
    return new DistributedLock(store, key, holderId, requestedAt);
  }

  private constructor(store: KeyValueStore, key: string, holderId: string, requestedAt: number) {
    this.#store = store;
    this.#key = key;
    this.#holderId = holderId;
    this.#expiresAt = requestedAt + leaseMs;
    this.#renewal = setInterval(() => void this.#renew(), leaseMs / 3).unref();
  }

  /**
   * Whether this holder still has the lock, with a third of the lease left for what it is about to do. The result
   * depends on the clock, not on a timer, so it is correct even immediately after the process was suspended.
   */
  get isHeld(): boolean {
    return performance.now() < this.#expiresAt - leaseMs / 3;
  }

  /** Releases the lock. If the store does not respond, the lease expires. */
  async release(): Promise<void> {
    clearInterval(this.#renewal);
    await this.#store.removeIfEqual(this.#key, this.#holderId).catch(() => {});
  }

  async #renew(): Promise<void> {
    const requestedAt = performance.now();
    try {
      const isStillHeld = await this.#store.extendIfEqual(this.#key, this.#holderId, leaseSeconds);
      this.#expiresAt = isStillHeld ? requestedAt + leaseMs : 0;
    } catch {
      // Without a response, the lease expires when it would have expired anyway.
    }
  }
}

/** How often a lock that another gateway holds is polled. */
const pollIntervalMs = 15;
/** Operations in a row before a gateway pauses. Without pauses, other gateways would rarely get the lock. */
const maxConsecutiveOperations = 8;
const lockTimeoutMs = 30_000;
/** Maximum number of runs of an operation that keeps losing its lock. */
const maxAttempts = 3;

/** The lock of a running operation. */
export type LockHandle = Pick<DistributedLock, 'isHeld'>;

/**
 * Thrown by an operation that finds, before a write, that it no longer holds its lock, for example because its process
 * was suspended.
 */
export class LockLostError extends Error {}

/** The operations under one key in this process. */
interface Queue {
  /** Settles when the last operation is done; never rejects. */
  tail: Promise<unknown>;
  /** Operations since the last pause for other gateways. */
  operationCount: number;
}

/**
 * Runs one operation per key at a time: within this process in a first-in-first-out queue, and across gateways under a
 * lock in their shared store, in no particular order. Changes to a shopper's record use the shopper's id as the key;
 * placing an order uses another key per shopper. A holder that dies blocks the others for up to three seconds. An
 * operation that may have been suspended for longer must check `isHeld` before it writes. If the REST host supports
 * `If-Match`, writes to a record need no such check: the host rejects outdated ones itself, and the lock only makes
 * conflicts rare.
 */
export class ShopperLock {
  readonly #store: KeyValueStore;
  readonly #queues = new Map<string, Queue>();

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /**
   * Runs an operation after all earlier ones of this process with the same key. If the operation throws a
   * `LockLostError`, it runs again under a new lock, so it must allow for earlier writes of its previous run.
   *
   * @throws {StoreUnavailableError} when the lock cannot be acquired, or is lost `maxAttempts` times.
   */
  async run<Result>(key: string, operation: (lock: LockHandle) => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(key) ?? { tail: Promise.resolve(), operationCount: 0 };
    this.#queues.set(key, queue);
    const result = queue.tail.then(async () => {
      await this.#pauseForOtherGateways(queue);
      return this.#runLocked(key, operation);
    });
    const settled = result.catch(() => {});
    queue.tail = settled;
    try {
      return await result;
    } finally {
      if (queue.tail === settled) this.#queues.delete(key);
    }
  }

  async #pauseForOtherGateways(queue: Queue): Promise<void> {
    const isBatchDone = queue.operationCount === maxConsecutiveOperations;
    if (isBatchDone && this.#store.state !== 'in-process') await sleep(pollIntervalMs * 2);
    queue.operationCount = isBatchDone ? 1 : queue.operationCount + 1;
  }

  async #runLocked<Result>(key: string, operation: (lock: LockHandle) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      // Gateways of earlier versions use the same prefix.
      const lock = await this.#acquire(`turn:${key}`);
      try {
        return await operation(lock);
      } catch (error) {
        if (!(error instanceof LockLostError)) throw error;
        if (attempt === maxAttempts) throw new LockUnavailableError(`it was lost ${attempt} times`);
      } finally {
        await lock.release();
      }
    }
  }

  async #acquire(storeKey: string): Promise<DistributedLock> {
    const deadline = performance.now() + lockTimeoutMs;
    while (performance.now() < deadline) {
      const lock = await DistributedLock.acquire(this.#store, storeKey);
      if (lock !== null) return lock;
      await sleep(pollIntervalMs * (0.5 + Math.random()));
    }
    throw new LockUnavailableError(`it was not acquired within ${lockTimeoutMs} ms`);
  }
}
