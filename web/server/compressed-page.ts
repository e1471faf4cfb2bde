import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { RenderedPage } from './renderer.ts';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** A rendered page in every encoding. */
export interface CompressedPage {
  status: number;
  /** The target of a redirect. */
  location?: string;
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
  /** The size of all encodings together, in bytes. */
  size: number;
}

/** Compresses a page once for all its visitors. */
export async function compressPage(page: RenderedPage): Promise<CompressedPage> {
  const plain = Buffer.from(page.kind === 'page' ? page.html : '');
  const [br, gz] = await Promise.all([
    brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
    deflate(plain, { level: 6 }),
  ]);
  return {
    status: page.status,
    ...(page.kind === 'redirect' ? { location: page.location } : {}),
    // A weak ETag, because all encodings share it.
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    br,
    gzip: gz,
    size: plain.length + br.length + gz.length,
  };
}

/** Sends the page in the best encoding the client accepts, or status 304 when the client has it. */
export function sendCompressed(
  page: CompressedPage,
  type: string,
  request: Request,
  response: Response,
): void {
  response.set({ ETag: page.etag, 'Content-Type': type });
  if (page.status === 200 && request.fresh) {
    response.status(304).end();
    return;
  }
  const { body, encoding } = chooseEncoding(page, request.acceptsEncodings());
  if (encoding !== undefined) response.set('Content-Encoding', encoding);
  response.set('Content-Length', String(body.length));
  response.end(request.method === 'HEAD' ? undefined : body);
}

function chooseEncoding(
  page: CompressedPage,
  acceptedEncodings: readonly string[],
): { body: Buffer; encoding?: 'br' | 'gzip' } {
  if (acceptedEncodings.includes('br')) return { body: page.br, encoding: 'br' };
  if (acceptedEncodings.includes('gzip')) return { body: page.gzip, encoding: 'gzip' };
  return { body: page.plain };
}
