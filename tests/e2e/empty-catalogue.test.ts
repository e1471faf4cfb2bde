import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';
import { type InterceptingProxy, startInterceptingProxy } from './intercepting-proxy.ts';
import { type IsolatedShop, startIsolatedShop } from './isolated-shop.ts';

let restProxy: InterceptingProxy;
let shop: IsolatedShop;

beforeAll(async () => {
  restProxy = await startInterceptingProxy(inject('restUrl'));
  restProxy.stub(/^\/(getallproducts|getallCategory|AllPublishers|AllAuthors|AllLanguages)/, {
    status: 200,
    body: [],
  });
  shop = await startIsolatedShop(restProxy.url);
});
afterAll(async () => {
  await shop.close();
  await restProxy.close();
});

describe.skipIf(!hasChromium)('In a shop without books, a visitor', () => {
  const { visit } = useBrowser();

  it('sees neither a menu nor headings for the languages of books', async () => {
    const { page } = await visit({ shopUrl: shop.url });
    await openHydrated(page, '/');
    const banner = page.getByRole('banner');
    await banner.getByRole('link', { name: 'Categories' }).waitFor();
    expect(await banner.getByText('Languages').isVisible()).toBe(false);
    const footer = page.getByRole('contentinfo');
    await footer.getByRole('link', { name: 'FAQ' }).waitFor();
    const heading = { name: 'Books by language' };
    expect(await footer.getByRole('heading', heading).count()).toBe(0);
    expect(await footer.getByRole('heading', { ...heading, includeHidden: true }).count()).toBe(1);
    await banner.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog');
    await menu.getByRole('link', { name: 'FAQ' }).waitFor();
    expect(await menu.getByRole('heading', heading).count()).toBe(0);
    expect(await menu.getByRole('heading', { ...heading, includeHidden: true }).count()).toBe(1);
  });
});
