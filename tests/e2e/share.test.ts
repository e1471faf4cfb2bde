import { describe, expect, it } from 'vitest';
import { expectNoViolations } from './accessibility.ts';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';
import { createShopper, fetchBookInStock, fetchBooksInStock, fillWishlist, signInByApi } from './shop-api.ts';

describe.skipIf(!hasChromium)('Sharing on a phone', () => {
  const { visit } = useBrowser();

  it('offers WhatsApp and the link of a book where the browser has no share sheet', async () => {
    const { page, context } = await visit({ width: 360 });
    await context.grantPermissions(['clipboard-write']);
    // All test files share the clipboard of the browser, so another file may overwrite it at any time.
    await page.addInitScript(() => {
      const { clipboard } = navigator;
      const write = clipboard.writeText.bind(clipboard);
      clipboard.writeText = async (text) => {
        await write(text);
        document.documentElement.dataset.copied = text;
      };
    });
    const book = await fetchBookInStock(0);
    await openHydrated(page, `/product/${book.id}?from=somewhere`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share' });
    const link = new URL(`/product/${book.id}`, page.url()).href;
    expect(await dialog.getByLabel('Link').inputValue()).toBe(link);
    const whatsapp = await dialog.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href');
    const { origin, pathname, searchParams } = new URL(whatsapp ?? '');
    expect(origin + pathname).toBe('https://wa.me/');
    expect(searchParams.get('text')).toContain(book.name);
    expect(searchParams.get('text')?.endsWith(`\n${link}`)).toBe(true);
    await expectNoViolations(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    expect(await page.locator('html').getAttribute('data-copied')).toBe(link);
  });

  it('opens the share sheet of the device, and no dialog after the sheet is closed', async () => {
    const { page } = await visit({ width: 360 });
    await page.addInitScript(() => {
      navigator.share = async (shared) => {
        const { dataset } = document.documentElement;
        dataset.shared = JSON.stringify(shared);
        dataset.shareCount = String(Number(dataset.shareCount ?? 0) + 1);
        throw new DOMException('Closed', 'AbortError');
      };
    });
    await openHydrated(page, '/product/1');
    const share = page.getByRole('button', { name: 'Share', exact: true });
    await share.click();
    await page.locator('html[data-share-count="1"]').waitFor();
    // A dialog that opened after all would cover the button.
    await share.click();
    await page.locator('html[data-share-count="2"]').waitFor();
    const shared = await page.locator('html').getAttribute('data-shared');
    expect(JSON.parse(shared ?? '')).toMatchObject({ url: new URL('/product/1', page.url()).href });
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('shares a wish list with anyone who has the link, without revealing its owner', async () => {
    const shopper = await createShopper();
    const books = (await fetchBooksInStock()).slice(0, 2);
    await fillWishlist(shopper, books);
    const owner = await visit({ width: 360 });
    await signInByApi(owner.page, shopper);
    await openHydrated(owner.page, '/wish-list');
    await owner.page.getByRole('button', { name: 'Share your wish list' }).click();
    const link = await owner.page.getByRole('dialog', { name: 'Share' }).getByLabel('Link').inputValue();
    const friend = await visit({ width: 360 });
    await openHydrated(friend.page, link);
    await friend.page.getByRole('heading', { level: 1, name: 'A shared wish list' }).waitFor();
    for (const { name } of books) {
      await friend.page.getByRole('article').filter({ hasText: name }).first().waitFor();
    }
    expect(await friend.page.getByRole('main').getByRole('article').count()).toBe(books.length);
    expect(await friend.page.content()).not.toContain(shopper.name);
  });

  it('says so if the shop has none of the books in a link to a wish list', async () => {
    const { page } = await visit({ width: 360 });
    await openHydrated(page, '/shared-wish-list?books=nothing');
    await page.getByRole('heading', { name: "We don't have any of the books in this link." }).waitFor();
  });
});
