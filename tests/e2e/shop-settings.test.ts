import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { at, createGraphQLClient } from '../gateway/graphql-call.ts';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';
import { type IsolatedShop, startIsolatedShop } from './isolated-shop.ts';

const settings = {
  name: 'Riverside Books',
  marathiName: 'नदीकाठ',
  legalName: 'Riverside Books & Sons',
  onlineSince: 2024,
  address: {
    street: '1 Ghat Road',
    city: 'Nagpur',
    cityNames: { mr: 'नागपूर', hi: 'नागपुर' },
    state: 'Maharashtra',
    pincode: '440001',
    country: 'India',
  },
  telephone: '+91 712 555 0100',
  email: 'post@riverside.example',
  logo: 'logo.svg',
  icon: 'icon.svg',
  policies: {
    returnDays: '10',
    paymentMethods: ['UPI', 'cash on delivery'],
    freeDeliveryPincodes: ['440001-440037'],
  },
};
const manifestSchema = z.looseObject({
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), purpose: z.string() })),
});
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40"/></svg>';
const icon = logo.replaceAll('120', '40').replace('<rect', '<rect fill="#00f"');

describe('A shop with its own settings file', () => {
  let folder: string;
  let shop: IsolatedShop;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'bookshop-settings-'));
    await writeFile(path.join(folder, 'logo.svg'), logo);
    await writeFile(path.join(folder, 'icon.svg'), icon);
    const file = path.join(folder, 'shop.json');
    await writeFile(file, JSON.stringify(settings));
    shop = await startIsolatedShop(inject('restUrl'), {
      SHOP_SETTINGS: file,
      SANDBOX: 'false',
      INTROSPECTION: 'false',
    });
  });
  afterAll(async () => {
    await shop.close();
    await rm(folder, { recursive: true });
  });

  async function fetchText(urlPath: string, language = 'en'): Promise<string> {
    const response = await fetch(`${shop.url}${urlPath}`, { headers: { cookie: `language=${language}` } });
    return response.text();
  }

  it('shows its name, contact details and policies on server-rendered pages', async () => {
    const home = await fetchText('/');
    expect(home).toContain('<title>Riverside Books – नदीकाठ</title>');
    expect(home).toContain('tel:+917125550100');
    expect(home).not.toContain('Aksharvel');
    expect(await fetchText('/return-policy')).toContain('within 10 days of delivery if it arrived damaged');
    expect(await fetchText('/faq')).toContain('We accept UPI and cash on delivery.');
  });

  it.each([
    ['en', 'Books from Nagpur', 'Free home delivery in Nagpur'],
    ['mr', 'नागपूर येथून पुस्तके', 'नागपूर शहरात मोफत घरपोच डिलिव्हरी'],
    ['hi', 'नागपुर से किताबें', 'नागपुर में घर तक मुफ़्त डिलीवरी'],
  ])(
    'names its own city, and no page names Pune, in the language %s',
    async (language, heading, delivery) => {
      const home = await fetchText('/', language);
      expect(home).toContain(heading);
      expect(home).toContain(delivery);
      const paths = [
        '/faq /aboutus /contactus /shipping-info /privacy-policy /terms-and-conditions /refund-policy',
        '/payment-info /return-policy /footer /product/1 /product /cart-manager /login',
      ];
      for (const path of paths.join(' ').split(' ')) {
        expect.soft(await fetchText(path, language), path).not.toMatch(/Pune|पुणे|पुण्या/);
      }
      expect(home).not.toMatch(/Pune|पुणे|पुण्या/);
    },
  );

  it('shows no map, WhatsApp number or opening hours if they are not set', async () => {
    expect(await fetchText('/contactus')).toContain('+91 712 555 0100');
    expect(await fetchText('/contactus')).not.toMatch(/Opening hours|WhatsApp|Find us on the map/);
  });

  it('delivers free of charge to its own city only', async () => {
    const query =
      'query ($pincode: String!) { checkoutQuote(input: { source: SINGLE_PRODUCT, lines: [{ productId: "1" }], pincode: $pincode }) { shipping } }';
    const fetchShipping = async (pincode: string) => {
      const { data } = await createGraphQLClient(shop.url)(query, { pincode });
      return at(data, 'checkoutQuote.shipping');
    };
    expect(await fetchShipping('440010')).toBe(0);
    expect(await fetchShipping('411030')).toBe(40);
  });

  it('serves its logo, which cannot run scripts', async () => {
    const [, url = ''] =
      /<img src="(\/shop\/logo-[^"]+\.svg)" width="120" height="40"/.exec(await fetchText('/')) ?? [];
    const response = await fetch(`${shop.url}${url}`);
    expect(response.headers.get('content-type')).toContain('image/svg+xml');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await response.text()).toBe(logo);
  });

  it('has its own icon in browser tabs, including those of error pages and of the developer documentation', async () => {
    const iconLink = /<link rel="icon" href="(\/shop\/icon-[^"]+\.svg)"/;
    const [, url = ''] = iconLink.exec(await fetchText('/')) ?? [];
    const response = await fetch(`${shop.url}${url}`);
    expect(await response.text()).toBe(icon);
    const errorPage = await fetch(`${shop.url}/faq`, { method: 'DELETE' });
    expect(errorPage.status).toBe(405);
    expect(iconLink.exec(await errorPage.text())?.[1]).toBe(url);
    for (const path of ['/developers', '/no-such-page'])
      expect(iconLink.exec(await fetchText(path))?.[1], path).toBe(url);
  });

  it('can be installed under its own name, with icons generated from its own icon', async () => {
    const home = await fetchText('/');
    expect(home).toContain('<link rel="manifest" href="/manifest.webmanifest">');
    const response = await fetch(`${shop.url}/manifest.webmanifest`);
    expect(response.headers.get('content-type')).toContain('application/manifest+json');
    const manifest = manifestSchema.parse(await response.json());
    expect(manifest).toMatchObject({ short_name: 'Riverside Books', start_url: '/', display: 'standalone' });
    const touchIcon = /<link rel="apple-touch-icon" href="([^"]+)">/.exec(home)?.[1] ?? '';
    const icons = [...manifest.icons, { src: touchIcon, sizes: '180x180', purpose: 'maskable' }];
    expect(icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512', '180x180']);
    for (const { src, sizes, purpose } of icons) {
      const png = await fetch(`${shop.url}${src}`);
      const { data, info } = await sharp(await png.arrayBuffer())
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect({ src, sizes: `${info.width}x${info.height}` }).toEqual({ src, sizes });
      const pixel = (index: number) => [...data.subarray(index * 3, index * 3 + 3)];
      const middle = info.width * Math.floor(info.height / 2) + Math.floor(info.width / 2);
      expect(pixel(middle)).toEqual([0, 0, 255]);
      // A maskable icon has a margin that a device may cut off.
      expect(pixel(0)).toEqual(purpose === 'any' ? [0, 0, 255] : [251, 248, 241]);
    }
  });

  it('has no sandbox and no introspection if they are switched off', async () => {
    const headers = { accept: 'text/html' };
    expect((await fetch(`${shop.url}/sandbox`)).status).toBe(404);
    expect((await fetch(`${shop.url}/graphql`, { headers, redirect: 'manual' })).status).toBe(406);
    expect((await fetch(`${shop.url}/schema.graphql`)).status).toBe(404);
    const query = encodeURIComponent('{ __schema { queryType { name } } }');
    const response = await fetch(`${shop.url}/graphql?query=${query}`, {
      headers: { 'apollo-require-preflight': 'true' },
    });
    expect(await response.text()).toContain('introspection');
  });

  describe.skipIf(!hasChromium)('in a browser', () => {
    const { visit } = useBrowser();

    it.each([360, 1280])(
      "sets the browser's theme colour for the colour mode of the page, at %i px",
      async (width) => {
        const { page } = await visit({ shopUrl: shop.url, width });
        const readThemeColour = () =>
          page.evaluate(() => {
            const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
            return metas.find(({ media }) => matchMedia(media).matches)?.content;
          });
        await page.emulateMedia({ colorScheme: 'light' });
        await openHydrated(page, '/');
        expect(await readThemeColour()).toBe('#fbf8f1');
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await readThemeColour()).toBe('#171512');
        if (width < 600) await page.getByRole('button', { name: 'Menu', exact: true }).click();
        else await page.getByRole('banner').locator('summary[aria-label^="Appearance"]').click();
        await page.getByText('Light', { exact: true }).filter({ visible: true }).click();
        await expect.poll(readThemeColour).toBe('#fbf8f1');
        await page.reload();
        expect(await readThemeColour()).toBe('#fbf8f1');
      },
    );

    it('has a manifest and icons that the browser accepts', async () => {
      const { page, context } = await visit({ shopUrl: shop.url });
      await openHydrated(page, '/');
      const devTools = await context.newCDPSession(page);
      const { errors, data } = await devTools.send('Page.getAppManifest');
      expect(errors).toEqual([]);
      const { icons } = manifestSchema.parse(JSON.parse(data ?? ''));
      for (const { src, sizes } of icons) {
        const size = await page.evaluate(async (url) => {
          const image = new Image();
          image.src = url;
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        }, src);
        expect(size).toBe(sizes);
      }
    });

    it('still shows its logo and policies after hydration and navigation', async () => {
      const { page } = await visit({ shopUrl: shop.url });
      await openHydrated(page, '/');
      const header = page.getByRole('banner');
      await header.getByRole('img', { name: 'Riverside Books' }).waitFor();
      await page.getByRole('contentinfo').getByRole('link', { name: 'Return Policy' }).click();
      await page.getByText('within 10 days of delivery, and give your order number').waitFor();
      expect(await page.title()).toMatch(/ – Riverside Books$/);
    });
  });
});
