/** `closed` lets calls through, `open` none, `half-open` one at a time to see whether the host is back. */
export type BreakerState = 'closed' | 'half-open' | 'open';

/** How one try of a call ended; `unknown` says nothing about the host, as when the caller hung up. */
export type TryOutcome = 'answered' | 'failed' | 'unknown';

/** When a breaker opens, and for how long. */
export interface BreakerPolicy {
  /** So many failures in a row open it. */
  failures: number;
  /** How long it stays open at first, in milliseconds; it doubles with each probe that fails. */
  firstPause: number;
  longestPause: number;
}

/** Spares the host an endpoint that fails again and again, and the callers the wait for it. */
export class Breaker {
  readonly #policy: BreakerPolicy;
  #failures = 0;
  #openUntil = 0;
  #pause = 0;
  #isProbing = false;

  constructor(policy: BreakerPolicy) {
    this.#policy = policy;
  }

  get state(): BreakerState {
    if (this.#pause === 0) return 'closed';
    return performance.now() < this.#openUntil ? 'open' : 'half-open';
  }

  /** Whether a try may be made now. Whoever may has to tell how it ended. */
  admits(): boolean {
    const { state } = this;
    if (state === 'closed') return true;
    if (state === 'open' || this.#isProbing) return false;
    this.#isProbing = true;
    return true;
  }

  /** Learns from a try that was admitted. */
  ended(outcome: TryOutcome): void {
    this.#isProbing = false;
    if (outcome === 'unknown') return;
    if (outcome === 'answered') {
      this.#failures = 0;
      this.#pause = 0;
      return;
    }
    this.#failures += 1;
    // Tries that began before it opened may end after that: they do not make it wait longer.
    if (this.#failures < this.#policy.failures || this.state === 'open') return;
    const { firstPause, longestPause } = this.#policy;
    this.#pause = this.#pause === 0 ? firstPause : Math.min(longestPause, this.#pause * 2);
    this.#openUntil = performance.now() + this.#pause;
  }
}
