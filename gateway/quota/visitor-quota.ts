import type { GatewayMetrics } from '../telemetry/metrics.ts';
import type { ChargeResult, Quotas } from './quota.ts';

/**
 * Points for requests for pages, images, PDFs and the schema. These requests carry no token or API key, so they count
 * towards the quota of the client's network.
 */
const pointsByRequestType = {
  /** Rendering a page. Only the most expensive operations use more CPU time. */
  renderedPage: 1000,
  /** A page from the cache. It costs little, but must not be free once the quota is used up. */
  cachedPage: 1,
  /** Resizing an image: a download from the REST host and a job of the image worker. */
  resizedImage: 250,
  /** Passing on a file of the REST host, or sending the schema. */
  file: 100,
} as const;

/**
 * Points for each page of a listing that is rendered into the same document after the first. A document with the
 * maximum of ten pages fits the smallest quota that an operator may set.
 */
const pointsPerFurtherListingPage = 400;

/** Charges pages and files to the same quota as the operations of visitors from the same network. */
export class VisitorQuota {
  readonly #quotas: Quotas;
  readonly #metrics: GatewayMetrics;

  constructor(quotas: Quotas, metrics: GatewayMetrics) {
    this.#quotas = quotas;
    this.#metrics = metrics;
  }

  /**
   * @param network the client's network, see `getRateLimitNetwork`.
   * @param furtherListingPages the number of listing pages rendered after the first.
   */
  async charge(
    network: string,
    requestType: keyof typeof pointsByRequestType,
    furtherListingPages = 0,
  ): Promise<ChargeResult> {
    const points = pointsByRequestType[requestType] + furtherListingPages * pointsPerFurtherListingPage;
    const charge = await this.#quotas.consume({ kind: 'visitor', network }, points);
    if (charge.retryAfterSeconds !== null)
      this.#metrics.rejectedRequests.inc({ reason: 'quota-exceeded', client: 'visitor' });
    return charge;
  }
}
