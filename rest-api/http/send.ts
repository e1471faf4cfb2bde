import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { CachedBody } from './cached-body.ts';

/** Compressing a smaller body is not worth the time. */
const minBytesToCompress = 1024;

/** Sends a cached body, or 304 if the client already has it. */
export async function sendCached(request: Request, response: Response, body: CachedBody): Promise<void> {
  const isLarge = body.bytes.length >= minBytesToCompress;
  response.setHeader('ETag', body.etag);
  response.setHeader('Cache-Control', 'no-cache');
  // Also on a 304 (RFC 9110, 15.4.5), so that shared caches store each coding separately.
  if (isLarge) response.setHeader('Vary', 'Accept-Encoding');
  if (matchesIfNoneMatch(request.headers['if-none-match'], body.etag)) {
    response.status(304).end();
    return;
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  const coding = isLarge ? request.acceptsEncodings('br', 'gzip', 'identity') : 'identity';
  const bytes = coding === 'br' || coding === 'gzip' ? await body.getCompressed(coding) : body.bytes;
  if (coding === 'br' || coding === 'gzip') response.setHeader('Content-Encoding', coding);
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

/** The strong entity tag of a record, which is always sent uncompressed (RFC 9110, 8.8.3). */
export function computeEntityTag(record: object): string {
  return `"${hash('sha256', JSON.stringify(record), 'base64url').slice(0, 27)}"`;
}

/** Uses weak comparison (RFC 9110, 13.1.2). */
export function matchesIfNoneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const removeWeakPrefix = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.split(',').some((tag) => removeWeakPrefix(tag) === removeWeakPrefix(etag));
}

/** Whether `If-Match` allows a change. Uses strong comparison: weak tags never match (RFC 9110, 13.1.1). */
export function matchesIfMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined || header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim() === etag);
}
