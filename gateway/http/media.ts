import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import type { ImageService } from '../images/image-service.ts';
import type { SignedUrls } from '../images/signed-urls.ts';
import { conditionalHeaders } from '../rest/conditional-headers.ts';
import { hangUpOf } from './request-origin.ts';
import { refuseOverBudget, sendResizedImage } from './resized-image.ts';
import type { VisitorQuota } from './visitor-quota.ts';

/** What may pass, and how large it may be, in bytes. */
const allowed: ReadonlyMap<string, number> = new Map([
  ['image/avif', 10_000_000],
  ['image/gif', 10_000_000],
  ['image/jpeg', 10_000_000],
  ['image/png', 10_000_000],
  ['image/svg+xml', 2_000_000],
  ['image/webp', 10_000_000],
  ['application/pdf', 50_000_000],
]);

const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const deadline = 30_000;
const passedToCaller = ['etag', 'last-modified', 'content-range', 'accept-ranges'] as const;

/**
 * Pictures and PDFs of the REST host that records named, and nothing else of it; with the parameter
 * `width` a copy so wide, of a PDF its first page.
 */
export function mediaEndpoint(
  addresses: SignedUrls,
  pictures: ImageService,
  quota: VisitorQuota,
): RequestHandler {
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.set('allow', 'GET, HEAD').sendStatus(405);
      return;
    }
    const source = addresses.source(request.url);
    const resized = source === null ? addresses.resized(request.url) : null;
    if (source !== null) {
      const wait = await quota.charge(request.ip, 'originalFile');
      if (wait === null) await pass(source, request, response);
      else refuseOverBudget(response, wait);
    } else if (resized !== null) await sendResizedImage(pictures, quota, resized, request, response);
    else response.sendStatus(404);
  };
}

async function pass(source: URL, request: Request, response: Response): Promise<void> {
  const signal = AbortSignal.any([hangUpOf(response), AbortSignal.timeout(deadline)]);
  try {
    const range = request.get('range');
    const known = {
      etag: request.get('if-none-match') ?? null,
      lastModified: request.get('if-modified-since') ?? null,
    };
    const headers = { ...conditionalHeaders(known), ...(range !== undefined && { range }) };
    const answer = await fetch(source, { method: request.method, headers, redirect: 'error', signal });
    await send(answer, response);
  } catch {
    // The host's failure, or the caller is gone; what was begun cannot be mended.
    if (response.headersSent) response.destroy();
    else response.sendStatus(502);
  }
}

async function send(answer: globalThis.Response, response: Response): Promise<void> {
  const type = (answer.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const largest = allowed.get(type) ?? 0;
  if (answer.status !== 304 && !isPassable(answer, largest)) {
    await answer.body?.cancel();
    response.sendStatus(answer.status === 404 || answer.status === 416 ? answer.status : 502);
    return;
  }
  describe(answer, response);
  if (answer.status === 304) {
    response.end();
    return;
  }
  response.type(type);
  // A drawing opened by itself must not run scripts in the shop's name. PDF viewers break in a sandbox.
  if (type === 'image/svg+xml') response.set('content-security-policy', drawingPolicy);
  // The answer to HEAD.
  if (answer.body === null) response.end();
  else await pipeline(answer.body, atMost(largest), response);
}

function isPassable(answer: globalThis.Response, largest: number): boolean {
  return (answer.status === 200 || answer.status === 206) && lengthOf(answer) <= largest && largest > 0;
}

function lengthOf(answer: globalThis.Response): number {
  return Number(answer.headers.get('content-length') ?? 0);
}

function describe(answer: globalThis.Response, response: Response): void {
  for (const name of passedToCaller) {
    const value = answer.headers.get(name);
    if (value !== null) response.set(name, value);
  }
  // A packed answer is unpacked on the way, so its length says nothing.
  const length = lengthOf(answer);
  if (length > 0 && answer.headers.get('content-encoding') === null)
    response.set('content-length', `${length}`);
  response.status(answer.status).set({
    'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
}

/** Passes bytes on up to a limit; a longer stream is broken off. */
function atMost(largest: number) {
  return async function* (chunks: AsyncIterable<Uint8Array>) {
    let length = 0;
    for await (const chunk of chunks) {
      length += chunk.byteLength;
      if (length > largest) throw new RangeError('longer than allowed');
      yield chunk;
    }
  };
}
