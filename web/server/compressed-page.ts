import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { PageAnswer } from '../entry-server.tsx';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** A rendered page as bytes, ready to be sent. */
export interface PackedPage {
  status: number;
  /** Where it leads, for a redirect. */
  location?: string;
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
  /** Of all its forms together, in bytes. */
  size: number;
}

/** Compressed once for all who get it. */
export async function packPage(answer: PageAnswer): Promise<PackedPage> {
  const plain = Buffer.from(answer.kind === 'page' ? answer.html : '');
  const [br, gz] = await Promise.all([
    brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
    deflate(plain, { level: 6 }),
  ]);
  return {
    status: answer.status,
    ...(answer.kind === 'redirect' ? { location: answer.location } : {}),
    // Weak: the compressed forms have the same one.
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    br,
    gzip: gz,
    size: plain.length + br.length + gz.length,
  };
}

/** Sends the smallest form the caller takes, or says that the caller has it already. */
export function sendPacked(page: PackedPage, type: string, request: Request, response: Response): void {
  response.set({ ETag: page.etag, 'Content-Type': type });
  if (page.status === 200 && request.fresh) {
    response.status(304).end();
    return;
  }
  const { body, encoding } = negotiate(page, request.acceptsEncodings());
  if (encoding !== undefined) response.set('Content-Encoding', encoding);
  response.set('Content-Length', String(body.length));
  response.end(request.method === 'HEAD' ? undefined : body);
}

function negotiate(
  page: PackedPage,
  acceptedPayload: readonly string[],
): { body: Buffer; encoding?: 'br' | 'gzip' } {
  if (acceptedPayload.includes('br')) return { body: page.br, encoding: 'br' };
  if (acceptedPayload.includes('gzip')) return { body: page.gzip, encoding: 'gzip' };
  return { body: page.plain };
}
