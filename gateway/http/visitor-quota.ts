import type { Budgets } from '../budgets/budgets.ts';
import type { GatewayMetrics } from './metrics.ts';
import { networkOf } from './network.ts';

/**
 * Points of requests that aren't GraphQL operations. The budget is that of the caller's network: pages
 * and images are asked for without a token and without a key.
 */
const points = {
  /** A page that has to be rendered. Only the largest operations take the processor longer. */
  page: 1000,
  /** An image that has to be resized: a fetch from the REST host and a turn of the process that resizes. */
  resizedImage: 250,
  /** A file that is passed on from the REST host. */
  originalFile: 100,
} as const;

/** Charges pages and images to the budget that all operations of visitors from the same network share. */
export class VisitorQuota {
  readonly #budgets: Budgets;
  readonly #metrics: GatewayMetrics;

  constructor(budgets: Budgets, metrics: GatewayMetrics) {
    this.#budgets = budgets;
    this.#metrics = metrics;
  }

  /** Returns the seconds to wait when the budget has no room for the request, null when it was charged. */
  async charge(address: string | undefined, what: keyof typeof points): Promise<number | null> {
    const visitor = { kind: 'visitor', network: networkOf(address) } as const;
    const charge = await this.#budgets.take(visitor, points[what]);
    if (charge === null || charge.granted) return null;
    this.#metrics.turnedAway.inc({ reason: 'over budget', client: visitor.kind });
    return charge.resetSeconds;
  }
}
