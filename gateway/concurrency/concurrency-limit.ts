/** The maximum number of tasks is already waiting, or a task has waited for too long. */
export class QueueFullError extends Error {}

/** Runs a limited number of tasks concurrently. Further tasks wait in a bounded first-in, first-out queue. */
export class ConcurrencyLimit {
  readonly #queue: Array<() => void> = [];
  readonly #maxConcurrent: number;
  readonly #maxQueued: number;
  readonly #maxWaitMs: number | null;
  #freeSlots: number;

  /**
   * @param maxQueued how many tasks may wait for a slot; unlimited by default.
   * @param maxWaitMs how long a task may wait; null for no limit.
   */
  constructor(maxConcurrent: number, maxQueued = Number.POSITIVE_INFINITY, maxWaitMs: number | null = null) {
    this.#maxConcurrent = maxConcurrent;
    this.#maxQueued = maxQueued;
    this.#maxWaitMs = maxWaitMs;
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
   * @throws {QueueFullError} if the queue is full or no slot becomes free in time; the signal's reason if it is aborted.
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
      const stopWaiting = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const start = () => {
        stopWaiting();
        resolve();
      };
      const leave = (reason: unknown) => {
        stopWaiting();
        this.#queue.splice(this.#queue.indexOf(start), 1);
        reject(reason);
      };
      const onAbort = () => leave(signal?.reason);
      const maxWaitMs = this.#maxWaitMs;
      const onTimeout = () => leave(new QueueFullError(`no slot became free within ${maxWaitMs} ms`));
      const timer = maxWaitMs === null ? undefined : setTimeout(onTimeout, maxWaitMs);
      signal?.addEventListener('abort', onAbort);
      this.#queue.push(start);
    });
  }
}
