import { describe, it } from 'vitest';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';
import { createShopper, fetchBooksInStock } from './shop-api.ts';
import { signIn } from './shopper.ts';

describe.skipIf(!hasChromium)('A browser that blocks storage', () => {
  const { visit } = useBrowser();

  it('lets a shopper log in and fill the cart', async () => {
    const shopper = await createShopper();
    const [book] = await fetchBooksInStock();
    if (book === undefined) throw new Error('The demo catalogue has no book in stock.');
    const { page, context } = await visit();
    // Chromium does the same if it is set to block all site data.
    await context.addInitScript(() => {
      for (const name of ['sessionStorage', 'localStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
      }
    });
    await openHydrated(page, `/product/${book.id}`);
    await page.getByRole('button', { name: /^Add To Cart/ }).click();
    await page.getByRole('link', { name: 'Login to Checkout' }).click();
    await page.getByRole('main').getByLabel('Password', { exact: true }).waitFor();
    await signIn(page, shopper.contact, shopper.password);
    await page.getByText('1 of 1 selected').waitFor();
    await page.getByRole('main').getByRole('link', { name: book.name }).first().waitFor();
  });
});
