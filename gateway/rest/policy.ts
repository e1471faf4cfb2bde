import type { CircuitBreakerPolicy } from './circuit-breaker.ts';

/** How the gateway treats the REST host. Times in milliseconds, lengths in bytes. */
export interface RestPolicy {
  /** How long a call may take in all, waiting for its turn and retries included. */
  timeoutMs: number;
  /** The same for the whole product list, which may be large. */
  catalogueTimeoutMs: number;
  /** How often a GET is tried. A write is sent once: only its caller knows whether twice would hurt. */
  maxAttempts: number;
  /** The first pause between two tries; it doubles, and its length is drawn at random. */
  baseBackoffMs: number;
  /**
   * An endpoint whose tries fail this often in a row (no answer, too late, or 502 to 504) is left
   * alone for a while; then one call at a time looks whether it is back.
   */
  breaker: CircuitBreakerPolicy;
  /** How many calls run at once; more wait their turn. */
  maxConcurrent: number;
  /** How many calls wait their turn; more are refused at once, since they could hardly be in time. */
  maxQueue: number;
  /** The longest answer that is read. */
  maxResponseBytes: number;
  /** The same for the whole product list. */
  maxCatalogueBytes: number;
}

/** The policy of every gateway: the one place that says so. */
export const restPolicy: RestPolicy = {
  timeoutMs: 8_000,
  catalogueTimeoutMs: 60_000,
  maxAttempts: 3,
  baseBackoffMs: 100,
  breaker: { failureThreshold: 5, minOpenMs: 1_000, maxOpenMs: 30_000 },
  maxConcurrent: 64,
  // At a host that takes a second for each call, eight rounds of 64 are what the deadline allows.
  maxQueue: 512,
  maxResponseBytes: 16 * 1024 * 1024,
  maxCatalogueBytes: 512 * 1024 * 1024,
};
