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

/** A rendered page in one encoding. */
export interface CompressedPage {
  status: number;
  /** The target of a redirect. */
  location?: string;
  etag: string;
  /** Undefined if the page is not compressed. */
  encoding: ContentEncoding | undefined;
  body: Buffer;
}

export async function compressPage(
  page: RenderedPage,
  encoding: ContentEncoding | undefined,
): Promise<CompressedPage> {
  const plain = Buffer.from(page.kind === 'page' ? page.html : '');
  return {
    status: page.status,
    ...(page.kind === 'redirect' ? { location: page.location } : {}),
    etag: createEtag(plain),
    encoding,
    body: encoding === undefined ? plain : await compressBuffer(plain, encoding),
  };
}

/** A weak ETag, because all encodings of the same content share it. */
export function createEtag(content: Buffer): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

/**
 * Brotli 5 makes pages 7 to 8 percent smaller than Brotli 4 and takes up to half a millisecond longer. Brotli 6 saves
 * only 1 percent more.
 */
function compressBuffer(plain: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  return encoding === 'br'
    ? compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    : compressGzip(plain, { level: 6 });
}

/** Sends the page, or status 304 when the client has it. */
export function sendCompressed(
  { etag, encoding, body }: CompressedPage,
  type: string,
  request: Request,
  response: Response,
): void {
  response.set({ ETag: etag, 'Content-Type': type });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
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
