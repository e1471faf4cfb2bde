import { conditionalHeaders, type Validators } from '../rest/conditional-headers.ts';

/** What pictures are made of, by the media type the host gives them, and how long it may be, in bytes. */
const readable: ReadonlyMap<string, { kind: 'picture' | 'pdf'; largest: number }> = new Map([
  ['image/avif', { kind: 'picture', largest: 20_000_000 }],
  ['image/gif', { kind: 'picture', largest: 20_000_000 }],
  ['image/jpeg', { kind: 'picture', largest: 20_000_000 }],
  ['image/png', { kind: 'picture', largest: 20_000_000 }],
  ['image/svg+xml', { kind: 'picture', largest: 2_000_000 }],
  ['image/webp', { kind: 'picture', largest: 20_000_000 }],
  ['application/pdf', { kind: 'pdf', largest: 50_000_000 }],
]);

/** How long the host may take for one file, in milliseconds. */
const deadline = 10_000;

/** A file of the REST host. */
export interface SourceImage extends Validators {
  kind: 'picture' | 'pdf';
  bytes: Uint8Array;
}

/** A file that cannot be had; `status` says it in HTTP's words: 404 none, 502 unusable, 504 too slow. */
export class SourceImageError extends Error {
  readonly status: 404 | 502 | 504;

  constructor(status: 404 | 502 | 504, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Fetches a picture or PDF of the REST host; null when it is still the version that is known.
 *
 * @throws {SourceImageError} when there is none, or none that pictures are made of.
 */
export async function fetchSourceImage(source: URL, known: Validators | null): Promise<SourceImage | null> {
  try {
    const answer = await fetch(source, {
      headers: conditionalHeaders(known),
      redirect: 'error',
      signal: AbortSignal.timeout(deadline),
    });
    if (answer.status === 304 && known !== null) return null;
    return await read(answer);
  } catch (error) {
    if (error instanceof SourceImageError) throw error;
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      throw new SourceImageError(504, `The host took longer than ${deadline} ms.`);
    }
    throw new SourceImageError(502, error instanceof Error ? error.message : String(error));
  }
}

async function read(answer: Response): Promise<SourceImage> {
  const type = (answer.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const allowed = readable.get(type);
  if (answer.status !== 200 || allowed === undefined || answer.body === null) {
    await answer.body?.cancel();
    if (answer.status === 404 || answer.status === 410) throw new SourceImageError(404, 'The host has none.');
    throw new SourceImageError(502, `The host answered with status ${answer.status} and the type '${type}'.`);
  }
  return {
    kind: allowed.kind,
    bytes: await bytesUpTo(allowed.largest, answer.body),
    etag: answer.headers.get('etag'),
    lastModified: answer.headers.get('last-modified'),
  };
}

async function bytesUpTo(largest: number, body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > largest) throw new SourceImageError(502, `The file is longer than ${largest} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
