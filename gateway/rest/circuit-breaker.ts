/** `closed` admits all calls, `open` none, `half-open` one at a time to probe whether the host has recovered. */
export type CircuitState = 'closed' | 'half-open' | 'open';

/** What an attempt shows about the health of the host; `unknown` for example if the caller aborted it. */
export type AttemptHealth = 'succeeded' | 'failed' | 'unknown';

export interface CircuitBreakerPolicy {
  /** Consecutive failures that open the circuit. */
  failureThreshold: number;
  /** How long the circuit stays open at first. The time doubles with each probe that fails. */
  minOpenMs: number;
  maxOpenMs: number;
}

/**
 * Suspends calls to an endpoint that fails repeatedly. The host is not burdened further, and callers do
 * not wait for a timeout.
 */
export class CircuitBreaker {
  readonly #policy: CircuitBreakerPolicy;
  #failures = 0;
  #openUntil = 0;
  /** The duration for which the circuit was last opened; 0 while it is closed. */
  #openMs = 0;
  #isProbing = false;

  constructor(policy: CircuitBreakerPolicy) {
    this.#policy = policy;
  }

  get state(): CircuitState {
    if (this.#openMs === 0) return 'closed';
    return performance.now() < this.#openUntil ? 'open' : 'half-open';
  }

  /** Admits an attempt and returns a callback for its result; null when the attempt must not be made. */
  admit(): ((health: AttemptHealth) => void) | null {
    const { state } = this;
    const isProbe = state === 'half-open';
    if (state === 'open' || (isProbe && this.#isProbing)) return null;
    if (isProbe) this.#isProbing = true;
    return (health) => {
      if (isProbe) this.#isProbing = false;
      // Attempts from before the circuit opened may still fail. Only a failed probe extends the open time.
      if (health === 'failed' && (isProbe || this.state === 'closed')) this.#countFailure();
      if (health === 'succeeded') this.#close();
    };
  }

  #close(): void {
    this.#failures = 0;
    this.#openMs = 0;
  }

  #countFailure(): void {
    this.#failures += 1;
    if (this.#failures < this.#policy.failureThreshold) return;
    const { minOpenMs, maxOpenMs } = this.#policy;
    this.#openMs = this.#openMs === 0 ? minOpenMs : Math.min(maxOpenMs, this.#openMs * 2);
    this.#openUntil = performance.now() + this.#openMs;
  }
}
