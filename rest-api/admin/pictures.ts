import { hash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { getUploadsDirectory } from '../database/data-directory.ts';
import { HttpError } from '../http/errors.ts';

/** The URL of a picture as it is stored: the path of a file that this service serves, or a URL on another server. */
export const pictureUrl = z
  .string()
  .max(2000)
  .regex(/^(https?:\/\/[^\s"<>]+|\/files\/[^\s"<>]+)$/, 'Must be a file or an http(s) URL');

const maxPictureBytes = 10 * 1024 * 1024;
/** The gateway loads no larger SVG files. */
const maxSvgBytes = 2_000_000;
/** The gateway resizes no larger pictures. */
const maxPixels = 50_000_000;
const extensions: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  gif: 'gif',
  svg: 'svg',
};

/** A picture that a command receives. */
export interface Picture {
  readonly url: string;
  /** Copies the picture to the place where the service serves it at `url`. */
  readonly store: () => Promise<void>;
}

/**
 * Reads and checks a picture file, which `store` later copies into the directory that the service serves. The name of
 * the copy is a hash of its content, because clients cache pictures for a year. If the source is already a URL,
 * nothing is read or stored.
 * @throws HttpError if the file cannot be read, is too large or damaged, or is not a picture in a format that browsers
 * display.
 */
export async function loadPicture(dataDirectory: string, source: string): Promise<Picture> {
  if (pictureUrl.safeParse(source).success) return { url: source, store: async () => undefined };
  const content = await readPicture(source);
  const format = await findFormat(content);
  if (format === 'heic') {
    throw new HttpError(
      400,
      `${source} is a HEIC picture, which many browsers cannot display; convert it to JPEG, PNG, WebP, AVIF, GIF or SVG`,
    );
  }
  const extension = extensions[format ?? ''];
  if (extension === undefined) {
    throw new HttpError(400, `${source} is not a JPEG, PNG, WebP, AVIF, GIF or SVG picture`);
  }
  if (format === 'svg' && content.length > maxSvgBytes) {
    throw new HttpError(
      400,
      `${source} is larger than ${maxSvgBytes / 1_000_000} MB, the limit for SVG; make it simpler, or export it as PNG or WebP`,
    );
  }
  if (format !== 'svg' && !(await isDecodable(content))) {
    throw new HttpError(
      400,
      `${source} is damaged or has more than ${maxPixels / 1_000_000} megapixels; export it again, or make it smaller`,
    );
  }
  const name = `${hash('sha256', content, 'hex').slice(0, 32)}.${extension}`;
  const directory = getUploadsDirectory(path.join(dataDirectory, 'files'));
  const store = async () => {
    await mkdir(directory, { recursive: true });
    await writeAtomically(path.join(directory, name), content);
  };
  return { url: `/files/uploads/${name}`, store };
}

/** If writing fails, for example on a full disk, an earlier copy of the picture, which may be in use, stays complete. */
async function writeAtomically(file: string, content: Buffer): Promise<void> {
  const unfinishedFile = `${file}.${randomUUID()}.unfinished`;
  try {
    await writeFile(unfinishedFile, content, { flush: true });
    await rename(unfinishedFile, file);
  } finally {
    await rm(unfinishedFile, { force: true });
  }
}

async function readPicture(file: string): Promise<Buffer> {
  const unreadable = new HttpError(
    400,
    `${file} is not a file that this process can read; use another file, or change its permissions`,
  );
  let content: Buffer;
  try {
    // Opening a pipe without a writer would wait forever, and the first Ctrl+C would not end the process.
    if (!(await stat(file)).isFile()) throw unreadable;
    content = await readFile(file);
  } catch {
    throw unreadable;
  }
  if (content.length <= maxPictureBytes) return content;
  throw new HttpError(400, `${file} is larger than ${maxPictureBytes / 1024 / 1024} MB`);
}

/** Returns the format of a picture; undefined if sharp does not recognize it. */
async function findFormat(content: Buffer): Promise<string | undefined> {
  try {
    // Loaded on demand, since few commands need it.
    const { default: sharp } = await import('sharp');
    // Reading the metadata does not decode the picture, so its size does not matter.
    const { format, compression } = await sharp(content, { limitInputPixels: false }).metadata();
    // HEIF is the container format of both AVIF and HEIC.
    if (format === 'heif') return compression === 'av1' ? 'avif' : 'heic';
    return format;
  } catch {
    return undefined;
  }
}

/** Whether the gateway can resize a picture. Unlike the metadata, this requires all of its content. */
async function isDecodable(content: Buffer): Promise<boolean> {
  const { default: sharp } = await import('sharp');
  const options = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true } as const;
  return sharp(content, options)
    .resize(1)
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
}
