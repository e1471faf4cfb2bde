import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotliCompressAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

export type ContentCoding = 'br' | 'gzip';

/** A JSON body that is serialized once and sent often: its bytes, its entity tag and, on demand, compressed forms. */
export class CachedBody {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly #compressed = new Map<ContentCoding, Promise<Buffer>>();

  constructor(json: string) {
    this.bytes = Buffer.from(json);
    // Weak, since the compressed forms have the same tag (RFC 9110, 8.8.1).
    this.etag = `W/"${hash('sha256', this.bytes, 'base64url').slice(0, 27)}"`;
  }

  /** The bytes in a content coding. Concurrent requests share the compression. */
  getCompressed(coding: ContentCoding): Promise<Buffer> {
    const cached = this.#compressed.get(coding);
    if (cached !== undefined) return cached;
    const compression =
      coding === 'br' ? compressWithBrotli(this.bytes) : gzipAsync(this.bytes, { level: 6 });
    this.#compressed.set(coding, compression);
    // A failed compression is not cached, so that the next request tries again.
    compression.catch(() => this.#compressed.delete(coding));
    return compression;
  }
}

/** Compresses with quality 5: for a catalogue, the best quality, 11, would take many times as long. */
function compressWithBrotli(bytes: Buffer): Promise<Buffer> {
  return brotliCompressAsync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}
