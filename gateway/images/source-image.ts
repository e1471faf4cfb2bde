import { describeReason } from '../domain/describe-reason.ts';
import {
  createConditionalHeaders,
  getMediaType,
  type HttpPool,
  type HttpRequest,
  type HttpResponse,
  type ResponseHeaders,
  readBytes,
  type Validators,
} from '../rest/http-pool.ts';

/** The media types that are served and can be resized, with the maximum size of a file. */
export const supportedTypes: ReadonlyMap<string, { kind: 'image' | 'pdf'; maxBytes: number }> = new Map([
  ['image/avif', { kind: 'image', maxBytes: 20_000_000 }],
  ['image/gif', { kind: 'image', maxBytes: 20_000_000 }],
  ['image/jpeg', { kind: 'image', maxBytes: 20_000_000 }],
  ['image/png', { kind: 'image', maxBytes: 20_000_000 }],
  ['image/svg+xml', { kind: 'image', maxBytes: 2_000_000 }],
  ['image/webp', { kind: 'image', maxBytes: 20_000_000 }],
  ['application/pdf', { kind: 'pdf', maxBytes: 50_000_000 }],
]);

/** The media types that hosts send for files whose type they do not know. */
const unknownTypes: ReadonlySet<string> = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

/**
 * The first bytes of files. `.` matches any byte. SVG has none: text that begins like an SVG may also be a web page.
 */
const signatures: ReadonlyArray<readonly [type: string, signature: RegExp]> = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/avif', /^.{4}ftypavi[fs]/s],
  ['application/pdf', /^%PDF-/],
];
const signatureBytes = 12;

/** A response with a file, and the media type of the file. */
interface FileResponse extends HttpResponse {
  type: string;
}

/** The codes of the errors that occur if the host closes an idle connection just when it is used again. */
const closedConnectionCodes: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Requests a file. Retries once if the host closes the connection. */
export async function requestFile(mediaPool: HttpPool, request: HttpRequest): Promise<HttpResponse> {
  try {
    return await mediaPool.request(request);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && closedConnectionCodes.has(error.code))) throw error;
    return mediaPool.request(request);
  }
}

/** Whether the host responds with this status because it does not have the file. */
export function isMissing(status: number): boolean {
  return status === 404 || status === 410;
}

/** Whether the type of a file has to be determined by its first bytes. */
export function isTypeUnknown(headers: ResponseHeaders): boolean {
  return unknownTypes.has(getMediaType(headers));
}

/**
 * Determines the media type of a file, by its first bytes if the host does not state it. Many hosts send JPEGs as
 * `image/jpg`, which is not registered.
 */
export async function determineType(response: HttpResponse): Promise<FileResponse> {
  const { status, headers, body } = response;
  const type = getMediaType(headers);
  if (status !== 200 || !isTypeUnknown(headers))
    return { ...response, type: type === 'image/jpg' ? 'image/jpeg' : type };
  const iterator = body[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (start.byteLength < signatureBytes) {
    const chunk = await iterator.next();
    if (chunk.done) break;
    start = Buffer.concat([start, chunk.value]);
  }
  const text = start.toString('latin1');
  const [recognizedType] = signatures.find(([, signature]) => signature.test(text)) ?? [];
  return {
    ...response,
    type: recognizedType ?? type,
    // Ranges are not offered: only the first bytes of a file show its type.
    headers: { ...headers, 'accept-ranges': undefined },
    body: prepend(start, { [Symbol.asyncIterator]: () => iterator }),
  };
}

async function* prepend(start: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield start;
  yield* rest;
}

const fetchTimeoutMs = 10_000;

/** An image or PDF of the REST host. */
export interface SourceImage extends Validators {
  kind: 'image' | 'pdf';
  bytes: Uint8Array;
}

/**
 * A source image is unavailable. The `status` is 404 if the host does not have the file, or a PDF does not have the
 * requested page; 502 if the file is unusable or the host fails; and 504 if the host does not send the file in time.
 */
export class SourceImageError extends Error {
  readonly status: 404 | 502 | 504;

  constructor(status: 404 | 502 | 504, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Fetches an image or PDF from the REST host.
 *
 * @param previous validators of the version that was resized before, if any.
 * @returns null when the previous version is still current.
 * @throws {SourceImageError} when the file is missing or too large, its type is not supported, or the host fails.
 */
export async function fetchSourceImage(
  mediaPool: HttpPool,
  { pathname, search }: URL,
  previous: Validators | null,
): Promise<SourceImage | null> {
  try {
    const response = await requestFile(mediaPool, {
      method: 'GET',
      path: `${pathname}${search}`,
      headers: previous === null ? {} : createConditionalHeaders(previous),
      signal: AbortSignal.timeout(fetchTimeoutMs),
    });
    try {
      return response.status === 304 && previous !== null ? null : await readImage(response);
    } finally {
      response.discard();
    }
  } catch (error) {
    if (error instanceof SourceImageError) throw error;
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      throw new SourceImageError(504, `The host did not send the file within ${fetchTimeoutMs} ms.`);
    }
    throw new SourceImageError(502, describeReason(error));
  }
}

async function readImage(response: HttpResponse): Promise<SourceImage> {
  const { status, headers } = response;
  if (isMissing(status)) throw new SourceImageError(404, 'The host does not have the file.');
  const { type, body } = await determineType(response);
  const supported = supportedTypes.get(type);
  if (status !== 200 || supported === undefined) {
    throw new SourceImageError(502, `The host responded with status ${status} and media type '${type}'.`);
  }
  return {
    kind: supported.kind,
    bytes: await readBytes(body, supported.maxBytes),
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
  };
}
