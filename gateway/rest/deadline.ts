/** Aborts its signal after a time, or with the signal of the caller. Costs less per call than `AbortSignal.any`. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #abort = () => this.#controller.abort();
  readonly #ms: number;
  readonly #callerSignal: AbortSignal | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** Starts the time. `end` must be called when the work is done. */
  constructor(ms: number, callerSignal: AbortSignal | undefined) {
    this.#ms = ms;
    this.#callerSignal = callerSignal;
    if (callerSignal?.aborted) this.#abort();
    else callerSignal?.addEventListener('abort', this.#abort);
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the signal was aborted; null while it is not. */
  get reason(): 'client-aborted' | 'timeout' | null {
    if (this.#callerSignal?.aborted) return 'client-aborted';
    return this.signal.aborted ? 'timeout' : null;
  }

  /** Starts the time again from zero. */
  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#abort, this.#ms);
  }

  /** Suspends the time until `restart`. */
  suspend(): void {
    clearTimeout(this.#timer);
  }

  /** Releases the timer and the signal of the caller. */
  end(): void {
    this.suspend();
    this.#callerSignal?.removeEventListener('abort', this.#abort);
  }
}
