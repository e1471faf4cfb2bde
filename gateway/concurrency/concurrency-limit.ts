/** So many tasks wait already that another would only wait in vain. */
export class QueueFullError extends Error {}

/** Lets a fixed number of tasks run at once; some others wait in the order they came, the rest are refused. */
export class ConcurrencyLimit {
  readonly #waiting: Array<() => void> = [];
  readonly #places: number;
  readonly #mostWaiting: number;
  #free: number;

  /** @param mostWaiting how many tasks may wait for a place; all by default. */
  constructor(places: number, mostWaiting = Number.POSITIVE_INFINITY) {
    this.#places = places;
    this.#mostWaiting = mostWaiting;
    this.#free = places;
  }

  get running(): number {
    return this.#places - this.#free;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Runs a task when its turn comes.
   *
   * @param signal ends the waiting, not the task: whoever is gone gives up the place in the queue.
   * @throws {QueueFullError} when too many wait; the signal's reason when it ends before the turn comes.
   */
  async run<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(signal);
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  /** Waits for a place, which whoever leaves hands on. */
  #turn(signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.length >= this.#mostWaiting)
      throw new QueueFullError(`${this.#mostWaiting} wait already`);
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal?.reason);
      };
      const enter = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(enter);
    });
  }
}
