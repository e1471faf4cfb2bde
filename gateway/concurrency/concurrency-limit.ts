/** The maximum number of tasks is already waiting. */
export class QueueFullError extends Error {}

/** Runs a limited number of tasks concurrently. Further tasks wait in a bounded first-in, first-out queue. */
export class ConcurrencyLimit {
  readonly #queue: Array<() => void> = [];
  readonly #maxConcurrent: number;
  readonly #maxQueued: number;
  #freeSlots: number;

  /** @param maxQueued how many tasks may wait for a slot; unlimited by default. */
  constructor(maxConcurrent: number, maxQueued = Number.POSITIVE_INFINITY) {
    this.#maxConcurrent = maxConcurrent;
    this.#maxQueued = maxQueued;
    this.#freeSlots = maxConcurrent;
  }

  get running(): number {
    return this.#maxConcurrent - this.#freeSlots;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Runs a task as soon as a slot is free. For the signal and errors, see `acquire`. */
  async run<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const release = await this.acquire(signal);
    try {
      return await task();
    } finally {
      release();
    }
  }

  /**
   * Waits for a free slot. Returns a function that releases it, to be called once.
   *
   * @param signal ends the wait.
   * @throws {QueueFullError} if the queue is full; the signal's reason if it is aborted.
   */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#freeSlots > 0) this.#freeSlots -= 1;
    else await this.#waitForSlot(signal);
    return () => {
      const startNext = this.#queue.shift();
      if (startNext === undefined) this.#freeSlots += 1;
      else startNext();
    };
  }

  /** Waits until a finishing task passes its slot on. */
  #waitForSlot(signal: AbortSignal | undefined): Promise<void> {
    if (this.#queue.length >= this.#maxQueued)
      throw new QueueFullError(`${this.#maxQueued} tasks are already waiting`);
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#queue.splice(this.#queue.indexOf(start), 1);
        reject(signal?.reason);
      };
      const start = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#queue.push(start);
    });
  }
}
