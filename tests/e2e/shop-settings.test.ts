import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';
import { type IsolatedShop, startIsolatedShop } from './isolated-shop.ts';

const settings = {
  name: 'Riverside Books',
  marathiName: 'नदीकाठ',
  legalName: 'Riverside Books & Sons',
  onlineSince: 2024,
  address: {
    street: '1 Ghat Road',
    city: 'Nashik',
    state: 'Maharashtra',
    pincode: '422001',
    country: 'India',
  },
  telephone: '+91 253 555 0100',
  email: 'post@riverside.example',
  logo: 'logo.svg',
  policies: { returnDays: '10', paymentMethods: ['UPI', 'cash on delivery'] },
};
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40"/></svg>';

describe('A shop with its own settings file', () => {
  let folder: string;
  let shop: IsolatedShop;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'bookshop-settings-'));
    await writeFile(path.join(folder, 'logo.svg'), logo);
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

  async function fetchText(url: string): Promise<string> {
    return (await fetch(`${shop.url}${url}`)).text();
  }

  it('shows its name, contact details and policies on server-rendered pages', async () => {
    const home = await fetchText('/');
    expect(home).toContain('<title>Riverside Books – नदीकाठ</title>');
    expect(home).toContain('tel:+912535550100');
    expect(home).not.toContain('Aksharvel');
    expect(await fetchText('/return-policy')).toContain('within 10 days of delivery if it arrived damaged');
    expect(await fetchText('/faq')).toContain('We accept UPI and cash on delivery.');
  });

  it('serves its logo, which cannot run scripts', async () => {
    const [, url = ''] =
      /<img src="(\/shop\/logo-[^"]+\.svg)" width="120" height="40"/.exec(await fetchText('/')) ?? [];
    const response = await fetch(`${shop.url}${url}`);
    expect(response.headers.get('content-type')).toContain('image/svg+xml');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await response.text()).toBe(logo);
  });

  it('has no sandbox and no introspection if they are switched off', async () => {
    const headers = { accept: 'text/html' };
    expect((await fetch(`${shop.url}/sandbox`)).status).toBe(404);
    expect((await fetch(`${shop.url}/graphql`, { headers, redirect: 'manual' })).status).toBe(406);
    expect((await fetch(`${shop.url}/schema.graphql`)).status).toBe(404);
    const query = encodeURIComponent('{ __schema { queryType { name } } }');
    const answer = await fetch(`${shop.url}/graphql?query=${query}`, {
      headers: { 'apollo-require-preflight': 'true' },
    });
    expect(await answer.text()).toContain('introspection');
  });

  describe.skipIf(!hasChromium)('in a browser', () => {
    const { visit } = useBrowser();

    it('shows the same after hydration and after a navigation', async () => {
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
