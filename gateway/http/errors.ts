import type { ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { z } from 'zod';
import type { ErrorCode } from '../domain/error-codes.ts';
import { getRequestId } from './request-info.ts';

const mediaTypes = ['application/json; charset=utf-8', 'application/graphql-response+json; charset=utf-8'];
const mediaTypeByHeader = new LRUCache<string, { mediaType: string | null }>({ max: 100 });

/** The media type of a GraphQL response for this Accept header; null if the client accepts none. */
export function negotiateMediaType(accept = '*/*'): string | null {
  const cached = mediaTypeByHeader.get(accept);
  if (cached !== undefined) return cached.mediaType;
  const mediaType = new Negotiator({ headers: { accept } }).mediaType(mediaTypes) ?? null;
  mediaTypeByHeader.set(accept, { mediaType });
  return mediaType;
}

/** Sends an error in the format of a GraphQL response, with `no-store`: without it, caches may store a 404 or 405. */
export function sendError(
  response: ServerResponse,
  status: number,
  code: ErrorCode,
  message: string,
  details: { retryAfterSeconds?: number } = {},
): void {
  const extensions = { code, ...details, requestId: getRequestId(response) };
  const body = JSON.stringify({ errors: [{ message, extensions }] });
  response.statusCode = status;
  response.setHeader('cache-control', 'no-store');
  response.setHeader('content-type', negotiateMediaType(response.req.headers.accept) ?? 'application/json');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}

const errorResponseSchema = z.looseObject({
  errors: z.array(z.looseObject({ extensions: z.record(z.string(), z.unknown()).default({}) })),
});

/**
 * Adds the request id to each error of a JSON response. Needed for requests that Apollo Server rejects
 * before or after its plugins run.
 */
export function addRequestId(json: string, requestId: string): string {
  const result = errorResponseSchema.parse(JSON.parse(json));
  const errors = result.errors.map((error) => ({ ...error, extensions: { ...error.extensions, requestId } }));
  return JSON.stringify({ ...result, errors });
}
