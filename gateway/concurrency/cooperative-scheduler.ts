import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';

/** How long a computation may block the event loop before it should yield. */
const maxBlockingMs = 8;

/** Lets a long computation yield regularly to the event loop, so that it does not delay requests. */
export class CooperativeScheduler {
  #startedAt = performance.now();

  /** Whether the event loop has been blocked for too long. Cheap enough to check for each record. */
  get shouldYield(): boolean {
    return performance.now() - this.#startedAt > maxBlockingMs;
  }

  /** Lets the event loop process other work. */
  async yield(): Promise<void> {
    await nextEventLoopTurn();
    this.#startedAt = performance.now();
  }
}
