/** The media types that can be resized, with the maximum size of a file. */
const supportedTypes: ReadonlyMap<string, { kind: 'image' | 'pdf'; maxBytes: number }> = new Map([
  ['image/avif', { kind: 'image', maxBytes: 20_000_000 }],
  ['image/gif', { kind: 'image', maxBytes: 20_000_000 }],
  ['image/jpeg', { kind: 'image', maxBytes: 20_000_000 }],
  ['image/png', { kind: 'image', maxBytes: 20_000_000 }],
  ['image/svg+xml', { kind: 'image', maxBytes: 2_000_000 }],
  ['image/webp', { kind: 'image', maxBytes: 20_000_000 }],
  ['application/pdf', { kind: 'pdf', maxBytes: 50_000_000 }],
]);

const fetchTimeoutMs = 10_000;

/** The validators by which a host recognizes a version of a file (RFC 9110, 8.8). */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/** An image or PDF of the REST host. */
export interface SourceImage extends Validators {
  kind: 'image' | 'pdf';
  bytes: Uint8Array;
}

/** A source image is unavailable. `status`: 404 for none, 502 for an unusable one, 504 for a timeout. */
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
 * @param known validators of the version that was resized before, if any.
 * @returns null when the known version is still current.
 * @throws {SourceImageError} when the file is missing or its type is not supported.
 */
export async function fetchSourceImage(source: URL, known: Validators | null): Promise<SourceImage | null> {
  try {
    const response = await fetch(source, {
      headers: conditionalHeaders(known),
      redirect: 'error',
      signal: AbortSignal.timeout(fetchTimeoutMs),
    });
    if (response.status === 304 && known !== null) return null;
    return await readImage(response);
  } catch (error) {
    if (error instanceof SourceImageError) throw error;
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      throw new SourceImageError(504, `The host did not answer within ${fetchTimeoutMs} ms.`);
    }
    throw new SourceImageError(502, error instanceof Error ? error.message : String(error));
  }
}

/**
 * Headers that make the host respond with 304 if the known version is still current. They
 * include `Cache-Control` because Node's `fetch` otherwise adds `Cache-Control: no-cache` to a conditional
 * request. Express, among others, then sends the full response instead of 304.
 */
export function conditionalHeaders(known: Validators | null): Record<string, string> {
  const cacheControl = { 'cache-control': 'max-age=0' };
  if (known?.etag) return { ...cacheControl, 'if-none-match': known.etag };
  if (known?.lastModified) return { ...cacheControl, 'if-modified-since': known.lastModified };
  return {};
}

async function readImage(response: Response): Promise<SourceImage> {
  const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const supported = supportedTypes.get(type);
  if (response.status !== 200 || supported === undefined || response.body === null) {
    await response.body?.cancel();
    if (response.status === 404 || response.status === 410) {
      throw new SourceImageError(404, 'The host does not have the file.');
    }
    throw new SourceImageError(
      502,
      `The host answered with status ${response.status} and media type '${type}'.`,
    );
  }
  return {
    kind: supported.kind,
    bytes: await readBytes(response.body, supported.maxBytes),
    etag: response.headers.get('etag'),
    lastModified: response.headers.get('last-modified'),
  };
}

async function readBytes(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new SourceImageError(502, `The file is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
