import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '#web/i18n/languages.ts';
import { readShopSettings } from '#web/server/shop-settings.ts';
import { demoShop } from '../demo-shop.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shop-settings-'));
  const size = { width: 64, height: 64, channels: 3 } as const;
  const png = await sharp({ create: { ...size, background: 'teal' } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  await writeFile(path.join(folder, 'damaged.png'), png.subarray(0, png.length / 2));
  await writeFile(path.join(folder, 'large.png'), Buffer.alloc(500_001));
});
afterAll(() => rm(folder, { recursive: true }));

const { icon, policies, social, marathiName, whatsapp, mapUrl, openingHours, ...required } = demoShop;

async function readSettings(content: string | Buffer) {
  const file = path.join(folder, 'shop.json');
  await writeFile(file, content);
  return readShopSettings(file);
}

describe('a settings file of a shop', () => {
  it('needs no policies, social links, Marathi name, images, WhatsApp, map or opening hours', async () => {
    const { shop } = await readSettings(JSON.stringify(required));
    const defaultPolicies = { ...policies, freeDeliveryPincodes: [] };
    expect(shop).toEqual({
      ...required,
      icon,
      social,
      openingHours: [],
      marathiName: '',
      policies: defaultPolicies,
    });
  });

  it('may name the city in each language of the shop', async () => {
    const cityNames = Object.fromEntries(languages.map((language) => [language, `City in ${language}`]));
    const address = { ...required.address, cityNames };
    const { shop } = await readSettings(JSON.stringify({ ...required, address }));
    expect(shop.address.cityNames).toEqual(cityNames);
  });

  it('may begin with a byte order mark, which some editors for Windows write', async () => {
    const { shop } = await readSettings(`\uFEFF${JSON.stringify(required)}`);
    expect(shop.name).toBe(required.name);
  });

  it('may name a logo with an EXIF orientation; its size is then that of the rotated image', async () => {
    const logo = sharp({ create: { width: 64, height: 32, channels: 3, background: 'teal' } });
    await logo.withMetadata({ orientation: 6 }).toFile(path.join(folder, 'rotated.jpg'));
    const { shop } = await readSettings(JSON.stringify({ ...required, logo: 'rotated.jpg' }));
    expect(shop.logo).toMatchObject({ width: 32, height: 64 });
  });

  it('may name a very large SVG as the icon, from which the icons of the app are drawn', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="8000" height="8000"><rect width="8000" height="8000"/></svg>';
    await writeFile(path.join(folder, 'large.svg'), svg);
    const { images } = await readSettings(JSON.stringify({ ...required, icon: 'large.svg' }));
    expect(images.map(({ url }) => url)).toContain('/apple-touch-icon.png');
  });

  it('may say that the store closes at midnight', async () => {
    const openingHours = [{ from: 'Monday', to: 'Sunday', opens: '10:00', closes: '00:00' }];
    const { shop } = await readSettings(JSON.stringify({ ...required, openingHours }));
    expect(shop.openingHours).toEqual(openingHours);
  });

  it('is rejected if it is not UTF-8, because its names would be damaged', async () => {
    const latin1 = Buffer.from(JSON.stringify({ ...required, name: 'Caf\u00e9' }), 'latin1');
    const reason = 'the file contains bytes that are not UTF-8; save it as UTF-8';
    await expect(readSettings(latin1)).rejects.toThrow(reason);
    const utf16 = Buffer.from(`\uFEFF${JSON.stringify(required)}`, 'utf16le');
    await expect(readSettings(utf16)).rejects.toThrow(reason);
  });

  it('is rejected with an error that lists all of its problems', async () => {
    const settings = readSettings(JSON.stringify({ ...required, name: '', email: 'post', adress: {} }));
    await expect(settings).rejects.toThrow(
      "name must not be empty; email must be an e-mail address; there is no setting 'adress' (docs/operations.md lists all settings)",
    );
  });

  it.each([
    ['the file is not JSON (Unexpected end of JSON input)', '{"name": '],
    [
      `the file is not JSON (Unexpected token 'G', "{"name": Granth}" is not valid JSON)`,
      '{"name":\n Granth}',
    ],
    ['the file must contain a JSON object', '[]'],
    ['name must not be empty', { ...required, name: '' }],
    ['name must have at most 200 characters', { ...required, name: 'a'.repeat(201) }],
    ['name must not contain line breaks or other control characters', { ...required, name: 'Granth\nPune' }],
    ['telephone must be a string', { ...required, telephone: 5550100 }],
    ['email must be an e-mail address', { ...required, email: 'post' }],
    ["there is no setting 'adress' (docs/operations.md lists all settings)", { ...required, adress: {} }],
    ['address.city must be a string', { ...required, address: { ...required.address, city: undefined } }],
    [
      'address must be an object with street, city, cityNames, state, pincode, country',
      { ...required, address: 'Pune' },
    ],
    ['social.0.url must be a URL', { ...required, social: [{ name: 'X', url: 'javascript:1' }] }],
    ['policies.returnDays must be a string', { ...required, policies: { returnDays: 7 } }],
    ['policies.returnDays must be a number of days', { ...required, policies: { returnDays: 'a week' } }],
    [
      'policies.deliveryDays must begin with the lower number',
      { ...required, policies: { deliveryDays: '10-5' } },
    ],
    [
      'policies.freeDeliveryPincodes.0 must be a PIN code or a range',
      { ...required, policies: { freeDeliveryPincodes: ['440001-44003'] } },
    ],
    [
      'policies.freeDeliveryPincodes.0 must begin with the lower PIN code',
      { ...required, policies: { freeDeliveryPincodes: ['440037-440001'] } },
    ],
    ['whatsapp must be a number with its country code', { ...required, whatsapp: '020 5550 1430' }],
    ['mapUrl must be a URL', { ...required, mapUrl: 'javascript:1' }],
    ['openingHours must be a list of', { ...required, openingHours: 'always' }],
    [
      'openingHours.0.from must be a day of the week',
      { ...required, openingHours: [{ from: 'Mon', to: 'Sunday', opens: '10:00', closes: '20:00' }] },
    ],
    [
      'openingHours.0.opens must be a time in the 24-hour clock',
      { ...required, openingHours: [{ from: 'Monday', to: 'Sunday', opens: '10 am', closes: '20:00' }] },
    ],
    [
      'openingHours.0.closes must not be earlier than opens',
      { ...required, openingHours: [{ from: 'Monday', to: 'Sunday', opens: '20:00', closes: '10:00' }] },
    ],
    ['logo cannot be read (ENOENT', { ...required, logo: 'none.svg' }],
    ['icon is damaged (', { ...required, icon: 'damaged.png' }],
    ['logo has 500001 bytes: use at most 500000', { ...required, logo: 'large.png' }],
    [
      'logo is not an image in a supported format: use an SVG, PNG, JPEG or WebP file',
      { ...required, logo: 'shop.json' },
    ],
  ])('is rejected with the reason “%s”', async (reason, content) => {
    const settings = readSettings(typeof content === 'string' ? content : JSON.stringify(content));
    await expect(settings).rejects.toThrow(reason);
  });
});
