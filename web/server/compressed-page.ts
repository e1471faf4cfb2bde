import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { RenderedPage } from './renderer.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

type ContentEncoding = 'br' | 'gzip';

/** A rendered page. It is compressed once per encoding, when a visitor first accepts that encoding. */
export interface CompressedPage {
  status: number;
  /** The target of a redirect. */
  location?: string;
  etag: string;
  plain: Buffer;
  compress(encoding: ContentEncoding): Promise<Buffer>;
  /** The maximum size of all encodings together, in bytes. */
  size: number;
}

export function createCompressedPage(page: RenderedPage): CompressedPage {
  const plain = Buffer.from(page.kind === 'page' ? page.html : '');
  const encoded = new Map<ContentEncoding, Promise<Buffer>>();
  return {
    status: page.status,
    ...(page.kind === 'redirect' ? { location: page.location } : {}),
    // A weak ETag, because all encodings share it.
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    compress(encoding) {
      const body = encoded.get(encoding) ?? compressBuffer(plain, encoding);
      encoded.set(encoding, body);
      return body;
    },
    // HTML and XML compress to less than half.
    size: plain.length * 2,
  };
}

function compressBuffer(plain: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  return encoding === 'br'
    ? compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    : compressGzip(plain, { level: 6 });
}

/** Sends the page in the best encoding the client accepts, or status 304 when the client has it. */
export async function sendCompressed(
  page: CompressedPage,
  type: string,
  request: Request,
  response: Response,
): Promise<void> {
  response.set({ ETag: page.etag, 'Content-Type': type });
  if (page.status === 200 && request.fresh) {
    response.status(304).end();
    return;
  }
  const encoding = chooseEncoding(request.acceptsEncodings());
  const body = encoding === undefined ? page.plain : await page.compress(encoding);
  if (encoding !== undefined) response.set('Content-Encoding', encoding);
  response.set('Content-Length', String(body.length));
  response.end(request.method === 'HEAD' ? undefined : body);
}

function chooseEncoding(acceptedEncodings: readonly string[]): ContentEncoding | undefined {
  if (acceptedEncodings.includes('br')) return 'br';
  return acceptedEncodings.includes('gzip') ? 'gzip' : undefined;
}
