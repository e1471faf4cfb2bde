import type { CircuitBreakerPolicy } from './circuit-breaker.ts';

/** How the gateway calls the REST host. */
export interface RestPolicy {
  /** Time limit of a call, including the wait for a slot and all retries. */
  timeoutMs: number;
  /** Time limit until the list of all products begins to arrive, and of each pause in it. */
  catalogueTimeoutMs: number;
  /** Attempts of a GET. A write is attempted once: only its caller knows whether it may be repeated. */
  maxAttempts: number;
  /** Upper bound of the random pause before a retry is this times 2 for the first, 4 for the second. */
  baseBackoffMs: number;
  /**
   * When calls to a failing endpoint are suspended. An attempt fails without a response in time, or with
   * status 502 to 504.
   */
  breaker: CircuitBreakerPolicy;
  /** Calls that run at the same time. Further calls wait in a queue. */
  maxConcurrent: number;
  /** Maximum number of waiting calls. Further calls are rejected, since they would probably time out anyway. */
  maxQueue: number;
  maxResponseBytes: number;
  /** The limit for the list of all products, which is not held in memory as a whole. */
  maxCatalogueBytes: number;
}

/** The policy of production gateways. */
export const restPolicy: RestPolicy = {
  timeoutMs: 8_000,
  catalogueTimeoutMs: 60_000,
  maxAttempts: 3,
  baseBackoffMs: 100,
  breaker: { failureThreshold: 5, minOpenMs: 1_000, maxOpenMs: 30_000 },
  maxConcurrent: 64,
  // With a host that takes a second per call, the timeout allows for eight rounds of 64 calls.
  maxQueue: 512,
  maxResponseBytes: 16 * 1024 * 1024,
  // The index addresses the texts of a field with 32 bits.
  maxCatalogueBytes: 4 * 1024 * 1024 * 1024 - 1,
};
