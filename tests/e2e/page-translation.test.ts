import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, openHydrated, useBrowser, waitForScript } from './browser.ts';
import { createShopper, fetchBookInStock, fetchCartProductIds, fillCart, signInByApi } from './shop-api.ts';

describe.skipIf(!hasChromium)('While the browser translates the pages,', () => {
  const { visit } = useBrowser();

  it('a shopper opens the cart, changes a quantity and sees the new total', async () => {
    const book = await fetchBookInStock(0);
    const shopper = await createShopper();
    await fillCart(shopper, [{ id: book.id, quantity: 1 }]);
    const { page } = await visit();
    await signInByApi(page, shopper);
    await openHydrated(page, '/profile');
    await translatePage(page);
    await page.getByRole('link', { name: 'Cart, 1 item' }).click();
    await page.getByRole('heading', { level: 1, name: '«Your cart' }).waitFor();
    await page.getByRole('button', { name: `Increase quantity of ${book.name}` }).click();
    await page
      .getByText(`«₹${(2 * book.price).toFixed(2)}»`)
      .first()
      .waitFor();
    await expect.poll(() => fetchCartProductIds(shopper)).toEqual([Number(book.id), Number(book.id)]);
  });

  it('a visitor filters and sorts a listing and opens a book', async () => {
    const { page } = await visit();
    await openHydrated(page, '/product');
    await translatePage(page);
    await page
      .getByRole('complementary')
      .getByRole('checkbox', { name: /English/ })
      .check();
    await page.waitForURL('**/product?language=English');
    await page.getByText('«50 books»').waitFor();
    await page.getByRole('link', { name: '«Price: low to high»' }).click();
    await page.waitForURL('**/product?language=English&sort=lowToHigh');
    await page.getByRole('main').getByRole('article').getByRole('link').nth(1).click();
    await page.getByRole('heading', { level: 2, name: '«Product Details»' }).waitFor();
  });
});

/** Translates the page as Google Translate does: a `<font>` element replaces each text node, including later ones. */
async function translatePage(page: Page): Promise<void> {
  // The page supports translation only once this script has run.
  await waitForScript(page, 'enhance-page');
  await page.evaluate(() => {
    const path =
      './/text()[normalize-space() and not(ancestor::script or ancestor::style or ancestor::font)]';
    const translate = (root: Node) => {
      const texts = document.evaluate(path, root, null, XPathResult.UNORDERED_NODE_SNAPSHOT_TYPE);
      for (let index = 0; index < texts.snapshotLength; index += 1) {
        const text = texts.snapshotItem(index);
        const translation = document.createElement('font');
        translation.textContent = `«${text?.textContent}»`;
        text?.parentNode?.replaceChild(translation, text);
      }
    };
    translate(document.body);
    new MutationObserver((records) => {
      for (const { target } of records) translate(target);
    }).observe(document.body, { childList: true, subtree: true });
  });
}
