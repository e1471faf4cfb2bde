import type { Request } from 'express';

/**
 * Charges a page to the quota of the client's network.
 *
 * @param furtherListingPages the number of listing pages that are rendered after the first; 0 by default.
 * @returns `isGranted`, which is false when the quota does not cover the page, and the `headers` to send with the
 *   response, which tell the client about the quota.
 */
export type ChargePage = (
  request: Request,
  page: 'renderedPage' | 'cachedPage',
  furtherListingPages?: number,
) => Promise<{ isGranted: boolean; headers: Record<string, string> }>;
