import type { Request, Response } from 'express';
import type { CachedImage } from '../images/image-cache.ts';
import { ImageQueueFullError, type ImageService } from '../images/image-service.ts';
import { imageWidths, negotiateFormat, parseImageWidth } from '../images/image-variants.ts';
import { SourceImageError } from '../images/source-image.ts';
import { quotaExceededText } from '../quota/charge.ts';
import type { VisitorQuota } from './visitor-quota.ts';

/**
 * Sends an image resized to the requested width, in the best format that the client accepts. While
 * the queue of the image service is full, redirects to the original, which every browser can show.
 */
export async function sendResizedImage(
  images: ImageService,
  quota: VisitorQuota,
  requested: { source: URL; width: string },
  request: Request,
  response: Response,
): Promise<void> {
  response.vary('Accept');
  const width = parseImageWidth(requested.width);
  if (width === null) {
    const message = `The parameter width is '${requested.width}': it must be one of ${imageWidths.join(', ')}.\n`;
    response.status(400).type('text/plain').send(message);
    return;
  }
  const format = negotiateFormat(request.get('accept'));
  const variant = { source: requested.source, width, format };
  try {
    const cached = await images.find(variant);
    const retryAfterSeconds = cached === null ? await quota.charge(request.ip, 'resizedImage') : null;
    if (retryAfterSeconds === null)
      sendImage(cached ?? (await images.resize(variant)), format, request, response);
    else sendQuotaExceeded(response, retryAfterSeconds);
  } catch (error) {
    response.set('cache-control', 'no-store');
    if (error instanceof SourceImageError) response.sendStatus(error.status);
    else if (error instanceof ImageQueueFullError) response.redirect(307, withoutWidth(request.originalUrl));
    else throw error;
  }
}

/** Responds to a request for a file that the quota of the client's network does not cover. */
export function sendQuotaExceeded(response: Response, retryAfterSeconds: number): void {
  response
    .set({ 'retry-after': String(retryAfterSeconds), 'cache-control': 'no-store' })
    .status(429)
    .type('text/plain')
    .send(`${quotaExceededText(retryAfterSeconds)}\n`);
}

function sendImage({ bytes, etag }: CachedImage, format: string, request: Request, response: Response): void {
  response.set({
    etag,
    // For a day only, because the host may replace an image under the same name.
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

function withoutWidth(url: string): string {
  return url.replace(/[?&]width=[^&]*$/, '');
}
