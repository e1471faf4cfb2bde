import { pipeline, type Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Pool } from 'undici';

/** The headers of a response by lower-case name. Values of a repeated header are joined with commas. */
export type ResponseHeaders = Readonly<Record<string, string | undefined>>;

/** A response whose body is read as it arrives, already decompressed. */
export interface HttpResponse {
  status: number;
  headers: ResponseHeaders;
  body: AsyncIterable<Uint8Array>;
  /** Releases the connection if the body was not read to its end. */
  discard(): void;
}

export interface HttpRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query below the pool's base URL. */
  path: string;
  headers: Record<string, string>;
  body?: string | null;
  signal: AbortSignal;
}

export interface HttpPoolOptions {
  /** PEM certificates to trust; undefined for the public certificate authorities. */
  certificates?: string | undefined;
  /** Bearer token to send with each request. */
  token?: string | undefined;
}

/** Persistent connections to one HTTP server. Redirects are not followed. */
export class HttpPool {
  readonly #pool: Pool;
  readonly #basePath: string;
  readonly #authorization: Record<string, string>;

  /** @param maxConnections null for no limit. */
  constructor(baseUrl: string, maxConnections: number | null, { certificates, token }: HttpPoolOptions = {}) {
    const { origin, pathname } = new URL(baseUrl);
    // Callers limit the time of their requests. HTTP/1.1 sends one request at a time over a connection, so a
    // connection that fails affects only one of them.
    this.#pool = new Pool(origin, {
      connections: maxConnections,
      allowH2: false,
      headersTimeout: 0,
      bodyTimeout: 0,
      ...(certificates !== undefined && { connect: { ca: certificates } }),
    });
    this.#basePath = pathname.replace(/\/+$/, '');
    this.#authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  }

  /** Resolves when the status and the headers have arrived. The body must be read or discarded. */
  async request({ method, path, headers, body = null, signal }: HttpRequest): Promise<HttpResponse> {
    const response = await this.#pool.request({
      method,
      path: `${this.#basePath}${path}`,
      headers: {
        'user-agent': 'open-bookshop',
        'accept-encoding': 'gzip, deflate, br',
        ...headers,
        ...this.#authorization,
      },
      body,
      signal,
    });
    const { statusCode: status } = response;
    const receivedHeaders = joinRepeatedHeaders(response.headers);
    const hasContent = method !== 'HEAD' && status !== 204 && status !== 304;
    const content = hasContent
      ? decompress(response.body, receivedHeaders['content-encoding'])
      : response.body;
    return { status, headers: receivedHeaders, body: content, discard: () => discard(content) };
  }

  /** Closes idle connections now, and the others when their responses have been read. */
  async close(): Promise<void> {
    if (!this.#pool.closed) await this.#pool.close();
  }

  /** Closes all connections now. Running requests fail. */
  destroy(): Promise<void> {
    return this.#pool.destroy();
  }
}

/** A body is longer than its reader accepts. */
export class BodyTooLongError extends Error {}

/** Passes a body on while it arrives. @throws {BodyTooLongError} once it is longer than `maxBytes`. */
export async function* limitBytes(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    assertLength(length, maxBytes);
    yield chunk;
  }
}

function assertLength(length: number, maxBytes: number): void {
  if (length > maxBytes) throw new BodyTooLongError(`the response is longer than ${maxBytes} bytes`);
}

/** Reads a whole body. @throws {BodyTooLongError} if it is longer than `maxBytes`. */
export async function readBytes(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Most bodies are short: passing their chunks through `limitBytes` would cost more than reading them.
  for await (const chunk of body) {
    length += chunk.byteLength;
    assertLength(length, maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The validators by which a host recognizes a version of a list or file (RFC 9110, 8.8). */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/**
 * Headers that make the host respond with 304 if the version with these validators is still current. Intermediate
 * caches must revalidate it with the host. Without a validator, there are no headers.
 */
export function createConditionalHeaders({ etag, lastModified }: Validators): Record<string, string> {
  const cacheControl = { 'cache-control': 'max-age=0' };
  if (etag) return { ...cacheControl, 'if-none-match': etag };
  return lastModified ? { ...cacheControl, 'if-modified-since': lastModified } : {};
}

/**
 * The media type of a message in lower case, without parameters; empty if it states none. Some proxies add a second
 * `Content-Type` to that of the host. The first one counts.
 */
export function getMediaType(headers: { 'content-type'?: string | undefined }): string {
  const [mediaType = ''] = (headers['content-type'] ?? '').split(/[;,]/, 1);
  return mediaType.trim().toLowerCase();
}

function discard(body: Readable): void {
  if (!body.readableEnded) body.on('error', () => {}).destroy();
}

function joinRepeatedHeaders(headers: Record<string, string | string[] | undefined>): ResponseHeaders {
  const joined: Record<string, string | undefined> = {};
  for (const name in headers) {
    const value = headers[name];
    joined[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return joined;
}

/** With these options, the decoders accept incomplete data as browsers do: some servers leave out the checksum. */
const lenientGzip = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const lenientBrotli = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
};

function decompress(body: Readable, encoding = 'identity'): Readable {
  const decoder = createDecoder(encoding.trim().toLowerCase());
  if (decoder === null) return body;
  // An error of either stream destroys both, and reading the decoder then throws it.
  return pipeline(body, decoder, () => {});
}

function createDecoder(encoding: string) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip(lenientGzip);
  if (encoding === 'deflate') return createInflate(lenientGzip);
  return encoding === 'br' ? createBrotliDecompress(lenientBrotli) : null;
}
