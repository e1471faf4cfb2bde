import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';
import { type InterceptingProxy, startInterceptingProxy } from './intercepting-proxy.ts';
import { type IsolatedShop, startIsolatedShop } from './isolated-shop.ts';

/** Chromium logs every response with an error status. */
const allowedErrors = /^Failed to load resource/;

const listPaths = /^\/(getall|All|TodaysNotifications)/;
const productPath = /^\/getproductbyid/;
const cataloguePath = /^\/getallproducts/;

let restProxy: InterceptingProxy;
let shop: IsolatedShop;

/** Starts a shop for the tests of a group, after stubbing responses of its REST host. */
function useShop(stubResponses: () => Promise<void> | void): void {
  beforeAll(async () => {
    restProxy = await startInterceptingProxy(inject('restUrl'));
    await stubResponses();
    shop = await startIsolatedShop(restProxy.url);
  });
  afterAll(async () => {
    await shop.close();
    await restProxy.close();
  });
}

async function expectInMain(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole('main').getByText(text).first().waitFor();
}

describe.skipIf(!hasChromium)('While the REST host fails to return its lists,', () => {
  const { visit } = useBrowser();
  useShop(() => restProxy.stub(listPaths, { status: 500 }));

  it('the author page responds with 503, and the FAQ still works', async () => {
    const { page } = await visit({ shopUrl: shop.url, allowedErrors });
    const response = await page.goto('/author');
    expect(response?.status()).toBe(503);
    expect(response?.headers()['retry-after']).toBe('10');
    await expectInMain(page, 'The shop is unavailable right now');
    expect((await fetch(`${shop.url}/faq`)).status).toBe(200);
  });

  it('the publisher, author and category pages show an error in place of the list', async () => {
    const { page } = await visit({ shopUrl: shop.url, allowedErrors });
    await openHydrated(page, '/faq');
    for (const [link, text] of [
      ['Publishers', 'Failed to fetch publishers'],
      ['Authors', 'Failed to fetch authors'],
      ['Categories', 'Failed to fetch categories'],
    ] as const) {
      await page.getByRole('banner').getByRole('link', { name: link, exact: true }).click();
      await expectInMain(page, text);
      await page.getByRole('main').getByRole('button', { name: 'Try again' }).waitFor();
    }
  });

  it('a search shows the error message with its cause', async () => {
    const { page } = await visit({ shopUrl: shop.url, allowedErrors });
    await page.goto('/faq');
    const search = page.getByRole('banner').getByRole('combobox').first();
    await search.fill('गीता');
    await search.press('Enter');
    await expectInMain(page, 'Error fetching products: Failed to fetch products');
  });

  it('a product page still works, and the listing of a language and the menu of languages show their own errors', async () => {
    const { page } = await visit({ shopUrl: shop.url, allowedErrors });
    await openHydrated(page, '/product/1');
    await page.getByRole('heading', { level: 1, name: 'श्यामची आई' }).waitFor();
    await page.getByRole('main').getByRole('definition').getByRole('link', { name: 'मराठी' }).click();
    await expectInMain(page, 'Error fetching products: Failed to fetch languages');
    await page.getByRole('main').getByRole('button', { name: 'Languages' }).click();
    await page
      .getByRole('navigation', { name: 'Languages' })
      .getByText('Failed to fetch languages', { exact: true })
      .waitFor();
  });

  it('the page of a product that cannot be loaded, and the pages where a visitor adds such a product to the cart or wish list, show errors', async () => {
    const { page } = await visit({ shopUrl: shop.url, allowedErrors });
    await openHydrated(page, '/product/1');
    await openHydrated(page, '/product/2');
    const recent = page.getByRole('region', { name: 'Recently viewed' });
    await recent.getByRole('link', { name: 'श्यामची आई' }).waitFor();
    restProxy.stub(productPath, { status: 500 });
    await recent.getByRole('link', { name: 'श्यामची आई' }).click();
    await expectInMain(page, 'Failed to load product details.');
    for (const path of ['/cart-without-login?productId=3', '/user-wish-list?productId=3']) {
      await page.goto(path);
      await expectInMain(page, 'Error: Network response was not ok');
    }
  });
});

describe.skipIf(!hasChromium)('When the lists of the REST host are empty,', () => {
  const { visit } = useBrowser();
  useShop(() => restProxy.stub(listPaths, { status: 200, body: [] }));

  it('the home, posts, collection and listing pages show their empty states and no notices', async () => {
    const { page } = await visit({ shopUrl: shop.url });
    for (const [path, text] of [
      ['/', 'No posts available.'],
      ['/posts', 'No posts available.'],
      ['/category', 'No categories available.'],
      ['/publisher', 'No Publishers Available'],
      ['/author', 'No Authors Available'],
      ['/product', 'Sorry!! Not found the products as per the searches.'],
    ] as const) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await expectInMain(page, text);
      expect(await page.getByRole('region', { name: "Today's notices" }).count()).toBe(0);
    }
  });
});

describe.skipIf(!hasChromium)('While parts of the REST host are failing, a visitor', () => {
  const { visit } = useBrowser();
  const postsPath = /^\/AllMarketting/;
  const noticeAndSlidePaths = /^\/(TodaysNotifications|AllSlideImages)/;
  const enquiryPath = /^\/createContact/;
  const loginPath = /^\/loginByContact/;

  useShop(() => {
    restProxy.stub(postsPath, { status: 500 });
    restProxy.stub(noticeAndSlidePaths, { status: 500 });
  });

  it('sees an error in place of the posts, no notices or slides, but still the books of the home page', async () => {
    const { page } = await visit({ shopUrl: shop.url });
    await openHydrated(page, '/');
    await expectInMain(page, 'Failed to fetch posts');
    await page.getByRole('main').getByRole('article').first().waitFor();
    for (const name of ["Today's notices", 'Featured'])
      expect(await page.getByRole('region', { name }).count(), name).toBe(0);
  });

  it('can resend a message from the footer after an error, is thanked, and stays on the page', async () => {
    const { page } = await visit({ shopUrl: shop.url });
    await openHydrated(page, '/category');
    await page.getByRole('link', { name: /Novels/ }).click();
    await page.waitForURL('**/category/Novels');
    // The form is loaded when the visitor scrolls to it.
    await page.getByRole('heading', { name: 'Ask us anything' }).scrollIntoViewIfNeeded();
    const form = page.getByRole('contentinfo').locator('form').filter({ hasText: 'Message' });
    await form.getByLabel('Name').fill('Reader');
    await form.getByLabel('Phone number').fill('9876543210');
    await form.getByLabel('Message').fill('Do you have an atlas?');
    restProxy.stub(enquiryPath, { status: 500 });
    await form.getByRole('button', { name: 'Send' }).click();
    await page.getByText('An error occurred. Please try again.').first().waitFor();
    expect(await form.getByLabel('Message').inputValue()).toBe('Do you have an atlas?');
    restProxy.restore(enquiryPath);
    await form.getByRole('button', { name: 'Send' }).click();
    const thanks = 'Thank you for contacting us. We will get back to you soon.';
    await page.getByRole('alertdialog').getByText(thanks).waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/category/Novels');
  });

  it('sees that the login is unavailable, not that it failed', async () => {
    const { page } = await visit({ shopUrl: shop.url });
    await page.goto('/user-login');
    const form = page.getByRole('main');
    await form.getByLabel('Mobile number', { exact: true }).fill('9000000001');
    await form.getByLabel('Password', { exact: true }).fill('demo-shopper');
    restProxy.stub(loginPath, { status: 500 });
    await form.getByRole('button', { name: 'Login', exact: true }).click();
    await page
      .getByText('The shop cannot do this at the moment. Please try again in a minute.')
      .first()
      .waitFor();
    restProxy.restore(loginPath);
  });

  it('can browse while the host does not return products, and sees error messages while the shop is down', async () => {
    const { page } = await visit({ shopUrl: shop.url, allowedErrors: /Failed to load resource|ERR_/ });
    restProxy.stub(cataloguePath, { status: 500 });
    // Block the script of the shop's own dialogs. The shop preloads it at the first pointer or key event.
    await page.route('**/assets/ToastList-*.js', (route) => route.abort());
    await openHydrated(page, '/category');
    // Load the scripts of the listing and product pages before the shop stops.
    await page.getByRole('link', { name: /Novels/ }).click();
    await page.getByRole('main').getByRole('article').getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Product Details' }).waitFor();
    await page.goBack();
    await page.waitForURL('**/category/Novels');
    const otherBook = page.getByRole('main').getByRole('article').nth(2).getByRole('link').first();
    await otherBook.waitFor();
    await shop.close();
    await otherBook.click();
    await expectInMain(page, 'Failed to load product details.');
    await page.goBack();
    await page.goBack();
    // Without the script of its dialogs, the shop falls back to the browser's own alert.
    const alertOpened = page.waitForEvent('dialog');
    await page.getByRole('link', { name: /Poetry/ }).click();
    const alert = await alertOpened;
    expect(alert.message()).toMatch(/^Error fetching products: ./);
    await alert.dismiss();
  });
});
