import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import type { CachedImage } from '../images/image-cache.ts';
import { ImageQueueFullError, type ImageService } from '../images/image-service.ts';
import { imageWidths, negotiateFormat, parseImageWidth } from '../images/image-variants.ts';
import type { SignedUrls } from '../images/signed-urls.ts';
import { conditionalHeaders, SourceImageError } from '../images/source-image.ts';
import { quotaExceededText } from '../quota/charge.ts';
import { rateLimitHeaders } from '../quota/quota.ts';
import type { VisitorQuota } from '../quota/visitor-quota.ts';
import { disconnectSignal, rateLimitSubnet } from './request-info.ts';

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

/**
 * Sends an image resized to the requested width, in the best format that the client accepts. While
 * the queue of the image service is full, redirects to the original, which every browser can show.
 */
export async function sendResizedImage(
  images: ImageService,
  quota: VisitorQuota,
  requested: { source: URL; width: string },
  request: Request,
  response: Response,
): Promise<void> {
  response.vary('Accept');
  const width = parseImageWidth(requested.width);
  if (width === null) {
    const message = `The parameter width is '${requested.width}': it must be one of ${imageWidths.join(', ')}.\n`;
    response.status(400).type('text/plain').send(message);
    return;
  }
  const format = negotiateFormat(request.get('accept'));
  const variant = { source: requested.source, width, format };
  try {
    const cached = await images.find(variant);
    if (cached !== null) sendImage(cached, format, request, response);
    else if (await chargeFile(quota, 'resizedImage', request, response))
      sendImage(await images.resize(variant), format, request, response);
  } catch (error) {
    response.set('cache-control', 'no-store');
    if (error instanceof SourceImageError) response.sendStatus(error.status);
    else if (error instanceof ImageQueueFullError) response.redirect(307, withoutWidth(request.originalUrl));
    else throw error;
  }
}

/** Charges a file to the quota of the client's network. If the quota does not cover it, responds and returns false. */
export async function chargeFile(
  quota: VisitorQuota,
  file: 'originalFile' | 'resizedImage',
  request: Request,
  response: Response,
): Promise<boolean> {
  const charge = await quota.charge(rateLimitSubnet(request.ip), file);
  response.set(rateLimitHeaders(charge));
  if (charge.retryAfterSeconds === null) return true;
  response
    .set('cache-control', 'no-store')
    .status(429)
    .type('text/plain')
    .send(`${quotaExceededText(charge.retryAfterSeconds)}\n`);
  return false;
}

function sendImage({ bytes, etag }: CachedImage, format: string, request: Request, response: Response): void {
  response.set({
    etag,
    // For a day only, because the host may replace an image under the same name.
    'cache-control': 'public, max-age=86400, stale-while-revalidate=604800, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  response.set({ 'content-type': `image/${format}`, 'content-length': `${bytes.byteLength}` });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

function withoutWidth(url: string): string {
  return url.replace(/[?&]width=[^&]*$/, '');
}
