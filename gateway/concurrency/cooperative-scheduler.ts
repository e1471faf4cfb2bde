import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';

/** Longest time that a piece of work may block the event loop. */
const maxBlockingMs = 8;

/** Splits long computations, so that requests are served in between. */
export class CooperativeScheduler {
  #startedAt = performance.now();

  /** Whether the event loop has been blocked for too long. Cheap enough to be checked for each record. */
  get shouldYield(): boolean {
    return performance.now() - this.#startedAt > maxBlockingMs;
  }

  /** Lets the event loop process other work. */
  async yield(): Promise<void> {
    await nextEventLoopTurn();
    this.#startedAt = performance.now();
  }
}
