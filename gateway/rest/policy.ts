import type { BreakerPolicy } from './circuit-breaker.ts';

/** How the gateway treats the REST host. Times in milliseconds, lengths in bytes. */
export interface RestPolicy {
  /** How long a call may take in all, waiting for its turn and retries included. */
  deadline: number;
  /** The same for the whole product list, which may be large. */
  catalogueDeadline: number;
  /** How often a GET is tried. A write is sent once: only its caller knows whether twice would hurt. */
  attempts: number;
  /** The first pause between two tries; it doubles, and its length is drawn at random. */
  pause: number;
  /**
   * An endpoint whose tries fail this often in a row (no answer, too late, or 502 to 504) is left
   * alone for a while; then one call at a time looks whether it is back.
   */
  breaker: BreakerPolicy;
  /** How many calls run at once; more wait their turn. */
  concurrency: number;
  /** How many calls wait their turn; more are refused at once, since they could hardly be in time. */
  mostWaiting: number;
  /** The longest answer that is read. */
  longestAnswer: number;
  /** The same for the whole product list. */
  longestCatalogue: number;
}

/** The policy of every gateway: the one place that says so. */
export const restPolicy: RestPolicy = {
  deadline: 8_000,
  catalogueDeadline: 60_000,
  attempts: 3,
  pause: 100,
  breaker: { failures: 5, firstPause: 1_000, longestPause: 30_000 },
  concurrency: 64,
  // At a host that takes a second for each call, eight rounds of 64 are what the deadline allows.
  mostWaiting: 512,
  longestAnswer: 16 * 1024 * 1024,
  longestCatalogue: 512 * 1024 * 1024,
};
