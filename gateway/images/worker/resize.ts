import sharp, { type Sharp, type SharpInput, type SharpOptions } from 'sharp';
import type { ImageFormat, ImageWidth } from '../image-variants.ts';

/** How many times as high as wide a picture may be made: a strip would be endless. */
const highest = 3;

/** No picture with more pixels is unpacked: 50 million take some 200 MB. */
const mostPixels = 50_000_000;

/** How long one picture may take, in seconds. */
const longest = 8;

/** What a drawing without a unit is measured in, dots per inch. */
const drawingDensity = 72;

/**
 * One core a picture, since several are made at once; no memory of pictures that will not come again;
 * and only the readers of what shops show, so that no rare format's reader can be reached.
 */
export function prepareSharp(): void {
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Svg', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`),
  });
}

/**
 * A copy of a picture that is at most `width` wide, upright, in sRGB, without its metadata; never
 * larger than the picture, unless it is a drawing. Of an animation its first frame.
 *
 * @throws when it is no picture, broken, too large, or takes too long.
 */
export async function resizeImage(
  bytes: Uint8Array,
  width: ImageWidth,
  format: ImageFormat,
): Promise<Uint8Array> {
  const input: SharpOptions = { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true };
  const density = await drawingDensityFor(bytes, width);
  return write(sharp(bytes, density === null ? input : { ...input, density }), width, format);
}

/** The same of unpacked pixels, four bytes each: red, green, blue, opacity. */
export function resizePixels(
  pixels: SharpInput,
  size: { width: number; height: number },
  width: ImageWidth,
  format: ImageFormat,
): Promise<Uint8Array> {
  return write(sharp(pixels, { raw: { ...size, channels: 4 } }), width, format);
}

function write(picture: Sharp, width: ImageWidth, format: ImageFormat): Promise<Uint8Array> {
  const sized = picture
    .autoOrient()
    .resize({ width, height: width * highest, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: longest });
  return encode(sized, format).toBuffer();
}

/** More effort would save few bytes and take several times as long. */
function encode(picture: Sharp, format: ImageFormat): Sharp {
  if (format === 'avif') return picture.avif({ quality: 60, effort: 1 });
  if (format === 'webp') return picture.webp({ quality: 78, effort: 3 });
  // JPEG knows no transparency.
  return picture.flatten({ background: '#fff' }).jpeg({ quality: 80, mozjpeg: true });
}

/** How densely a drawing is to be set to become so wide; null for what is no drawing. */
async function drawingDensityFor(bytes: Uint8Array, width: ImageWidth): Promise<number | null> {
  // Nothing is drawn yet, so its size does not matter.
  const { format, width: drawn } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (format !== 'svg') return null;
  return Math.min(Math.max((drawingDensity * width) / drawn, 1), 100_000);
}
