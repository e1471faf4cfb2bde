import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may keep the thread before others get a turn, in milliseconds. */
const longestStretch = 8;

/** Cuts long work into stretches, so that requests are answered in between. */
export class CooperativeScheduler {
  #began = performance.now();

  /** Whether others have waited long enough. Cheap enough to be asked for each record. */
  get shouldYield(): boolean {
    return performance.now() - this.#began > longestStretch;
  }

  /** Gives everybody else a turn. */
  async yield(): Promise<void> {
    await nextTurn();
    this.#began = performance.now();
  }
}
