import type { Request } from 'express';

/**
 * Whether a request comes from no page of another site: browsers say so by `Sec-Fetch-Site` (Fetch
 * Metadata) or, the older ones, by `Origin`; programs say nothing at all.
 */
export function isOfNoOtherSite({ headers }: Request): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined) return headers.origin === undefined;
  return site === 'same-origin' || site === 'none';
}
