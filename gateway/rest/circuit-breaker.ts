/** `closed` lets calls through, `open` none, `half-open` one at a time to see whether the host is back. */
export type CircuitState = 'closed' | 'half-open' | 'open';

/** How one try of a call ended; `unknown` says nothing about the host, as when the caller hung up. */
export type AttemptOutcome = 'answered' | 'failed' | 'unknown';

/** When a breaker opens, and for how long. */
export interface CircuitBreakerPolicy {
  /** So many failures in a row open it. */
  failureThreshold: number;
  /** How long it stays open at first, in milliseconds; it doubles with each probe that fails. */
  minOpenMs: number;
  maxOpenMs: number;
}

/** Spares the host an endpoint that fails again and again, and the callers the wait for it. */
export class CircuitBreaker {
  readonly #policy: CircuitBreakerPolicy;
  #failures = 0;
  #openUntil = 0;
  #pause = 0;
  #isProbing = false;

  constructor(policy: CircuitBreakerPolicy) {
    this.#policy = policy;
  }

  get state(): CircuitState {
    if (this.#pause === 0) return 'closed';
    return performance.now() < this.#openUntil ? 'open' : 'half-open';
  }

  /**
   * Lets a try through: gives what its caller has to report the outcome to. Null when the endpoint is
   * to be spared.
   */
  admit(): ((outcome: AttemptOutcome) => void) | null {
    const { state } = this;
    const isProbe = state === 'half-open';
    if (state === 'open' || (isProbe && this.#isProbing)) return null;
    if (isProbe) this.#isProbing = true;
    return (outcome) => {
      if (isProbe) this.#isProbing = false;
      // Tries that began before it opened may fail after that: only a probe then makes it wait longer.
      if (outcome === 'failed' && (isProbe || this.state === 'closed')) this.#countFailure();
      if (outcome === 'answered') this.#close();
    };
  }

  #close(): void {
    this.#failures = 0;
    this.#pause = 0;
  }

  #countFailure(): void {
    this.#failures += 1;
    if (this.#failures < this.#policy.failureThreshold) return;
    const { minOpenMs, maxOpenMs } = this.#policy;
    this.#pause = this.#pause === 0 ? minOpenMs : Math.min(maxOpenMs, this.#pause * 2);
    this.#openUntil = performance.now() + this.#pause;
  }
}
