import type { Request, Response } from 'express';
import type { CachedImage } from '../images/image-cache.ts';
import { ImageQueueFullError, type ImageService } from '../images/image-service.ts';
import { imageWidths, namedWidth, negotiateFormat } from '../images/image-variants.ts';
import { SourceImageError } from '../images/source-image.ts';
import { quotaExceededText } from '../quota/charge.ts';
import type { VisitorQuota } from './visitor-quota.ts';

/**
 * Answers with a copy of a picture in a width and the format the caller reads. While too many are
 * to be made it leads to the picture as the host has it, which every browser can show as well.
 */
export async function sendResizedImage(
  pictures: ImageService,
  quota: VisitorQuota,
  asked: { source: URL; width: string },
  request: Request,
  response: Response,
): Promise<void> {
  response.vary('Accept');
  const width = namedWidth(asked.width);
  if (width === null) {
    const right = `The parameter width is '${asked.width}': it must be one of ${imageWidths.join(', ')}.\n`;
    response.status(400).type('text/plain').send(right);
    return;
  }
  const format = negotiateFormat(request.get('accept'));
  const order = { source: asked.source, width, format };
  try {
    const kept = await pictures.find(order);
    const wait = kept === null ? await quota.charge(request.ip, 'resizedImage') : null;
    if (wait === null) send(kept ?? (await pictures.make(order)), format, request, response);
    else refuseOverBudget(response, wait);
  } catch (error) {
    response.set('cache-control', 'no-store');
    if (error instanceof SourceImageError) response.sendStatus(error.status);
    else if (error instanceof ImageQueueFullError) response.redirect(307, unsized(request.originalUrl));
    else throw error;
  }
}

/** Refuses a file for which the budget of the caller's network has no room. */
export function refuseOverBudget(response: Response, retryAfterSeconds: number): void {
  response
    .set({ 'retry-after': String(retryAfterSeconds), 'cache-control': 'no-store' })
    .status(429)
    .type('text/plain')
    .send(`${quotaExceededText(retryAfterSeconds)}\n`);
}

function send({ bytes, etag }: CachedImage, format: string, request: Request, response: Response): void {
  response.set({
    etag,
    // For a day and no longer: the host may put another picture under the same name.
    'cache-control': 'public, max-age=86400, stale-while-revalidate=604800, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  response.set({ 'content-type': `image/${format}`, 'content-length': `${bytes.byteLength}` });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

function unsized(address: string): string {
  return address.replace(/[?&]width=[^&]*$/, '');
}
