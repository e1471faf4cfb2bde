import { setTimeout as pause } from 'node:timers/promises';
import { type KeyValueStore, StoreUnavailableError } from '../storage/key-value.ts';
import { DistributedLock } from '../storage/lock.ts';

/** How long to wait between two looks at a turn that another gateway has, in milliseconds. */
const look = 15;
/** After so many turns in a row a gateway lets the others look, which otherwise would hardly find a gap. */
const turnsInRow = 8;
/** How long a turn is waited for, in milliseconds. */
const patience = 30_000;
/** How often work is begun again that lost its turn before it wrote. */
const attempts = 3;

/** A turn, for as long as nobody else can have it. */
export type Turn = Pick<DistributedLock, 'isHeld'>;

/** Work found, before it wrote, that its turn is over: this process was held up for too long. */
export class LockLostError extends Error {}

/** The work of one shopper in this process. */
interface Queue {
  /** Settles, never fails, when the last of it is done. */
  last: Promise<unknown>;
  /** How many turns it had so far. */
  turns: number;
}

/**
 * One writer at a time per shopper: within this process by a queue, which keeps the order they came
 * in and lets nobody poll, among several gateways by a lease in their shared store, which keeps none.
 * A holder that dies blocks the others for three seconds. One that was held up for longer has to
 * look at its turn before it writes; where the REST host honours `If-Match` the host decides, and
 * the turn only saves conflicts.
 */
export class UserLock {
  readonly #store: KeyValueStore;
  readonly #queues = new Map<string, Queue>();

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /**
   * Runs work when all earlier work of this shopper is done. Work may throw {LockLostError} as long as it
   * changed nothing; it is then run again in a new turn.
   *
   * @throws {StoreUnavailableError} when no turn can be had.
   */
  async run<Result>(userId: string, work: (turn: Turn) => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(userId) ?? { last: Promise.resolve(), turns: 0 };
    this.#queues.set(userId, queue);
    const turn = queue.last.then(async () => {
      await this.#letOthersLook(queue);
      return this.#inTurn(userId, work);
    });
    const settled = turn.catch(() => {});
    queue.last = settled;
    try {
      return await turn;
    } finally {
      if (queue.last === settled) this.#queues.delete(userId);
    }
  }

  async #letOthersLook(queue: Queue): Promise<void> {
    queue.turns += 1;
    const isDue = queue.turns % turnsInRow === 0 && this.#store.state !== 'own';
    if (isDue) await pause(look * 2);
  }

  async #inTurn<Result>(userId: string, work: (turn: Turn) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      const lease = await this.#lease(`turn:${userId}`);
      try {
        return await work(lease);
      } catch (error) {
        if (!(error instanceof LockLostError)) throw error;
        if (attempt === attempts) throw new StoreUnavailableError('a turn was lost again and again');
      } finally {
        await lease.end();
      }
    }
  }

  async #lease(key: string): Promise<DistributedLock> {
    const ends = performance.now() + patience;
    while (performance.now() < ends) {
      const lease = await DistributedLock.take(this.#store, key);
      if (lease !== null) return lease;
      await pause(look * (0.5 + Math.random()));
    }
    throw new StoreUnavailableError(`no turn within ${patience} ms`);
  }
}
