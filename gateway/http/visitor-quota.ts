import type { ChargeResult, Quotas } from '../quota/quota.ts';
import type { GatewayMetrics } from '../telemetry/metrics.ts';
import { rateLimitSubnet } from './request-info.ts';

/**
 * Points for requests other than GraphQL operations. They carry no token or API key, so the quota is
 * that of the client's network.
 */
const points = {
  /** Rendering a page. Only the most expensive operations use more CPU time. */
  page: 1000,
  /** A GraphQL response from the cache. It costs little, but must not be free once the quota is used up. */
  cachedResponse: 1,
  /** Resizing an image: a download from the REST host and a job of the image worker. */
  resizedImage: 250,
  /** Passing on a file of the REST host. */
  originalFile: 100,
} as const;

/** Charges pages, images and cached responses to the same quota as the operations of visitors from this network. */
export class VisitorQuota {
  readonly #quotas: Quotas;
  readonly #metrics: GatewayMetrics;

  constructor(quotas: Quotas, metrics: GatewayMetrics) {
    this.#quotas = quotas;
    this.#metrics = metrics;
  }

  /** Returns the seconds to wait if the quota does not cover the request; null if it has been charged. */
  async charge(
    ip: string | undefined,
    requestType: Exclude<keyof typeof points, 'cachedResponse'>,
  ): Promise<number | null> {
    const charge = await this.#consume(ip, points[requestType]);
    if (charge === null || charge.isGranted) return null;
    this.#metrics.rejectedRequests.inc({ reason: 'over budget', client: 'visitor' });
    return charge.resetSeconds;
  }

  /**
   * Charges a response from the cache. If the quota does not cover it, the result is false: the GraphQL
   * endpoint charges more than that and then responds with an error.
   */
  async chargeCachedResponse(ip: string | undefined): Promise<boolean> {
    const charge = await this.#consume(ip, points.cachedResponse);
    return charge?.isGranted ?? true;
  }

  #consume(ip: string | undefined, count: number): Promise<ChargeResult | null> {
    return this.#quotas.consume({ kind: 'visitor', subnet: rateLimitSubnet(ip) }, count);
  }
}
