import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { demoShop as shop } from '../demo-shop.ts';
import { hasChromium, openHydrated, setTextSize, useBrowser } from './browser.ts';
import { goBackOnAndroid, hasFocusWithin, isFocused } from './keyboard.ts';
import { readOverflowWidth } from './overflow.ts';
import {
  createShopper,
  fetchBookInStock,
  fetchTwoBooksInStock,
  fillCart,
  fillWishlist,
  signInByApi,
} from './shop-api.ts';

const viewport = { width: 360, height: 740 };

describe.skipIf(!hasChromium)('On a phone, a visitor', () => {
  const { visit } = useBrowser();

  async function open(path: string): Promise<Page> {
    const { page } = await visit();
    await page.setViewportSize(viewport);
    await openHydrated(page, path);
    return page;
  }

  it('sees the whole notice, and reaches search, wish list, account and cart in one tap', async () => {
    const page = await open('/faq');
    const notice = page.getByRole('region', { name: "Today's notices" }).locator('p');
    expect(await isTruncated(notice)).toBe(false);
    const header = page.getByRole('banner');
    for (const link of ['Wish list', 'Profile', /^Cart/]) {
      await expectInViewport(header.getByRole('link', { name: link }));
    }
    await header.getByRole('button', { name: 'Search the shop' }).click();
    const search = header.getByRole('combobox');
    await expectInViewport(search);
    await expect.poll(() => isFocused(search)).toBe(true);
    await header.getByRole('button', { name: 'Close search' }).click();
    await search.waitFor({ state: 'hidden' });
    await header.getByRole('link', { name: 'Wish list' }).click();
    await page.getByText('Please login or create an account to access your wishlist.').waitFor();
  });

  it('closes search and filters with Escape in an empty search field, even if the browser does not', async () => {
    const page = await open('/product');
    for (const [button, field] of [
      ['Search the shop', page.getByPlaceholder('Search for Products')],
      ['Filters', page.getByPlaceholder('Find an author')],
    ] as const) {
      const popover = page.locator('[popover]').filter({ has: field });
      await page.getByRole('button', { name: button, exact: true }).click();
      await popover.waitFor();
      await expect
        .poll(async () => {
          // Chromium closes no popover for a dispatched event.
          await field.dispatchEvent('keydown', { key: 'Escape' });
          return popover.isVisible();
        })
        .toBe(false);
    }
  });

  it('closes the search panel by repeating the search whose results are on the page', async () => {
    const page = await open('/product?search=tilak');
    const header = page.getByRole('banner');
    await header.getByRole('button', { name: 'Search the shop' }).click();
    const search = header.getByRole('combobox');
    await expect.poll(() => isFocused(search)).toBe(true);
    await search.press('Enter');
    await search.waitFor({ state: 'hidden' });
  });

  it('closes the search panel by choosing the suggestion for the current page', async () => {
    const page = await open('/product/1');
    const header = page.getByRole('banner');
    await header.getByRole('button', { name: 'Search the shop' }).click();
    const search = header.getByRole('combobox');
    await search.fill('श्यामची आई');
    await header.locator('a[role="option"][href="/product/1"]').click();
    await search.waitFor({ state: 'hidden' });
  });

  it('closes the language drawer by choosing the current language again', async () => {
    const page = await open('/language/मराठी');
    await page.getByRole('button', { name: 'Languages' }).click();
    const link = page.getByRole('navigation', { name: 'Languages' }).getByRole('link', { name: 'मराठी' });
    await link.click();
    await link.waitFor({ state: 'hidden' });
  });

  it('sees each notice in full with the text spacing of WCAG 1.4.12, and the banner keeps its height', async () => {
    const page = await open('/faq');
    await page.setViewportSize({ ...viewport, width: 320 });
    await page.addStyleTag({
      content:
        '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important; }',
    });
    const banner = page.getByRole('region', { name: "Today's notices" });
    const bannerHeights = new Set<number | undefined>();
    for (const text of [/^On our shelves/, /MONSOON10/, /Demo button/]) {
      const notice = banner.locator('p', { hasText: text });
      await notice.waitFor();
      expect(await isTruncated(notice)).toBe(false);
      bannerHeights.add((await banner.boundingBox())?.height);
      await banner.getByRole('button', { name: 'Next notice' }).click();
    }
    expect([...bannerHeights]).toHaveLength(1);
  });

  it('sees a short hero, the link to all books and the first book of the home page without scrolling', async () => {
    const page = await open('/');
    const heading = page.getByRole('heading', { level: 1 });
    await expectInViewport(heading);
    await expectInViewport(page.getByRole('link', { name: 'Browse all books' }));
    await expectInViewport(
      page.getByRole('region', { name: 'Just in' }).getByRole('heading', { level: 3 }).first(),
    );
    const slideBox = await page.getByRole('region', { name: 'Featured' }).boundingBox();
    const top = (await heading.boundingBox())?.y ?? 0;
    expect((slideBox?.y ?? 0) + (slideBox?.height ?? 0) - top).toBeLessThanOrEqual(300);
  });

  it('sees title, author, price and the buttons on the first screen of a book', async () => {
    const page = await open('/product/2');
    const addToCart = page.getByRole('button', { name: /^Add To Cart/ });
    const visibleHeight = (await addToCart.boundingBox())?.y;
    const main = page.getByRole('main');
    await expectInViewport(addToCart);
    await expectInViewport(page.getByRole('button', { name: /^Buy Now/ }));
    await expectInViewport(main.getByRole('heading', { level: 1, name: 'ज्ञानेश्वरी' }), visibleHeight);
    await expectInViewport(main.getByRole('link', { name: 'संत ज्ञानेश्वर' }).first(), visibleHeight);
    const prices = main.getByText('₹600.00');
    await expectInViewport(prices.first(), visibleHeight);
    // The second price is in the bottom bar, beside the buttons.
    await expectInViewport(prices.nth(1));
  });

  it('goes back to close a menu or dialog instead of leaving the page', async () => {
    const page = await open('/product/2');
    for (const opener of [
      page.getByRole('button', { name: 'Menu' }),
      page.getByRole('button', { name: /^Demo/ }).first(),
    ]) {
      await opener.click();
      const dialog = page.getByRole('dialog');
      await expect.poll(() => hasFocusWithin(dialog)).toBe(true);
      await goBackOnAndroid(page);
      await dialog.waitFor({ state: 'hidden' });
      await expect.poll(() => isFocused(opener)).toBe(true);
    }
    expect(new URL(page.url()).pathname).toBe('/product/2');
  });

  it('doubles the text size and still reads the name and price of a suggested book', async () => {
    const { page } = await visit({ width: 320 });
    await setTextSize(page, 32);
    await openHydrated(page, '/faq');
    const header = page.getByRole('banner');
    await header.getByRole('button', { name: 'Search the shop' }).click();
    await header.getByRole('combobox').fill('श्यामची आई');
    const option = header.locator('a[role="option"][href="/product/1"]');
    const name = option.getByText('श्यामची आई');
    await name.waitFor();
    await option.getByText(/^₹/).waitFor();
    for (const element of [name, option]) {
      expect(await element.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    }
  });

  it('sees buttons of equal height on the page of a book in Marathi, where one label is long', async () => {
    const { page, context } = await visit({ width: 320 });
    await context.addCookies([{ name: 'language', value: 'mr', url: inject('shopUrl') }]);
    await openHydrated(page, '/product/1');
    const heights = await page
      .locator('.bottom-bar')
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.clientHeight));
    expect(heights).toHaveLength(2);
    expect(new Set(heights).size).toBe(1);
  });

  it('sees the links of the home page\u2019s posts aligned, even if some posts have a title of two lines', async () => {
    const { page, context } = await visit({ width: 360 });
    await context.addCookies([{ name: 'language', value: 'mr', url: inject('shopUrl') }]);
    // Without reduced motion, the entrance animation would still be moving the posts.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openHydrated(page, '/');
    const posts = page.getByRole('region', { name: 'दुकानातून वाचकांसाठी' });
    await posts.getByRole('link').first().waitFor();
    const readBottoms = (elements: Locator) =>
      elements.evaluateAll((boxes) => boxes.map((box) => box.getBoundingClientRect().bottom));
    const titleHeights = await posts
      .getByRole('heading', { level: 3 })
      .evaluateAll((titles) => titles.map((title) => title.clientHeight));
    expect(new Set(titleHeights).size).toBeGreaterThan(1);
    expect(new Set(await readBottoms(posts.getByRole('listitem').getByRole('link'))).size).toBe(1);
  });

  it.each(['en', 'mr', 'hi'])(
    'doubles the text size without scrolling sideways and without icons over the name of the shop (%s)',
    async (language) => {
      const { page, context } = await visit({ width: 320, allowedErrors: /^Failed to load resource/ });
      await context.addCookies([{ name: 'language', value: language, url: inject('shopUrl') }]);
      await setTextSize(page, 32);
      for (const path of ['/product/1', '/no-such-page']) {
        await openHydrated(page, path);
        expect(await readOverflowWidth(page), path).toBe(0);
      }
      const header = page.getByRole('banner');
      const name = await header.getByText(shop.name, { exact: true }).boundingBox();
      const search = await header
        .locator('button')
        .filter({ visible: true })
        .nth(1)
        .locator('svg')
        .boundingBox();
      expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThanOrEqual(search?.x ?? 0);
    },
  );
});

describe.skipIf(!hasChromium)('On a phone, a shopper', () => {
  const { visit } = useBrowser();

  it('doubles the text size without scrolling sideways on the way to an order and in the account', async () => {
    const books = await fetchTwoBooksInStock();
    const shopper = await createShopper();
    await fillCart(
      shopper,
      books.map(({ id }) => ({ id, quantity: 1 })),
    );
    await fillWishlist(shopper, books);
    const { page } = await visit({ width: 320 });
    await signInByApi(page, shopper);
    await setTextSize(page, 32);
    /** The paths, each with a text that appears once the content has loaded. */
    const pages = {
      '/cart-manager': 'MONSOON10',
      '/cart-manager/buy-all-cart-products': 'Confirm Order',
      '/wish-list': 'Our Best Products',
      '/profile?section=addresses': 'Create Address',
      '/profile?section=orders': 'No orders found.',
      '/profile?section=edit': 'Change your password',
    };
    for (const [path, text] of Object.entries(pages)) {
      await page.goto(path);
      await page.getByRole('main').getByText(text).first().waitFor();
      expect(await readOverflowWidth(page), path).toBe(0);
    }
  });

  it('doubles the text size in Hindi, and sees no button protrude from a quantity stepper or the logout dialog', async () => {
    const book = await fetchBookInStock(-1);
    const shopper = await createShopper();
    await fillCart(shopper, [{ id: book.id, quantity: 1 }]);
    const { page, context } = await visit({ width: 320 });
    await context.addCookies([{ name: 'language', value: 'hi', url: inject('shopUrl') }]);
    await signInByApi(page, shopper);
    await setTextSize(page, 32);
    await openHydrated(page, `/product?search=${encodeURIComponent(book.name)}`);
    const stepper = page.getByRole('main').getByRole('article').getByRole('group');
    await expectButtonsWithin(stepper.first());
    await page.goto('/profile');
    await page.getByRole('main').getByRole('button', { name: 'लॉग आउट करें' }).click();
    await expectButtonsWithin(page.getByRole('alertdialog'));
  });
});

/** Expects no button to protrude from the left or right of the box. */
async function expectButtonsWithin(box: Locator): Promise<void> {
  await box.getByRole('button').first().waitFor();
  const distances = await box.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    return [...element.querySelectorAll('button')].map((button) => {
      const bounds = button.getBoundingClientRect();
      return Math.min(bounds.left - left, right - bounds.right);
    });
  });
  expect(Math.min(...distances)).toBeGreaterThanOrEqual(0);
}

function isTruncated(element: Locator): Promise<boolean> {
  return element.evaluate(
    (text) => text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight,
  );
}

/** Expects an element to be completely inside the viewport, above `bottom`. */
async function expectInViewport(element: Locator, bottom = viewport.height): Promise<void> {
  await element.waitFor();
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };
  const message = `${String(element)} at ${y}, ${height} px high`;
  expect(x, message).toBeGreaterThanOrEqual(0);
  expect(y, message).toBeGreaterThanOrEqual(0);
  expect(x + width, message).toBeLessThanOrEqual(viewport.width);
  expect(y + height, message).toBeLessThanOrEqual(bottom);
}
