import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import Negotiator from 'negotiator';
import { QueueFullError } from '../concurrency/concurrency-limit.ts';
import type { CachedImage } from '../images/image-cache.ts';
import type { ImageRequest, ImageService } from '../images/image-service.ts';
import { type ImageFormat, imageFormats, imagePages, imageWidths } from '../images/image-variants.ts';
import type { ResizedPath, SignedUrls } from '../images/signed-urls.ts';
import {
  determineType,
  isMissing,
  isTypeUnknown,
  requestFile,
  SourceImageError,
  supportedTypes,
} from '../images/source-image.ts';
import type { VisitorQuota } from '../quota/visitor-quota.ts';
import { Deadline, readWithIdleTimeout } from '../rest/call.ts';
import {
  createConditionalHeaders,
  type HttpPool,
  type HttpResponse,
  limitBytes,
  type ResponseHeaders,
} from '../rest/http-pool.ts';
import { chargeFile } from './charge-file.ts';
import { createDisconnectSignal } from './request-info.ts';

const svgContentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/** Maximum time without data from the host. The HTTP server disconnects clients that stop reading. */
const idleTimeoutMs = 30_000;
/** For a whole file, so that no client can occupy a connection forever. Suffices for 50 MB at 0.5 Mbit/s. */
const downloadTimeoutMs = 15 * 60_000;
/** The `Retry-After` of a page of a PDF while the queue for resizing is full. */
const retryAfterSeconds = 10;
const forwardedHeaders = ['etag', 'last-modified', 'content-range', 'accept-ranges'] as const;

/**
 * Serves images and PDFs that records of the REST host refer to, and no other URL of the host. The parameter `width`
 * requests an image of at most that width; for a PDF, an image of its first page, or of the page in the parameter
 * `page`.
 */
export function createMediaEndpoint(
  signedUrls: SignedUrls,
  images: ImageService,
  mediaPool: HttpPool,
  quota: VisitorQuota,
): RequestHandler {
  return async (request, response) => {
    // For errors and redirects: without it, caches may keep a 404 even after the host has the file.
    response.set('cache-control', 'no-store');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.set('allow', 'GET, HEAD').sendStatus(405);
      return;
    }
    const source = signedUrls.parseSource(request.url);
    const resized = source === null ? signedUrls.parseResized(request.url) : null;
    if (source !== null) {
      if (await chargeFile(quota, 'file', request, response))
        await forwardFile(mediaPool, source, request, response);
    } else if (resized !== null) await sendResizedImage(images, quota, resized, request, response);
    else response.sendStatus(404);
  };
}

async function forwardFile(
  mediaPool: HttpPool,
  source: URL,
  request: Request,
  response: Response,
): Promise<void> {
  const deadline = new Deadline(
    idleTimeoutMs,
    AbortSignal.any([createDisconnectSignal(response), AbortSignal.timeout(downloadTimeoutMs)]),
  );
  try {
    const upstream = await requestForClient(mediaPool, source, request, deadline.signal);
    try {
      await sendFile(upstream, response, deadline);
    } finally {
      upstream.discard();
    }
  } catch {
    // The host failed or the client disconnected. A response that has been started cannot become an error.
    if (response.headersSent) response.destroy();
    else response.sendStatus(502);
  } finally {
    deadline.end();
  }
}

/** Requests a file as the client does, or all of it if its type has to be determined by its first bytes. */
async function requestForClient(
  mediaPool: HttpPool,
  { pathname, search }: URL,
  request: Request,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const path = `${pathname}${search}`;
  const range = request.get('range');
  // Hosts may send several ranges as `multipart/byteranges`, which is not a supported type. A `Range` with several is
  // therefore ignored, as RFC 9110 (14.2) permits.
  const isSingleRange = range !== undefined && !range.includes(',');
  const ifRange = request.get('if-range');
  const conditions = createConditionalHeaders({
    etag: request.get('if-none-match') ?? null,
    lastModified: request.get('if-modified-since') ?? null,
  });
  const isHead = request.method === 'HEAD';
  const upstream = await requestFile(mediaPool, {
    method: isHead ? 'HEAD' : 'GET',
    path,
    headers: {
      ...conditions,
      // A range of a compressed file could not be decompressed.
      ...(isSingleRange && { range, 'accept-encoding': 'identity' }),
      // Otherwise, a client would join parts of two versions of the file.
      ...(isSingleRange && ifRange !== undefined && { 'if-range': ifRange }),
    },
    signal,
  });
  const lacksStart = upstream.status === 206 || (isHead && upstream.status === 200);
  if (!lacksStart || !isTypeUnknown(upstream.headers)) return upstream;
  upstream.discard();
  return requestFile(mediaPool, { method: 'GET', path, headers: conditions, signal });
}

async function sendFile(upstream: HttpResponse, response: Response, deadline: Deadline): Promise<void> {
  const { status, headers, type, body } = await determineType(upstream);
  const maxBytes = supportedTypes.get(type)?.maxBytes;
  const contentLength = Number(headers['content-length'] ?? 0);
  const isFile = (status === 200 || status === 206) && maxBytes !== undefined && contentLength <= maxBytes;
  if (status !== 304 && !isFile) {
    // `Content-Range` states the length of the file (RFC 9110, 15.5.17).
    const contentRange = headers['content-range'];
    if (status === 416 && contentRange !== undefined) response.set('content-range', contentRange);
    response.sendStatus(chooseErrorStatus(status));
    return;
  }
  forwardHeaders(headers, response);
  response.status(status).set({
    'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (!isFile) {
    response.end();
    return;
  }
  response.type(type);
  // An SVG that is opened on its own must not run scripts in the shop's origin. PDF viewers break in a sandbox.
  if (type === 'image/svg+xml') response.set('content-security-policy', svgContentSecurityPolicy);
  if (response.req.method === 'HEAD') response.end();
  else await pipeline(readWithIdleTimeout(limitBytes(body, maxBytes), deadline), response);
}

/** Maps the status of a host's response that is not forwarded to the status that the client gets. */
function chooseErrorStatus(status: number): number {
  if (isMissing(status)) return 404;
  return status === 416 ? 416 : 502;
}

function forwardHeaders(headers: ResponseHeaders, response: Response): void {
  for (const name of forwardedHeaders) {
    const value = headers[name];
    if (value !== undefined) response.set(name, value);
  }
  // For a compressed body, the host states the compressed length, but clients get the body decompressed.
  const contentLength = Number(headers['content-length'] ?? 0);
  if (contentLength > 0 && headers['content-encoding'] === undefined)
    response.set('content-length', `${contentLength}`);
}

/**
 * Sends an image resized to fit the requested width, in the best format that the client accepts. While the queue of the
 * image service is full, redirects to the original file. If that is a PDF, which an `<img>` cannot show, responds with
 * 503 instead.
 */
async function sendResizedImage(
  images: ImageService,
  quota: VisitorQuota,
  requested: ResizedPath,
  request: Request,
  response: Response,
): Promise<void> {
  response.vary('Accept');
  const width = imageWidths.find((option) => String(option) === requested.width);
  const page = imagePages.find((option) => String(option) === requested.page);
  if (width === undefined || page === undefined) {
    const [name, value, allowed] =
      width === undefined ? ['width', requested.width, imageWidths] : ['page', requested.page, imagePages];
    const message = `The parameter ${name} is '${value}': it must be one of ${allowed.join(', ')}.\n`;
    response.status(400).type('text/plain').send(message);
    return;
  }
  const format = negotiateFormat(request.get('accept'));
  const variant = { source: requested.source, page, width, format };
  try {
    const cached = await images.find(variant);
    if (cached !== null) sendImage(cached, format, request, response);
    else if (await chargeFile(quota, 'resizedImage', request, response))
      sendImage(await images.resize(variant), format, request, response);
  } catch (error) {
    if (error instanceof SourceImageError) response.sendStatus(error.status);
    else if (!(error instanceof QueueFullError)) throw error;
    else if (isPdfPage(variant)) response.set('retry-after', `${retryAfterSeconds}`).sendStatus(503);
    else response.redirect(307, `${request.baseUrl}${requested.originalPath}`);
  }
}

/**
 * The best format that an `Accept` header names, JPEG if it names none. Wildcards do not count: clients
 * that cannot decode AVIF send them too.
 */
function negotiateFormat(accept: string | undefined): ImageFormat {
  const accepted = new Negotiator({ headers: { accept: accept?.toLowerCase() } }).mediaTypes();
  return imageFormats.find((format) => accepted.includes(`image/${format}`)) ?? 'jpeg';
}

function sendImage({ bytes, etag }: CachedImage, format: string, request: Request, response: Response): void {
  response.set({
    etag,
    // Fresh for a day only, because the host may replace an image under the same name.
    'cache-control': 'public, max-age=86400, stale-while-revalidate=604800, immutable',
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  response.set({ 'content-type': `image/${format}`, 'content-length': `${bytes.byteLength}` });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/** Whether an image is a page of a PDF, as far as that is known before the file has been fetched. */
function isPdfPage({ source, page }: ImageRequest): boolean {
  return page > 1 || /\.pdf$/i.test(source.pathname);
}
