import type { Charge, Quotas } from '../quota/quota.ts';
import type { GatewayMetrics } from '../telemetry/metrics.ts';
import { rateLimitSubnet } from './network.ts';

/**
 * Points of requests that run no GraphQL operation. The budget is that of the caller's network: they are
 * made without a token and without a key.
 */
const points = {
  /** A page that has to be rendered. Only the largest operations take the processor longer. */
  page: 1000,
  /** A GraphQL response from the cache: next to nothing, but a spent budget has to hold for it too. */
  cachedResponse: 1,
  /** An image that has to be resized: a fetch from the REST host and a turn of the process that resizes. */
  resizedImage: 250,
  /** A file that is passed on from the REST host. */
  originalFile: 100,
} as const;

/** Charges pages, images and cached responses to the budget that all operations of visitors from the same network share. */
export class VisitorQuota {
  readonly #budgets: Quotas;
  readonly #metrics: GatewayMetrics;

  constructor(budgets: Quotas, metrics: GatewayMetrics) {
    this.#budgets = budgets;
    this.#metrics = metrics;
  }

  /** Returns the seconds to wait when the budget has no room for the request, null when it was charged. */
  async charge(
    address: string | undefined,
    what: Exclude<keyof typeof points, 'cachedResponse'>,
  ): Promise<number | null> {
    const charge = await this.#take(address, points[what]);
    if (charge === null || charge.granted) return null;
    this.#metrics.turnedAway.inc({ reason: 'over budget', client: 'visitor' });
    return charge.resetSeconds;
  }

  /**
   * Charges a response from the cache. False when the budget has no room for it: the endpoint, which
   * charges more, then refuses the request in GraphQL's form.
   */
  async admitCachedResponse(address: string | undefined): Promise<boolean> {
    const charge = await this.#take(address, points.cachedResponse);
    return charge?.granted ?? true;
  }

  #take(address: string | undefined, count: number): Promise<Charge | null> {
    return this.#budgets.take({ kind: 'visitor', network: rateLimitSubnet(address) }, count);
  }
}
