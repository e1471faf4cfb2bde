import type { Request, Response } from 'express';
import type { CachedImage } from '../images/image-cache.ts';
import { ImageQueueFullError, type ImageService } from '../images/image-service.ts';
import { imageWidths, negotiateFormat, parseImageWidth } from '../images/image-variants.ts';
import { SourceImageError } from '../images/source-image.ts';
import { quotaExceededText } from '../quota/charge.ts';
import { rateLimitHeaders } from '../quota/quota.ts';
import type { VisitorQuota } from '../quota/visitor-quota.ts';
import { rateLimitSubnet } from './request-info.ts';

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
    if (cached !== null) sendImage(cached, format, request, response);
    else if (await chargeFile(quota, 'resizedImage', request, response))
      sendImage(await images.resize(variant), format, request, response);
  } catch (error) {
    response.set('cache-control', 'no-store');
    if (error instanceof SourceImageError) response.sendStatus(error.status);
    else if (error instanceof ImageQueueFullError) response.redirect(307, withoutWidth(request.originalUrl));
    else throw error;
  }
}

/** Charges a file to the quota of the client's network. If the quota does not cover it, responds and returns false. */
export async function chargeFile(
  quota: VisitorQuota,
  file: 'originalFile' | 'resizedImage',
  request: Request,
  response: Response,
): Promise<boolean> {
  const charge = await quota.charge(rateLimitSubnet(request.ip), file);
  response.set(rateLimitHeaders(charge));
  if (charge.retryAfterSeconds === null) return true;
  response
    .set('cache-control', 'no-store')
    .status(429)
    .type('text/plain')
    .send(`${quotaExceededText(charge.retryAfterSeconds)}\n`);
  return false;
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
