import { hash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** How long a response is fresh for clients and caches: the interval at which the gateway refreshes its catalogue. */
const maxAgeSeconds = 30;

/**
 * The validator of a response's data. It is weak (RFC 9110, 8.8.1): the compressed and the plain body share it, and it
 * ignores `extensions`, which differ with each request of a partner.
 *
 * @param data the text of the body; for a GraphQL response, without extensions.
 */
export function createEtag(data: string): string {
  return `W/"${hash('sha256', data, 'base64url').slice(0, 22)}"`;
}

/** Whether the client already has the response with this validator. */
export function isNotModified({ method, headers }: IncomingMessage, etag: string | null): boolean {
  const ifNoneMatch = headers['if-none-match'];
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || etag === null || ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || getOpaqueTag(tag) === getOpaqueTag(etag));
}

/** Validators are compared regardless of whether they are weak (RFC 9110, 13.1.2). */
function getOpaqueTag(etag: string): string {
  return etag.trim().replace(/^W\//, '');
}

/**
 * The request headers that a response depends on. HTTP caches do not reuse a response to POST without caching headers
 * (RFC 9110, 9.3.3), so its Vary header is shorter.
 */
export function createVaryHeader({ method }: IncomingMessage, corsVary: string | undefined): string {
  if (method === 'GET') return 'Origin, Accept, Accept-Encoding, Authorization, X-API-Key';
  return corsVary === undefined ? 'Accept-Encoding' : `${corsVary}, Accept-Encoding`;
}

/**
 * The headers that tell clients and caches how long they may reuse a response.
 *
 * @param etag null if the response must not be reused.
 */
export function createCachingHeaders(
  { method, headers }: IncomingMessage,
  etag: string | null,
): OutgoingHttpHeaders {
  if (method !== 'GET') return {};
  if (etag === null) return { 'cache-control': 'no-store' };
  return { 'cache-control': createCacheControl(headers), etag };
}

function createCacheControl({ authorization, 'x-api-key': apiKey }: IncomingMessage['headers']): string {
  // A shopper's cart can change at any time.
  if (authorization !== undefined) return 'private, no-cache';
  return `${apiKey === undefined ? 'public' : 'private'}, max-age=${maxAgeSeconds}`;
}
