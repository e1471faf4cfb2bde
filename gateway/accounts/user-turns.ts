import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { KeyValueStore } from '../stores/store.ts';

/** How long a turn may last before another gateway may take it for lost, in seconds. */
const longestTurn = 30;
/** How long to wait between two looks at a turn that another gateway has, in milliseconds. */
const look = 15;

/**
 * One writer at a time per shopper: within this process by a queue, which keeps the order they came
 * in and lets nobody poll, among several gateways by a lock in their shared store, which keeps none. A lock that is lost or late costs no data where the REST host honours
 * `If-Match`; the turn then only saves conflicts.
 */
export class UserTurns {
  readonly #store: KeyValueStore;
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** Runs work when all earlier work of this shopper is done. */
  async run<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(userId) ?? Promise.resolve();
    const turn = before.then(
      () => this.#locked(userId, work),
      () => this.#locked(userId, work),
    );
    const settled = turn.catch(() => {});
    this.#last.set(userId, settled);
    try {
      return await turn;
    } finally {
      if (this.#last.get(userId) === settled) this.#last.delete(userId);
    }
  }

  async #locked<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
    const key = `turn:${userId}`;
    const owner = randomUUID();
    const ends = performance.now() + longestTurn * 1000;
    while (!(await this.#store.setIfAbsent(key, owner, longestTurn)) && performance.now() < ends) {
      await pause(look * (0.5 + Math.random()));
    }
    try {
      return await work();
    } finally {
      await this.#store.removeIfEqual(key, owner);
    }
  }
}
