import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import Negotiator from 'negotiator';
import type { RenderedPage } from './renderer.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** The encodings, the storefront's preferred one first. */
const encodings = ['br', 'gzip'] as const;

export type ContentEncoding = (typeof encodings)[number];

/** A rendered page. It is compressed once per encoding, when it is first sent in that encoding. */
export interface CompressedPage {
  status: number;
  /** The target of a redirect. */
  location?: string;
  etag: string;
  plain: Buffer;
  compress(encoding: ContentEncoding): Promise<Buffer>;
  /** The maximum size of the plain page and its encodings together, in bytes. */
  size: number;
}

export function createCompressedPage(page: RenderedPage): CompressedPage {
  const plain = Buffer.from(page.kind === 'page' ? page.html : '');
  const encoded = new Map<ContentEncoding, Promise<Buffer>>();
  return {
    status: page.status,
    ...(page.kind === 'redirect' ? { location: page.location } : {}),
    etag: createEtag(plain),
    plain,
    compress(encoding) {
      const body = encoded.get(encoding) ?? compressBuffer(plain, encoding);
      encoded.set(encoding, body);
      body.catch(() => encoded.delete(encoding));
      return body;
    },
    // HTML and XML compress to less than half, so both encodings together are smaller than the plain page.
    size: plain.length * 2,
  };
}

/** A weak ETag, because all encodings of the same content share it. */
export function createEtag(content: Buffer): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

function compressBuffer(plain: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  return encoding === 'br'
    ? compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    : compressGzip(plain, { level: 6 });
}

/** Sends the page in the encoding that the client prefers, or status 304 when the client has it. */
export async function sendCompressed(
  page: CompressedPage,
  type: string,
  request: Request,
  response: Response,
): Promise<void> {
  response.set({ ETag: page.etag, 'Content-Type': type });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const encoding = chooseEncoding(request);
  const body = encoding === undefined ? page.plain : await page.compress(encoding);
  if (encoding !== undefined) response.set('Content-Encoding', encoding);
  response.set('Content-Length', String(body.length));
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** A part of `Negotiator`. Its types lack the second parameter. */
interface EncodingNegotiator {
  encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
}

/**
 * Chooses the acceptable encoding with the highest q value (RFC 9110, 12.5.3). Of several with the same value, Brotli
 * comes first, then gzip. Undefined to send the response uncompressed.
 */
export function chooseEncoding(request: Request): ContentEncoding | undefined {
  const negotiator: EncodingNegotiator = new Negotiator(request);
  const preferred = negotiator.encoding([...encodings, 'identity'], { preferred: encodings });
  return encodings.find((encoding) => encoding === preferred);
}
