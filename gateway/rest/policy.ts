/** How the gateway treats the REST host: the one place that says so. */
export const restPolicy = {
  /** How long a call may take in all, retries included, in milliseconds. */
  deadline: 8_000,
  /** The same for the whole product list, which may be large. */
  catalogueDeadline: 60_000,
  /** How often a GET is tried. A write is sent once: only its caller knows whether twice would hurt. */
  attempts: 3,
  /** The first pause between two tries, in milliseconds; it doubles, and its length is drawn at random. */
  pause: 100,
  /**
   * An endpoint whose tries fail this often in a row (no answer, too late, or a server error) is left
   * alone for a while, in milliseconds; then one call at a time looks whether it is back.
   */
  breaker: { failures: 5, firstPause: 1_000, longestPause: 30_000 },
  /** How many calls run at once; more wait their turn. */
  concurrency: 64,
  /** The longest answer that is read, in bytes. */
  longestAnswer: 16 * 1024 * 1024,
  /** The same for the whole product list. */
  longestCatalogue: 512 * 1024 * 1024,
} as const;
