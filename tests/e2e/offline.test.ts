import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page, Request } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { expectNoViolations } from './accessibility.ts';
import { hasChromium, openHydrated, useBrowser, waitForHydration } from './browser.ts';
import { type InterceptingProxy, startInterceptingProxy } from './intercepting-proxy.ts';
import { createShopper, fetchBookInStock, fetchCartProductIds, fillCart, signInByApi } from './shop-api.ts';

const allowedErrors = /ERR_|Failed to (load|fetch)|fetching the script/;

describe.skipIf(!hasChromium)('Offline support:', () => {
  const { visit } = useBrowser();
  let proxy: InterceptingProxy;
  beforeEach(async () => {
    proxy = await startInterceptingProxy(inject('shopUrl'));
  });
  afterEach(() => proxy.close());

  const open = async () => visit({ width: 360, shopUrl: proxy.url, serviceWorker: true, allowedErrors });

  it('visited pages can be read, and say how old they are', async () => {
    const { page } = await open();
    // A cache of an older build, which the service worker of this build deletes.
    await page.goto('/robots.txt');
    await page.evaluate(() => caches.open('pages-of-an-older-build').then(() => undefined));
    await openHydrated(page, '/product/1');
    await expect.poll(() => isStored(page, '/product/1')).toBe(true);
    await expect.poll(() => isStored(page, '/offline')).toBe(true);
    await expect.poll(() => page.evaluate(() => caches.keys())).not.toContain('pages-of-an-older-build');
    const related = page.getByRole('region', { name: 'Related Products' }).getByRole('heading', { level: 3 });
    const name = await related.first().innerText();
    await related.first().getByRole('link').click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    const relatedPath = new URL(page.url()).pathname;
    // The service worker stores a result after passing it on to the page.
    await expect.poll(() => isResultStored(page, 'pages-', name)).toBe(true);
    const reconnect = proxy.disconnect();

    await page.goto('/product/1');
    await page.getByRole('heading', { level: 1, name: 'श्यामची आई' }).waitFor();
    await waitForHydration(page);
    const offlineBanner = page.getByRole('status').filter({ hasText: "You're offline." });
    await offlineBanner.getByText(/This copy of the page is from \d+ \w+, /).waitFor();
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect((await offlineBanner.boundingBox())?.width).toBe(width);
    }
    // The related page was opened by a link, so only its query results are stored, and no HTML.
    await page.goto(relatedPath);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await offlineBanner.waitFor();
    await page.goto('/faq');
    await page.getByRole('heading', { level: 1, name: "You're offline" }).waitFor();
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoViolations(page);
    }

    reconnect();
    await openHydrated(page, '/product/1');
    expect(await offlineBanner.count()).toBe(0);
  });

  it('the books of an author whose page was opened by a link can be read', async () => {
    const { page } = await open();
    await openHydrated(page, '/author');
    await expect.poll(() => isStored(page, '/offline')).toBe(true);
    await page
      .getByRole('main')
      .getByRole('link', { name: /\d books/ })
      .first()
      .click();
    await page.waitForURL('**/author/*');
    const books = page.getByRole('region', { name: 'Books', exact: true });
    const name = await books.getByRole('heading', { level: 3 }).first().innerText();
    await expect.poll(() => isResultStored(page, 'pages-', name)).toBe(true);
    proxy.disconnect();
    await page.reload();
    await page.getByRole('status').filter({ hasText: "You're offline." }).waitFor();
    // The author's initial replaces the placeholder once the last attempt to fetch the author has failed.
    await page.getByRole('heading', { level: 1 }).locator('.. >> span[lang]').waitFor();
    await books.getByRole('heading', { level: 3, name, exact: true }).waitFor();
  });

  /** Opens a product page, and again without a connection. */
  async function openStoredCopy() {
    const { page, context } = await open();
    await openHydrated(page, '/product/1');
    await expect.poll(() => isStored(page, '/product/1')).toBe(true);
    const reconnect = proxy.disconnect();
    await openHydrated(page, '/product/1');
    return { page, context, reconnect };
  }

  it('the banner disappears once the connection is back, even if the browser has restarted the service worker', async () => {
    const { page, context, reconnect } = await openStoredCopy();
    const offlineBanner = page.getByRole('status').filter({ hasText: "You're offline." });
    await offlineBanner.waitFor();
    const session = await context.newCDPSession(page);
    const stopped = new Promise<void>((resolve) => {
      session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
        if (versions.some(({ runningStatus }) => runningStatus === 'stopped')) resolve();
      });
    });
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await stopped;
    reconnect();
    const related = page.getByRole('region', { name: 'Related Products' }).getByRole('heading', { level: 3 });
    await related.first().getByRole('link').click();
    await page.getByRole('button', { name: 'Reload page' }).waitFor();
    await offlineBanner.waitFor({ state: 'detached' });
  });

  it('a copy can be reloaded once the connection is back, even if it was lost again in between', async () => {
    const { page, context, reconnect } = await openStoredCopy();
    const copyBanner = page.getByText(/This copy of the page is from /);
    await copyBanner.waitFor();
    const reloadButton = page.getByRole('button', { name: 'Reload page' });
    for (const _attempt of ['first', 'second']) {
      await context.setOffline(true);
      await copyBanner.waitFor();
      await context.setOffline(false);
      await reloadButton.waitFor();
    }
    reconnect();
    await reloadButton.click();
    await reloadButton.waitFor({ state: 'detached' });
  });

  it('visited pages have the chosen colour mode, even if they were visited before it was chosen', async () => {
    const { page } = await open();
    await openHydrated(page, '/product/1');
    await expect.poll(() => isStored(page, '/product/1')).toBe(true);
    await openHydrated(page, '/faq');
    await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByText('Dark').click();
    await page.locator('html.dark').waitFor();
    proxy.disconnect();
    await page.goto('/product/1');
    await page.locator('html.dark').waitFor();
  });

  it('visited pages are in the chosen language, even if they were visited before it was chosen', async () => {
    const { page } = await open();
    await openHydrated(page, '/product/1');
    await expect.poll(() => isStored(page, '/product/1')).toBe(true);
    await page.goto('/faq');
    await waitForHydration(page);
    await expect.poll(() => isStored(page, '/offline')).toBe(true);
    // On phones, the languages in the footer are collapsed, so the test chooses one in the menu.
    await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'मराठी' }).click();
    await expect.poll(() => isStored(page, '/offline', '<html lang="mr"')).toBe(true);
    const reconnect = proxy.disconnect();

    await page.goto('/product/1');
    await page.getByRole('button', { name: 'कार्टमध्ये ठेवा' }).first().waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('mr');
    await page.goto('/category');
    await page.getByRole('heading', { level: 1, name: 'आपण ऑफलाइन आहात' }).waitFor();

    reconnect();
    await openHydrated(page, '/product/1');
    await page.getByRole('button', { name: 'कार्टमध्ये ठेवा' }).first().waitFor();
  });

  it('a page without a copy opens once the connection is back, by itself or when the visitor tries again', async () => {
    const { page, context } = await open();
    await openHydrated(page, '/product/1');
    await expect.poll(() => isStored(page, '/offline')).toBe(true);
    const offlineHeading = page.getByRole('heading', { level: 1, name: "You're offline" });
    // If the connection came back before the script had failed to load, the page would open without a reload.
    const waitForFailedScript = (name: string) =>
      page.waitForEvent('requestfailed', (request) => request.url().includes(`/assets/${name}-`));
    const reconnect = proxy.disconnect();
    const faqScriptFailed = waitForFailedScript('FaqPage');
    await page.goto('/faq');
    await offlineHeading.waitFor();
    await faqScriptFailed;
    // Going offline and back online makes the browser fire the `online` event, at which the page reloads.
    await context.setOffline(true);
    reconnect();
    await context.setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'FAQ' }).waitFor();
    await waitForHydration(page);

    const reconnectAgain = proxy.disconnect();
    const informationScriptFailed = waitForFailedScript('InformationPage');
    await page.goto('/aboutus');
    await offlineHeading.waitFor();
    await informationScriptFailed;
    reconnectAgain();
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'About us' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/aboutus');
    await waitForHydration(page);
  });

  it('the shop works with a connection, even if the cache storage of the browser fails', async () => {
    const { page, context } = await open();
    await openHydrated(page, '/product/1');
    await expect.poll(() => isStored(page, '/offline')).toBe(true);
    const worker = context.serviceWorkers()[0] ?? expect.fail('There is no service worker.');
    await worker.evaluate(() => {
      caches.open = () => Promise.reject(new DOMException('Unexpected internal error.', 'UnknownError'));
    });
    await openHydrated(page, '/faq');
    await page.getByRole('heading', { level: 1, name: 'FAQ' }).waitFor();
  });

  it('visited pages can be read even if a failed navigation preload resolves to an error response, as in Firefox', async () => {
    const { page, context } = await open();
    await openHydrated(page, '/product/1');
    await expect.poll(() => isStored(page, '/product/1')).toBe(true);
    await expect.poll(() => isStored(page, '/offline')).toBe(true);
    const worker = context.serviceWorkers()[0] ?? expect.fail('There is no service worker.');
    await worker.evaluate(`{
      const { get } = Object.getOwnPropertyDescriptor(FetchEvent.prototype, 'preloadResponse');
      Object.defineProperty(FetchEvent.prototype, 'preloadResponse', {
        get() {
          return get.call(this).catch(() => Response.error());
        },
      });
    }`);
    proxy.disconnect();
    await page.goto('/product/1');
    await page.getByRole('heading', { level: 1, name: 'श्यामची आई' }).waitFor();
    await page.getByRole('status').filter({ hasText: 'This copy of the page' }).waitFor();
    await page.goto('/faq');
    await page.getByRole('heading', { level: 1, name: "You're offline" }).waitFor();
  });

  it('an error page does not replace the copy of the page', async () => {
    const { page } = await open();
    await openHydrated(page, '/faq');
    await expect.poll(() => isStored(page, '/faq')).toBe(true);
    await page.reload();
    proxy.stub(/^\/faq$/, { status: 503, body: { message: 'The shop is overloaded' } });
    expect((await page.goto('/faq'))?.status()).toBe(503);
    // If the worker stored the error page, it would do so before it stores the next page.
    await openHydrated(page, '/aboutus');
    await expect.poll(() => isStored(page, '/aboutus')).toBe(true);
    proxy.disconnect();
    await page.goto('/faq');
    await page.getByRole('heading', { level: 1, name: 'FAQ' }).waitFor();
  });

  it('the cart can be read but not changed, and changes are not sent later', async () => {
    const { shopper, book } = await createShopperWithBook();
    const { page } = await open();
    await signInByApi(page, shopper);
    await openHydrated(page, '/cart-manager');
    await expect.poll(() => isStored(page, '/cart-manager')).toBe(true);
    await expect.poll(() => isStored(page, '/offline')).toBe(true);
    await page.reload();
    const quantity = page.getByRole('combobox', { name: `Quantity: ${book.name}` });
    await quantity.waitFor();
    await expect.poll(() => isResultStored(page, 'personal-', book.name)).toBe(true);
    const reconnect = proxy.disconnect();

    await page.reload();
    await quantity.waitFor();
    const offlineBanner = page.getByRole('status').filter({ hasText: 'This copy of the page' });
    await offlineBanner.waitFor();
    await page.getByRole('button', { name: `Increase quantity of ${book.name}` }).click();
    await expect.poll(() => quantity.inputValue()).toBe('1');
    reconnect();
    await page.reload();
    await quantity.waitFor();
    expect(await quantity.inputValue()).toBe('1');
    expect(await offlineBanner.count()).toBe(0);
    expect(await fetchCartProductIds(shopper)).toEqual([Number(book.id)]);
  });

  it('a change that fails does not bring back the cart of an earlier visit', async () => {
    const { shopper, book } = await createShopperWithBook();
    const { page } = await open();
    await signInByApi(page, shopper);
    await openHydrated(page, '/cart-manager');
    await expect.poll(() => isStored(page, '/offline')).toBe(true);
    await page.reload();
    const quantity = page.getByRole('combobox', { name: `Quantity: ${book.name}` });
    await quantity.waitFor();
    await expect.poll(() => isResultStored(page, 'personal-', book.name)).toBe(true);
    const increase = page.getByRole('button', { name: `Increase quantity of ${book.name}` });
    const changed = page.waitForEvent('requestfinished', (request) =>
      isOperation(request, 'SetCartQuantity'),
    );
    await increase.click();
    await changed;
    proxy.disconnect();
    const refetchFailed = page.waitForEvent('requestfailed', (request) =>
      isOperation(request, 'CartAndWishlist'),
    );
    await increase.click();
    await refetchFailed;
    await page.getByText("We couldn't update the quantity").waitFor();
    expect(await quantity.inputValue()).toBe('2');
  });

  it('the last known price is available, even if the shop has failed to calculate it since', async () => {
    const { page } = await open();
    await openHydrated(page, '/product/1');
    await expect.poll(() => isStored(page, '/offline')).toBe(true);
    const body = JSON.stringify(createQuoteRequest());
    const fetchQuote = () =>
      page.evaluate(async (body): Promise<unknown> => {
        const headers = { 'content-type': 'application/json', 'cache-control': 'stale-if-error=60' };
        return (await fetch('/graphql', { method: 'POST', headers, body })).json();
      }, body);
    const quote = await fetchQuote();
    expect(quote).toMatchObject({ data: { checkoutQuote: { userErrors: [] } } });
    // The worker's key for a result is the digest of the session token, here null, and the body of the request.
    await expect.poll(() => isStored(page, `/graphql?${hash('sha256', `null\n${body}`)}`)).toBe(true);
    const userErrors = [{ code: 'UNAVAILABLE', message: 'Please try again later.' }];
    const failure = { data: { checkoutQuote: { lines: null, userErrors } } };
    proxy.stub(/^\/graphql$/, { status: 200, body: failure });
    expect(await fetchQuote()).toEqual(failure);
    proxy.restore(/^\/graphql$/);
    proxy.disconnect();
    expect(await fetchQuote()).toEqual(quote);
  });

  it('no shopper data remains after logout', async () => {
    const { shopper, book } = await createShopperWithBook();
    const { page } = await open();
    await signInByApi(page, shopper);
    await openHydrated(page, '/profile');
    await expect.poll(() => isStored(page, '/profile')).toBe(true);
    await page.goto('/cart-manager');
    await page.getByRole('combobox', { name: `Quantity: ${book.name}` }).waitFor();
    await expect.poll(() => countShopperResults(page)).toBeGreaterThan(0);
    await page.goto('/profile');
    await waitForHydration(page);
    await page.getByRole('button', { name: 'Log Out' }).click();
    await page.getByRole('button', { name: 'Log out', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await expect.poll(() => countShopperResults(page)).toBe(0);
    await expect.poll(() => isStored(page, '/cart-manager')).toBe(false);
    proxy.disconnect();
    await page.goto('/cart-manager');
    await page.getByText("You're offline").first().waitFor();
    expect(await page.content()).not.toContain(book.name);
  });

  it("the result of a shopper's query is not stored if it arrives after logout", async () => {
    const { page } = await open();
    await signInByApi(page, await createShopper());
    await openHydrated(page, '/profile');
    await expect.poll(() => isStored(page, '/profile')).toBe(true);
    await page.reload();
    await waitForHydration(page);
    const lateQuery = /^\/graphql\?late$/;
    const release = proxy.hold(lateQuery);
    proxy.stub(lateQuery, { status: 200, body: { data: { user: { id: '1' } } } });
    const sendQuery = (url: string, headers: Record<string, string>) =>
      page.evaluate(
        async ({ url, headers }) => {
          const marked = { ...headers, 'cache-control': 'stale-if-error=1' };
          await (await fetch(url, { method: 'POST', headers: marked, body: '{}' })).text();
        },
        { url, headers },
      );
    const lateResponse = sendQuery('/graphql?late', { authorization: 'Bearer token' });
    await expect.poll(() => proxy.countRequests(lateQuery)).toBe(1);
    await page.getByRole('button', { name: 'Log Out' }).click();
    await page.getByRole('button', { name: 'Log out', exact: true }).click();
    await expect.poll(() => isStored(page, '/profile')).toBe(false);
    release();
    await lateResponse;
    // The worker stores results in the order in which they arrive.
    await sendQuery('/graphql?late', {});
    await expect.poll(() => isStored(page, `/graphql?${hash('sha256', 'null\n{}')}`)).toBe(true);
    expect(await countShopperResults(page)).toBe(0);
  });
});

/** Whether the service worker has a copy of the page or result at this path, and the copy contains the text. */
function isStored(page: Page, path: string, text = ''): Promise<boolean> {
  return page.evaluate(
    async ({ url, text }) => {
      const copy = await caches.match(url, { ignoreVary: true });
      return (await copy?.text())?.includes(text) === true;
    },
    { url: new URL(path, page.url()).href, text },
  );
}

/** Whether the service worker's cache with this prefix has a query result that contains the text. */
function isResultStored(page: Page, cachePrefix: string, text: string): Promise<boolean> {
  return page.evaluate(
    async ({ cachePrefix, text }) => {
      const name = (await caches.keys()).find((key) => key.startsWith(cachePrefix));
      if (name === undefined) return false;
      const copies = await (await caches.open(name)).matchAll();
      const results = copies.filter(({ headers }) => headers.get('content-type')?.includes('json'));
      return (await Promise.all(results.map((copy) => copy.text()))).some((result) => result.includes(text));
    },
    { cachePrefix, text },
  );
}

function isOperation(request: Request, name: string): boolean {
  return request.postData()?.includes(`"operationName":"${name}"`) === true;
}

/** Counts the stored results of a shopper's queries. */
function countShopperResults(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const name = (await caches.keys()).find((key) => key.startsWith('personal-'));
    return name === undefined ? 0 : (await (await caches.open(name)).keys()).length;
  });
}

/** The body with which a page requests the price of one copy of a book. */
function createQuoteRequest() {
  const manifest: unknown = JSON.parse(readFileSync('web/generated/trusted-documents.json', 'utf8'));
  const documents = Object.entries(z.record(z.string(), z.string()).parse(manifest));
  const [sha256Hash] = documents.find(([, text]) => text.startsWith('query CheckoutQuote(')) ?? [];
  const input = { source: 'SINGLE_PRODUCT', lines: [{ productId: '1', quantity: 1 }] };
  return { variables: { input }, extensions: { persistedQuery: { version: 1, sha256Hash } } };
}

/** Creates a shopper with one copy of a book in the cart. */
async function createShopperWithBook() {
  const shopper = await createShopper();
  const book = await fetchBookInStock(-1);
  await fillCart(shopper, [{ id: book.id, quantity: 1 }]);
  return { shopper, book };
}
