import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { languages } from '../i18n/languages.ts';
import { type Shop, weekdays } from '../shop/shop.ts';
import { drawAppIcons } from './app-icons.ts';

/** The settings file or an image that it names cannot be used. The message says why. */
export class ShopSettingsError extends Error {
  override name = 'ShopSettingsError';
}

/** An image that is served at `url`. */
interface ServedImage {
  url: string;
  contentType: string;
  content: Buffer;
}

/** The logo or icon that the settings name, with its size in pixels. */
interface SettingsImage extends ServedImage {
  width: number;
  height: number;
}

export interface ShopSettings {
  shop: Shop;
  images: readonly ServedImage[];
}

/** The settings of the demo shop. */
const demoFile = fileURLToPath(new URL('../shop/shop.json', import.meta.url));
const defaultIcon = '/favicon.svg';
const maxImageBytes = 500_000;

/** The content types of images by sharp's name for their format. */
const contentTypes = new Map([
  ['svg', 'image/svg+xml'],
  ['png', 'image/png'],
  ['jpeg', 'image/jpeg'],
  ['webp', 'image/webp'],
]);

const text = z.string({ error: 'must be a string' }).trim().min(1, 'must not be empty');
const object = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, `must be an object with ${Object.keys(shape).join(', ')}`);
/** Whether a range of numbers, as in `5-7`, is not reversed. A single number is a range too. */
const isAscending = (range: string) => {
  const [first = 0, last = first] = range.split('-').map(Number);
  return first <= last;
};
const days = text
  .regex(/^\d{1,3}(-\d{1,3})?$/, {
    error: 'must be a number of days in quotation marks, as in "7" or "5-7"',
    abort: true,
  })
  .refine(isAscending, 'must begin with the lower number');
const pincodeRange = text
  .regex(/^[1-9]\d{5}(-[1-9]\d{5})?$/, {
    error: 'must be a PIN code or a range in quotation marks, as in "411030" or "411001-411062"',
    abort: true,
  })
  .refine(isAscending, 'must begin with the lower PIN code');
const webUrl = z.url({ protocol: /^https?$/, error: 'must be a URL, as in "https://social.example/shop"' });
const weekday = z.enum(weekdays, { error: 'must be a day of the week, as in "Monday"' });
const time = text.regex(/^([01]\d|2[0-3]):[0-5]\d$/, {
  error: 'must be a time in the 24-hour clock, as in "18:30"',
  abort: true,
});
/** As a closing time, the end of the day. */
const midnight = '00:00';

const settingsSchema = z.strictObject({
  name: text
    .max(200, 'must have at most 200 characters')
    .regex(/^\P{Cc}*$/u, 'must not contain line breaks or other control characters'),
  marathiName: z.string({ error: 'must be a string' }).trim().default(''),
  legalName: text,
  onlineSince: z.int({ error: 'must be a year, as in 2021' }).min(1900, 'must be a year, as in 2021'),
  address: object({
    street: text,
    city: text,
    cityNames: object(Object.fromEntries(languages.map((language) => [language, text.optional()]))).default(
      {},
    ),
    state: text,
    pincode: text,
    country: text,
  }),
  telephone: text,
  whatsapp: text
    .regex(/^\+[\d ]{8,20}$/, 'must be a number with its country code, as in "+91 98765 43210"')
    .optional(),
  email: z.email('must be an e-mail address'),
  mapUrl: webUrl.optional(),
  openingHours: z
    .array(
      object({ from: weekday, to: weekday, opens: time, closes: time }).refine(
        ({ opens, closes }) => opens <= closes || closes === midnight,
        { error: 'must not be earlier than opens', path: ['closes'] },
      ),
      'must be a list of {"from", "to", "opens", "closes"}',
    )
    .default([]),
  social: z.array(object({ name: text, url: webUrl }), 'must be a list of {"name", "url"}').default([]),
  /** Image files, relative to the settings file. */
  logo: text.optional(),
  icon: text.optional(),
  policies: object({
    returnDays: days.default('7'),
    refundDays: days.default('5-7'),
    deliveryDays: days.default('3-7'),
    shippingDays: days.default('6-7'),
    freeDeliveryPincodes: z.array(pincodeRange, 'must be a list of PIN codes and ranges').default([]),
    paymentMethods: z
      .array(text, 'must be a list of strings')
      .min(1, 'must not be empty')
      .default(['credit and debit cards', 'net banking', 'UPI', 'cash on delivery']),
  }).prefault({}),
});

/**
 * Reads the settings of the shop and its images.
 *
 * @param file the path of the settings file; that of the demo shop by default.
 * @throws {ShopSettingsError} when the file or an image cannot be read or is invalid.
 */
export async function readShopSettings(file = demoFile): Promise<ShopSettings> {
  const content = await readFile(file).catch((error: unknown) => {
    throw new ShopSettingsError(`the file cannot be read (${describeError(error)})`);
  });
  const { logo: logoFile, icon: iconFile, ...values } = parseSettings(content);
  const folder = path.dirname(path.resolve(file));
  const logo = logoFile === undefined ? undefined : await readImage('logo', folder, logoFile);
  const icon = iconFile === undefined ? undefined : await readImage('icon', folder, iconFile);
  const shop: Shop = {
    ...values,
    logo: logo && { url: logo.url, width: logo.width, height: logo.height },
    icon: icon?.url ?? defaultIcon,
  };
  const drawnIcons = icon === undefined ? [] : await drawAppIcons(icon.content).catch(rejectDamagedIcon);
  const appIcons = drawnIcons.map(({ url, png }) => ({ url, contentType: 'image/png', content: png }));
  return { shop, images: [...[logo, icon].filter((image) => image !== undefined), ...appIcons] };
}

function rejectDamagedIcon(error: unknown): never {
  throw new ShopSettingsError(`icon is damaged (${describeError(error)})`);
}

function parseSettings(content: Buffer): z.output<typeof settingsSchema> {
  // Decoding would silently replace the invalid bytes.
  if (!isUtf8(content)) {
    throw new ShopSettingsError('the file contains bytes that are not UTF-8; save it as UTF-8');
  }
  let json: unknown;
  try {
    // Some editors for Windows begin a file with a byte order mark.
    json = JSON.parse(content.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    // The parser quotes the text, whose line breaks would spread the message over several lines.
    throw new ShopSettingsError(`the file is not JSON (${describeError(error).replaceAll(/\s+/g, ' ')})`);
  }
  const result = settingsSchema.safeParse(json);
  if (result.success) return result.data;
  throw new ShopSettingsError(result.error.issues.map(describeIssue).join('; '));
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => [...issue.path, key].join('.'));
    return `there is no setting '${names.join("', '")}' (docs/operations.md lists all settings)`;
  }
  const name = issue.path.join('.');
  return name === '' ? 'the file must contain a JSON object' : `${name} ${issue.message}`;
}

async function readImage(setting: string, folder: string, file: string): Promise<SettingsImage> {
  const content = await readFile(path.resolve(folder, file)).catch((error: unknown) => {
    throw new ShopSettingsError(`${setting} cannot be read (${describeError(error)})`);
  });
  if (content.length > maxImageBytes) {
    throw new ShopSettingsError(`${setting} has ${content.length} bytes: use at most ${maxImageBytes}`);
  }
  // Loaded on demand: sharp uses a lot of memory, and this process needs it only for these images.
  const { default: sharp } = await import('sharp');
  const metadata = await sharp(content)
    .metadata()
    .catch(() => undefined);
  const contentType = contentTypes.get(metadata?.format ?? '');
  if (metadata === undefined || contentType === undefined) {
    throw new ShopSettingsError(
      `${setting} is not an image in a supported format: use an SVG, PNG, JPEG or WebP file`,
    );
  }
  const { format, autoOrient } = metadata;
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { url: `/shop/${setting}-${digest}.${format}`, contentType, content, ...autoOrient };
}

/** Serves the images of the shop. The URLs of logo and icon change with their content; those of app icons don't. */
export function serveShopImages(images: readonly ServedImage[]): RequestHandler {
  const router = Router();
  for (const { url, contentType, content } of images) {
    router.get(url, (_request, response) => {
      response
        .set({
          'Cache-Control': url.startsWith('/shop/')
            ? 'public, max-age=31536000, immutable'
            : 'public, max-age=3600',
          // An SVG opened as a page must not run scripts.
          'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
          'X-Content-Type-Options': 'nosniff',
        })
        .type(contentType)
        .send(content);
    });
  }
  return router;
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
