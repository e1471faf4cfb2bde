/**
 * The child process that decodes and resizes images of the REST host. The decoders are native code that
 * reads untrusted bytes. If one of them crashes, hangs or exhausts memory, only this process ends.
 */

import { constants, setPriority } from 'node:os';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { describeReason } from '../../domain/describe-reason.ts';
import { type ImageFormat, type ImageWidth, maxHeightRatio } from '../image-variants.ts';
import { type WorkerRequest, type WorkerResponse, workerRequestSchema } from './image-worker.ts';
import { renderPdfPage } from './pdf-page.ts';

/** Memory at which the process exits. A large image takes a third of it. */
const maxMemoryBytes = 768 * 1024 * 1024;

/** Time without a request after which the process exits to release its memory. The next request starts another. */
const idleTimeoutMs = 60_000;

/** Larger images are not decoded: 50 million pixels take about 200 MB. */
const maxPixels = 50_000_000;

/** Time limit for resizing an image. The limit for rendering a page of a PDF is the same. */
const timeoutSeconds = 20;

/** The resolution at which sharp renders an SVG in its own size, in dots per inch. */
const defaultSvgDensity = 72;

// Pages and GraphQL responses have priority over images.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// Ctrl+C and the closing of a terminal reach the whole process group. The gateway first completes the requests it has
// begun.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
setInterval(() => {
  if (process.memoryUsage.rss() > maxMemoryBytes) process.exit(1);
}, 50).unref();
configureSharp();
const idleTimer = setTimeout(() => process.exit(), idleTimeoutMs);
process.on('message', (message: unknown) => {
  idleTimer.refresh();
  const request = workerRequestSchema.parse(message);
  processImage(request)
    .then((bytes) => sendResponse({ id: request.id, bytes }))
    .catch((error: unknown) => {
      sendResponse({ id: request.id, error: describeReason(error) });
    });
});

async function processImage({ kind, bytes, page, width, format }: WorkerRequest): Promise<Uint8Array | null> {
  if (kind === 'image') return page === 1 ? resizeImage(bytes, width, format) : null;
  const rendered = await renderPdfPage(bytes, page, width);
  if (rendered === null) return null;
  const { pixels, ...size } = rendered;
  return resizeAndEncode(sharp(pixels, { raw: { ...size, channels: 4 } }), width, format);
}

function sendResponse(response: WorkerResponse): void {
  process.send?.(response);
}

/**
 * Configures sharp for this process. An image uses one core, since several are processed at the same time.
 * Nothing is cached, since an image is rarely processed twice. Only decoders of common formats are
 * enabled, so that those of rare formats, which are tested less, cannot be attacked.
 */
function configureSharp(): void {
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Svg', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`),
  });
}

/**
 * Resizes an image to a width of at most `width` pixels and a height of at most `maxHeightRatio` times that. The copy
 * is upright, in sRGB and without metadata. It is never larger than the original, unless that is an SVG. Of an
 * animation, it shows the first frame.
 *
 * @throws when the bytes are not an image, are broken or too large, or take too long.
 */
async function resizeImage(bytes: Uint8Array, width: ImageWidth, format: ImageFormat): Promise<Uint8Array> {
  const input: SharpOptions = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true };
  const density = await computeSvgDensity(bytes, width);
  return resizeAndEncode(sharp(bytes, density === null ? input : { ...input, density }), width, format);
}

function resizeAndEncode(image: Sharp, width: ImageWidth, format: ImageFormat): Promise<Uint8Array> {
  const resized = image
    .autoOrient()
    .resize({ width, height: width * maxHeightRatio, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: timeoutSeconds });
  return encode(resized, format).toBuffer();
}

/** A higher effort would save few bytes and take several times as long. */
function encode(image: Sharp, format: ImageFormat): Sharp {
  if (format === 'avif') return image.avif({ quality: 60, effort: 1 });
  if (format === 'webp') return image.webp({ quality: 78, effort: 3 });
  // JPEG has no transparency.
  return image.flatten({ background: '#fff' }).jpeg({ quality: 80, mozjpeg: true });
}

/** The resolution at which an SVG has the requested width; null for other formats. */
async function computeSvgDensity(bytes: Uint8Array, width: ImageWidth): Promise<number | null> {
  // Reading the metadata does not render the image, so its size does not matter.
  const { format, width: svgWidth } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (format !== 'svg') return null;
  return Math.min(Math.max((defaultSvgDensity * width) / svgWidth, 1), 100_000);
}
