import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { PreparedBody } from '../catalogue/prepared-body.ts';

/** Below this size compression saves less than its headers cost. */
const smallest = 1024;

/** Sends a prepared answer: 304 when the client has it already, compressed when it reads that. */
export async function sendPrepared(request: Request, response: Response, body: PreparedBody): Promise<void> {
  const isLarge = body.bytes.length >= smallest;
  response.setHeader('ETag', body.etag);
  response.setHeader('Cache-Control', 'no-cache');
  // Also on a 304 (RFC 9110, 15.4.5): caches on the way must not mix up the codings.
  if (isLarge) response.setHeader('Vary', 'Accept-Encoding');
  if (matches(request.headers['if-none-match'], body.etag)) {
    response.status(304).end();
    return;
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  const coding = isLarge ? request.acceptsEncodings('br', 'gzip', 'identity') : 'identity';
  const bytes = coding === 'br' || coding === 'gzip' ? await body.compressed(coding) : body.bytes;
  if (coding === 'br' || coding === 'gzip') response.setHeader('Content-Encoding', coding);
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

/** The strong entity tag of a record that is sent uncompressed (RFC 9110, 8.8.3). */
export function entityTag(record: object): string {
  return `"${createHash('sha256').update(JSON.stringify(record)).digest('base64url').slice(0, 27)}"`;
}

/** Whether `If-None-Match` names the tag; weak and strong tags are the same here (RFC 9110, 13.1.2). */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.split(',').some((tag) => opaque(tag) === opaque(etag));
}

/** Whether `If-Match` lets a change through; weak tags never match (RFC 9110, 13.1.1). */
export function allows(header: string | undefined, etag: string): boolean {
  if (header === undefined || header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim() === etag);
}
