import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasChromium, useBrowser } from './browser.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { openSideShop, type SideShop } from './side-shop.ts';

/** What Chromium logs of an answer that is an error: the test has brought it about. */
const forgives = /^Failed to load resource/;

/** Every list the host gives, and its call for one book. */
const lists = /^\/(getall|All|TodaysNotifications)/;
const book = /^\/getproductbyid/;
const products = /^\/getallproducts/;

let rest: FaultyProxy;
let shop: SideShop;

/** The host as the test wants it, and a shop that has seen it no other way. */
function withShop(prepare: () => Promise<void> | void): void {
  beforeAll(async () => {
    rest = await startFaultyProxy(inject('restUrl'));
    await prepare();
    shop = await openSideShop(rest.url);
  });
  afterAll(async () => {
    await shop.close();
    await rest.close();
  });
}

async function expectMain(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole('main').getByText(text).first().waitFor();
}

describe.skipIf(!hasChromium)('While the REST host fails', () => {
  const { visit } = useBrowser();
  withShop(() => rest.fail(lists, { status: 500 }));

  it('a page that needs the catalogue is 503 and says so, and others are there all the same', async () => {
    const { page } = await visit({ shop: shop.url, forgives });
    const answer = await page.goto('/author');
    expect(answer?.status()).toBe(503);
    expect(answer?.headers()['retry-after']).toBe('10');
    await expectMain(page, 'The shop cannot be reached just now');
    expect((await fetch(`${shop.url}/faq`)).status).toBe(200);
  });

  it('the lists of publishers, authors and categories say so in the place of the list', async () => {
    const { page } = await visit({ shop: shop.url, forgives });
    await page.goto('/faq');
    for (const [link, text] of [
      ['Publisher', 'Failed to fetch publishers'],
      ['Author', 'Failed to fetch authors'],
      ['Category', 'Failed to fetch categories'],
    ] as const) {
      await page.getByRole('banner').getByRole('link', { name: link, exact: true }).click();
      await expectMain(page, text);
      await page.getByRole('main').getByRole('button', { name: 'Try again' }).waitFor();
    }
  });

  it('a search says: Error fetching products, and the host’s fault', async () => {
    const { page } = await visit({ shop: shop.url, forgives });
    await page.goto('/faq');
    const search = page.getByRole('banner').getByRole('combobox').first();
    await search.fill('गीता');
    await search.press('Enter');
    await expectMain(page, 'Error fetching products: Failed to fetch products');
  });

  it('a single book is there, and what is missing around it is said where it is missing', async () => {
    const { page } = await visit({ shop: shop.url, forgives });
    await page.goto('/product/1');
    await page.getByRole('heading', { level: 1, name: 'श्यामची आई' }).waitFor();
    await page.getByRole('main').getByRole('definition').getByRole('link', { name: 'मराठी' }).click();
    await expectMain(page, 'Error fetching products: Failed to fetch languages');
    await page.getByRole('main').getByRole('button', { name: 'Languages' }).click();
    await page
      .getByRole('navigation', { name: 'Languages' })
      .getByText('Failed to fetch languages', { exact: true })
      .waitFor();
  });

  it('a book that does not come says so on its page and on the screens for visitors', async () => {
    const { page } = await visit({ shop: shop.url, forgives });
    await page.goto('/product/1', { waitUntil: 'networkidle' });
    await page.goto('/product/2', { waitUntil: 'networkidle' });
    const recent = page.getByRole('region', { name: 'Recently viewed' });
    await recent.getByRole('link', { name: 'श्यामची आई' }).waitFor();
    rest.fail(book, { status: 500 });
    await recent.getByRole('link', { name: 'श्यामची आई' }).click();
    await expectMain(page, 'Failed to load product details.');
    for (const address of ['/cart-without-login?productId=3', '/user-wish-list?productId=3']) {
      await page.goto(address);
      await expectMain(page, 'Error: Network response was not ok');
    }
  });
});

describe.skipIf(!hasChromium)('Of a host with nothing in it', () => {
  const { visit } = useBrowser();
  withShop(() => rest.fail(lists, { status: 200, body: [] }));

  it('each page says what there is none of', async () => {
    const { page } = await visit({ shop: shop.url });
    for (const [address, text] of [
      ['/', 'No posts available.'],
      ['/posts', 'No posts available.'],
      ['/category', 'No categories available.'],
      ['/publisher', 'No Publishers Available'],
      ['/author', 'No Authors Available'],
      ['/product', 'Sorry!! Not found the products as per the searches.'],
    ] as const) {
      await page.goto(address, { waitUntil: 'domcontentloaded' });
      await expectMain(page, text);
      expect(await page.getByRole('region', { name: 'Notifications of today' }).count()).toBe(0);
    }
  });
});

describe.skipIf(!hasChromium)('A visitor of a shop that fails in parts', () => {
  const { visit } = useBrowser();
  const posts = /^\/AllMarketting/;
  const extras = /^\/(TodaysNotifications|AllSlideImages)/;
  const enquiry = /^\/createContact/;
  const login = /^\/loginByContact/;

  withShop(() => {
    rest.fail(posts, { status: 500 });
    rest.fail(extras, { status: 500 });
  });

  it('reads of the posts what is wrong with them, and has the home without banner and slides', async () => {
    const { page } = await visit({ shop: shop.url });
    await page.goto('/');
    await expectMain(page, 'Failed to fetch posts');
    await page.getByRole('main').getByRole('article').first().waitFor();
  });

  it('is told of a category with nothing in it', async () => {
    const { page } = await visit({ shop: shop.url });
    await page.goto('/category');
    // The page is alive: before that the link is the browser's own, and leads to the empty category.
    await page.getByRole('combobox').waitFor();
    await page.getByRole('link', { name: /^Calendars/ }).click();
    await page.getByRole('alertdialog').getByText('No products available for this category').waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    expect(new URL(page.url()).pathname).toBe('/category');
  });

  it('keeps what was written when an enquiry is not taken, and is thanked and led back when it is', async () => {
    const { page } = await visit({ shop: shop.url });
    await page.goto('/category');
    await page.getByRole('link', { name: /Novels/ }).click();
    await page.waitForURL('**/category/Novels');
    const form = page.getByRole('contentinfo').locator('form').filter({ hasText: 'Remark' });
    await form.getByLabel('Name').fill('Reader');
    await form.getByLabel('Phone number').fill('9876543210');
    await form.getByLabel('Remark').fill('Do you have an atlas?');
    rest.fail(enquiry, { status: 500 });
    await form.getByRole('button', { name: 'Send' }).click();
    await page.getByText('An error occurred. Please try again.').first().waitFor();
    expect(await form.getByLabel('Remark').inputValue()).toBe('Do you have an atlas?');
    rest.fail(enquiry, null);
    await form.getByRole('button', { name: 'Send' }).click();
    const thanks = 'Thank you for contacting us. We will get back to you soon.';
    await page.getByRole('alertdialog').getByText(thanks).waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    await page.waitForURL('**/category');
  });

  it('is told that a login cannot be tried, in other words than that it failed', async () => {
    const { page } = await visit({ shop: shop.url });
    await page.goto('/user-login');
    const form = page.getByRole('main');
    await form.getByLabel('Contact', { exact: true }).fill('9000000001');
    await form.getByLabel('Password', { exact: true }).fill('demo-shopper');
    rest.fail(login, { status: 500 });
    await form.getByRole('button', { name: 'Login', exact: true }).click();
    await page.getByText('The shop cannot be reached just now. Please try again.').first().waitFor();
    rest.fail(login, null);
  });

  it('has the books while the host is away, and nothing but words when the shop is', async () => {
    const { page } = await visit({ shop: shop.url, forgives: /Failed to load resource|ERR_/ });
    rest.fail(products, { status: 500 });
    // What shows the shop's own alerts is fetched at once when the browser is idle: here it never arrives.
    await page.route('**/assets/ToastList-*.js', (route) => route.abort());
    await page.goto('/category');
    // The screens of books and of a category are loaded by now.
    await page.getByRole('link', { name: /Novels/ }).click();
    await page.getByRole('main').getByRole('article').getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Product Details' }).waitFor();
    await page.goBack();
    await page.waitForURL('**/category/Novels');
    const other = page.getByRole('main').getByRole('article').nth(2).getByRole('link').first();
    await other.waitFor();
    await shop.close();
    await other.click();
    await expectMain(page, 'Failed to load product details.');
    await page.goBack();
    await page.goBack();
    // The browser's own box stands in for the shop's.
    const alert = page.waitForEvent('dialog');
    await page.getByRole('link', { name: /Poetry/ }).click();
    const shown = await alert;
    expect(shown.message()).toMatch(/^Error fetching products: ./);
    await shown.dismiss();
  });
});
