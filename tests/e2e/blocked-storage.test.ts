import type { BrowserContext } from 'playwright-core';
import { describe, it } from 'vitest';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';
import { createShopper, fetchBookInStock } from './shop-api.ts';
import { logOut, signIn } from './shopper.ts';

describe.skipIf(!hasChromium)('A browser that blocks storage', () => {
  const { visit } = useBrowser();

  it('lets a shopper fill the cart, log in and log out', async () => {
    const shopper = await createShopper();
    const book = await fetchBookInStock(0);
    const { page, context } = await visit({ serviceWorker: true });
    await blockStorage(context);
    await openHydrated(page, `/product/${book.id}`);
    await page.getByRole('button', { name: /^Add To Cart/ }).click();
    await page.getByRole('link', { name: 'Login to Checkout' }).click();
    await page.getByRole('main').getByLabel('Password', { exact: true }).waitFor();
    await signIn(page, shopper.contact, shopper.password);
    await page.getByText('1 of 1 selected').waitFor();
    await page.getByRole('main').getByRole('link', { name: book.name }).first().click();
    await logOut(page);
  });

  it('runs operations in the sandbox', async () => {
    const { page, context } = await visit();
    await blockStorage(context);
    await page.goto('/sandbox');
    await page
      .getByRole('region', { name: /editor/i })
      .first()
      .getByText('totalCount')
      .first()
      .waitFor();
    await page.getByRole('button', { name: /execute query/i }).click();
    await page
      .getByRole('region', { name: /result/i })
      .getByText('"data"')
      .waitFor();
  });
});

describe.skipIf(!hasChromium)('A browser whose storage', () => {
  const { visit } = useBrowser();

  it.each([
    [
      'is full',
      () => {
        for (let length = 8_000_000; length >= 1; length /= 2) {
          try {
            for (;;) sessionStorage.setItem(crypto.randomUUID(), 'x'.repeat(length));
          } catch {
            // The rest is filled with shorter items.
          }
        }
      },
    ],
    [
      'is missing, as in some Android apps,',
      () => {
        for (const name of ['sessionStorage', 'localStorage'])
          Object.defineProperty(window, name, { value: null });
      },
    ],
  ])('%s lets a shopper log in and log out', async (_, limitStorage) => {
    const shopper = await createShopper();
    const { page, context } = await visit();
    await context.addInitScript(limitStorage);
    await openHydrated(page, '/user-login');
    await signIn(page, shopper.contact, shopper.password);
    await page.getByRole('heading', { name: `Hello, ${shopper.name}` }).waitFor();
    await logOut(page);
  });
});

/** Denies what Chromium or Firefox denies when it is set to block all site data. */
async function blockStorage(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const createError = () => new DOMException('The operation is insecure.', 'SecurityError');
    for (const name of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw createError();
        },
      });
    }
    window.BroadcastChannel = class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        throw createError();
      }
    };
    navigator.locks.request = () => Promise.reject(createError());
    navigator.serviceWorker.register = () => Promise.reject(createError());
    Object.defineProperty(navigator.serviceWorker, 'ready', { get: () => Promise.reject(createError()) });
  });
}
