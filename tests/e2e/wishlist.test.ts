import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { findFreePort } from '../listen.ts';
import { expectNoViolations } from './accessibility.ts';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';
import { type InterceptingProxy, startInterceptingProxy } from './intercepting-proxy.ts';
import { type IsolatedShop, startIsolatedShop } from './isolated-shop.ts';
import {
  type ApiShopper,
  createShopper,
  fetchBooksInStock,
  fillWishlist,
  type StockedBook,
} from './shop-api.ts';
import { logOut, signIn } from './shopper.ts';

const productsPath = /^\/getallproducts/;
const productsSchema = z.array(z.looseObject({ id: z.number(), price: z.number(), status: z.string() }));

describe.skipIf(!hasChromium)('On the wish list, a shopper', () => {
  let restProxy: InterceptingProxy;
  let shop: IsolatedShop;
  let books: StockedBook[];

  /** Starts a shop in which the first book costs ₹25 more than on the REST host, and the second is unavailable. */
  beforeEach(async () => {
    restProxy = await startInterceptingProxy(inject('restUrl'));
    books = (await fetchBooksInStock()).slice(-2);
    const [first, second] = books.map(({ id }) => Number(id));
    const products = productsSchema.parse(await (await fetch(`${inject('restUrl')}/getallproducts`)).json());
    const body = products.map((product) => ({
      ...product,
      ...(product.id === first && { price: product.price + 25 }),
      ...(product.id === second && { status: 'Not-Available' }),
    }));
    restProxy.stub(productsPath, { status: 200, body });
    // `changeBooks` restarts the shop on the same port.
    shop = await startIsolatedShop(restProxy.url, { PORT: String(await findFreePort()) });
  });
  afterEach(async () => {
    await shop.close();
    await restProxy.close();
  });
  // After the hooks above, so that the pages are closed before the shop: Vitest runs the last `afterEach` first.
  const { visit } = useBrowser();

  /** Restarts the shop at the same URL. Now the first book has its real price, and the second is available. */
  async function changeBooks(): Promise<void> {
    await shop.close();
    restProxy.restore(productsPath);
    shop = await startIsolatedShop(restProxy.url, { PORT: new URL(shop.url).port });
  }

  async function createShopperWithWishlist(): Promise<ApiShopper> {
    const shopper = await createShopper();
    await fillWishlist(shopper, books);
    return shopper;
  }

  /** Opens the wish list in a new tab, whose session storage is empty, as after a restart of the browser. */
  async function openInNewSession(context: BrowserContext): Promise<Page> {
    expect(context.pages()).toEqual([]);
    const page = await context.newPage();
    await openHydrated(page, '/wish-list');
    await waitForServiceWorker(page);
    // The page of a visitor makes the service worker delete the results of the previous shopper's queries.
    await expect.poll(() => countPersonalCaches(page)).toBe(0);
    return page;
  }

  async function logIn(page: Page, { contact, password }: ApiShopper): Promise<void> {
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
    await signIn(page, contact, password);
    await waitForBooks(page);
  }

  async function waitForBooks(page: Page): Promise<void> {
    for (const { name } of books) await page.getByRole('heading', { level: 2, name }).waitFor();
    await expect.poll(() => isWishlistSaved(page)).toBe(true);
  }

  /**
   * Opens the wish list in a new browser context, logs in, and reloads the page, so that the service worker stores the
   * results of queries.
   */
  async function makeFirstVisit(shopper: ApiShopper): Promise<{ page: Page; context: BrowserContext }> {
    const { page, context } = await visit({ width: 360, shopUrl: shop.url, serviceWorker: true });
    await openHydrated(page, '/wish-list');
    await logIn(page, shopper);
    await waitForServiceWorker(page);
    await page.reload();
    await waitForBooks(page);
    await expect.poll(() => countPersonalCaches(page)).toBe(1);
    return { page, context };
  }

  it('sees only the changes since their own last visit, even if another shopper has used the browser', async () => {
    const shopper = await createShopperWithWishlist();
    const { page: firstPage, context } = await makeFirstVisit(shopper);
    await expectNoChanges(firstPage);
    await firstPage.close();
    await changeBooks();
    const otherPage = await openInNewSession(context);
    await logIn(otherPage, await createShopperWithWishlist());
    await expectNoChanges(otherPage);
    await otherPage.close();
    const page = await openInNewSession(context);
    await logIn(page, shopper);
    await expectChanges(page);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoViolations(page);
    }
    await page.reload();
    await waitForBooks(page);
    await expectNoChanges(page);
  });

  it('sees the changes after the session has ended, but leaves nothing in the browser after a logout', async () => {
    const shopper = await createShopperWithWishlist();
    const { page } = await makeFirstVisit(shopper);
    // The restarted shop has a new secret, so it rejects the session.
    await changeBooks();
    await page.reload();
    await page.getByText('Your session has ended. Please log in again.').first().waitFor();
    await expect.poll(() => countPersonalCaches(page)).toBe(0);
    await signIn(page, shopper.contact, shopper.password);
    await waitForBooks(page);
    await expectChanges(page);
    await logOut(page);
    await expect
      .poll(() => readPersonalStorage(page))
      .toEqual({ caches: [], localStorage: [], sessionStorage: [] });
  });

  it('sees the changes after the service worker has been installed again, as it is for a new build', async () => {
    const shopper = await createShopperWithWishlist();
    const { page: firstPage, context } = await makeFirstVisit(shopper);
    await firstPage.evaluate(async () => (await navigator.serviceWorker.ready).unregister());
    await firstPage.close();
    await changeBooks();
    const page = await openInNewSession(context);
    await logIn(page, shopper);
    await expectChanges(page);
  });

  it('leaves no saved wish list in the browser after a logout while the service worker is being installed', async () => {
    const proxy = await startInterceptingProxy(shop.url);
    onTestFinished(() => proxy.close());
    const releaseWorker = proxy.hold(/^\/service-worker\.js/);
    const { page } = await visit({ shopUrl: proxy.url, serviceWorker: true });
    await openHydrated(page, '/wish-list');
    await logIn(page, await createShopperWithWishlist());
    await logOut(page);
    releaseWorker();
    await expect.poll(() => isWishlistSaved(page)).toBe(false);
  });
});

async function expectChanges(page: Page): Promise<void> {
  await page.getByText('₹25.00 less than on your last visit.').waitFor();
  await page.getByText('Available again.').waitFor();
}

async function expectNoChanges(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  expect(await page.getByText('your last visit').count()).toBe(0);
  expect(await page.getByText('Available again.').count()).toBe(0);
}

/** Waits until the service worker handles the page's requests. By then, it has deleted the caches of older builds. */
async function waitForServiceWorker(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** Whether this browser has saved what a shopper saw on the wish list. */
function isWishlistSaved(page: Page): Promise<boolean> {
  return page.evaluate(() => caches.has('wishlist'));
}

/** Counts the caches with results of queries that were sent with a shopper's token. */
function countPersonalCaches(page: Page): Promise<number> {
  return page.evaluate(
    async () => (await caches.keys()).filter((name) => name.startsWith('personal-')).length,
  );
}

/** Reads what the browser has stored, except copies of public pages and results, images and files of the build. */
function readPersonalStorage(page: Page) {
  return page.evaluate(async () => ({
    caches: (await caches.keys()).filter((name) => !/^(pages|images|assets)-/.test(name)),
    localStorage: Object.entries(localStorage),
    // After a logout, each value of the session is the string `null`.
    sessionStorage: Object.entries(sessionStorage).filter(([, value]) => value !== 'null'),
  }));
}
