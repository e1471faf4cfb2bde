import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import type { ImageService } from '../images/image-service.ts';
import type { SignedUrls } from '../images/signed-urls.ts';
import { conditionalHeaders } from '../images/source-image.ts';
import type { VisitorQuota } from '../quota/visitor-quota.ts';
import { disconnectSignal } from './request-info.ts';
import { chargeFile, sendResizedImage } from './resized-image.ts';

/** The media types that are passed on, with their maximum size in bytes. */
const maxBytesByType: ReadonlyMap<string, number> = new Map([
  ['image/avif', 10_000_000],
  ['image/gif', 10_000_000],
  ['image/jpeg', 10_000_000],
  ['image/png', 10_000_000],
  ['image/svg+xml', 2_000_000],
  ['image/webp', 10_000_000],
  ['application/pdf', 50_000_000],
]);

const svgContentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const downloadTimeoutMs = 30_000;
const forwardedHeaders = ['etag', 'last-modified', 'content-range', 'accept-ranges'] as const;

/**
 * Serves images and PDFs that records of the REST host refer to, and no other URL of the host. The
 * parameter `width` requests an image of that width; for a PDF, an image of its first page.
 */
export function mediaEndpoint(
  signedUrls: SignedUrls,
  images: ImageService,
  quota: VisitorQuota,
): RequestHandler {
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.set('allow', 'GET, HEAD').sendStatus(405);
      return;
    }
    const source = signedUrls.parseSource(request.url);
    const resized = source === null ? signedUrls.parseResized(request.url) : null;
    if (source !== null) {
      if (await chargeFile(quota, 'originalFile', request, response))
        await forwardFile(source, request, response);
    } else if (resized !== null) await sendResizedImage(images, quota, resized, request, response);
    else response.sendStatus(404);
  };
}

async function forwardFile(source: URL, request: Request, response: Response): Promise<void> {
  const signal = AbortSignal.any([disconnectSignal(response), AbortSignal.timeout(downloadTimeoutMs)]);
  try {
    const range = request.get('range');
    const validators = {
      etag: request.get('if-none-match') ?? null,
      lastModified: request.get('if-modified-since') ?? null,
    };
    const headers = { ...conditionalHeaders(validators), ...(range !== undefined && { range }) };
    const upstream = await fetch(source, { method: request.method, headers, redirect: 'error', signal });
    await sendFile(upstream, response);
  } catch {
    // The host failed or the client disconnected. A response that has been started cannot become an error.
    if (response.headersSent) response.destroy();
    else response.sendStatus(502);
  }
}

async function sendFile(upstream: globalThis.Response, response: Response): Promise<void> {
  const type = (upstream.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const maxBytes = maxBytesByType.get(type) ?? 0;
  if (upstream.status !== 304 && !isAllowed(upstream, maxBytes)) {
    await upstream.body?.cancel();
    response.sendStatus(upstream.status === 404 || upstream.status === 416 ? upstream.status : 502);
    return;
  }
  setHeaders(upstream, response);
  if (upstream.status === 304) {
    response.end();
    return;
  }
  response.type(type);
  // An SVG that is opened on its own must not run scripts in the shop's origin. PDF viewers break in a sandbox.
  if (type === 'image/svg+xml') response.set('content-security-policy', svgContentSecurityPolicy);
  // Responses to HEAD have no body.
  if (upstream.body === null) response.end();
  else await pipeline(upstream.body, limitBytes(maxBytes), response);
}

function isAllowed(upstream: globalThis.Response, maxBytes: number): boolean {
  return (
    (upstream.status === 200 || upstream.status === 206) &&
    contentLength(upstream) <= maxBytes &&
    maxBytes > 0
  );
}

function contentLength(upstream: globalThis.Response): number {
  return Number(upstream.headers.get('content-length') ?? 0);
}

function setHeaders(upstream: globalThis.Response, response: Response): void {
  for (const name of forwardedHeaders) {
    const value = upstream.headers.get(name);
    if (value !== null) response.set(name, value);
  }
  // fetch decompresses the body, so the length of a compressed one is wrong.
  const length = contentLength(upstream);
  if (length > 0 && upstream.headers.get('content-encoding') === null)
    response.set('content-length', `${length}`);
  response.status(upstream.status).set({
    'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
}

/** A transform stream that fails after more than `maxBytes`. */
function limitBytes(maxBytes: number) {
  return async function* (chunks: AsyncIterable<Uint8Array>) {
    let length = 0;
    for await (const chunk of chunks) {
      length += chunk.byteLength;
      if (length > maxBytes) throw new RangeError(`The file is larger than ${maxBytes} bytes.`);
      yield chunk;
    }
  };
}
