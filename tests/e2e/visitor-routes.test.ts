import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { hasChromium, useBrowser } from './browser.ts';

/** The routes of requirements.md 2.1 that are the same for everybody: what stands there before any script runs. */
const served = [
  ['/', 'From the shop'],
  ['/aboutus', 'Mission'],
  ['/contactus', '411030'],
  ['/privacy-policy', 'grievance officer'],
  ['/terms-and-conditions', '6-7 working days'],
  ['/refund-policy', 'We do not provide refunds or returns.'],
  ['/payment-info', 'cash on delivery'],
  ['/return-policy', '7 days'],
  ['/shipping-info', '3-7 business days'],
  ['/faq', 'payment'],
  ['/category', 'Poetry'],
  ['/category/Poetry', '30 items'],
  ['/publisher', 'Publishers'],
  ['/publisher/Inkwell%20Hill%20Press', 'Our Best Products'],
  ['/author', 'Authors'],
  ['/author/प्रेमचंद', 'गोदान'],
  ['/language/English', 'Our Best Products'],
  ['/product', 'श्यामची आई'],
  ['/product/1', 'Product Details'],
  ['/registeration', 'Create Account'],
  ['/posts', 'Read More'],
  ['/footer', 'Privacy Policy'],
] as const;

/** Those that ask who the visitor is, and addresses that lead elsewhere: where they end, and what stands there. */
const shown = [
  ['/profile', '/profile', 'Please Login or Create your account'],
  ['/user', '/profile', 'Please Login or Create your account'],
  ['/user-login', '/user-login', 'Hello, Customer!'],
  ['/registration', '/registeration', 'Create Account'],
  ['/cart-manager', '/user-login', 'Hello, Customer!'],
  ['/cart', '/user-login', 'Hello, Customer!'],
  ['/cart-manager/buy-all-cart-products', '/user-login', 'Hello, Customer!'],
  ['/cart-manager/cart-user-payment', '/user-login', 'Hello, Customer!'],
  ['/cart-manager/cart-user-address', '/user-login', 'Hello, Customer!'],
  ['/buy-single-product', '/buy-single-product', 'No product information available.'],
  ['/cart-without-login', '/cart-without-login', 'No product data available.'],
  ['/user-wish-list', '/user-wish-list', 'No products in wishlist.'],
  ['/wish-list', '/wish-list', 'Please login or create an account to access your wishlist.'],
] as const;

describe('A route', () => {
  it.each(served)('%s is served with: %s', async (address, text) => {
    const answer = await fetch(inject('shopUrl') + address);
    const [, main] = (await answer.text()).split('<main');
    expect(answer.status).toBe(200);
    expect(main).toContain(text);
  });
});

describe.skipIf(!hasChromium)('A visitor', () => {
  const { visit } = useBrowser();

  it('comes by every other route to a screen that says what is to be done', async () => {
    const { page } = await visit();
    for (const [address, end, text] of shown) {
      await page.goto(address, { waitUntil: 'domcontentloaded' });
      await page.waitForURL((url) => url.pathname === end);
      await page.getByRole('main').getByText(text).first().waitFor();
    }
  });

  it('stands at the top of each new page, and at the old place on the way back', async () => {
    const { page } = await visit();
    await page.goto('/product');
    await page.getByRole('link', { name: 'Load more books' }).click();
    await page.waitForURL('**/product?page=2');
    const book = page.getByRole('main').getByRole('article').nth(34).getByRole('link').first();
    await book.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => window.scrollY);
    expect(place).toBeGreaterThan(1000);
    await book.click();
    await page.getByRole('heading', { name: 'Product Details' }).waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await book.waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
    // Also when the page of the book was loaded anew in between.
    await page.goForward();
    await page.getByRole('heading', { name: 'Product Details' }).waitFor();
    await page.reload({ waitUntil: 'networkidle' });
    await page.goBack();
    await book.waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  });

  it('sees everything in the measures of the specification, in small and large windows', async () => {
    const { page } = await visit();
    await page.goto('/');
    expect(await inWindowsOf(page, [360, 600, 800, 1000, 1280, 1600], measureHome)).toEqual([
      { banner: 30, slide: 160, postsInARow: 1, content: 328 },
      { banner: 30, slide: 160, postsInARow: 2, content: 552 },
      { banner: 30, slide: 400, postsInARow: 4, content: 736 },
      { banner: 30, slide: 400, postsInARow: 4, content: 900 },
      { banner: 30, slide: 500, postsInARow: 4, content: 1200 },
      { banner: 30, slide: 500, postsInARow: 4, content: 1400 },
    ]);
    const posts = await page.evaluate(() =>
      [...document.querySelectorAll('#posts-title + ul > li')].map((post) => {
        const { animationDelay, animationDuration } = getComputedStyle(post);
        return { animationDelay, animationDuration };
      }),
    );
    const oneAfterAnother = (place: number) => ({
      animationDelay: `${place / 10}s`,
      animationDuration: '0.8s',
    });
    expect(posts).toEqual(posts.map((_, place) => oneAfterAnother(place)));
    for (const [address, most] of [
      ['/product', 4],
      ['/language/English', 5],
    ] as const) {
      await page.goto(address);
      expect(await inWindowsOf(page, [360, 800, 1280], measureListing)).toEqual([
        { panel: 0, booksInARow: 2 },
        { panel: 0, booksInARow: 4 },
        { panel: 250, booksInARow: most },
      ]);
    }
  });

  it('finds by typing, in either script, by the keyboard alone', async () => {
    const { page } = await visit();
    await page.goto('/');
    const search = page.getByRole('banner').getByRole('combobox').first();
    await search.pressSequentially('geeta');
    const list = page.getByRole('listbox', { name: 'Suggestions' });
    await list.getByRole('option', { name: /गीतारहस्य/ }).waitFor();
    await search.press('ArrowDown');
    await search.press('Enter');
    await page.waitForURL('**/product/4');
    await page.getByRole('heading', { level: 1, name: 'गीतारहस्य' }).waitFor();
    await search.fill('प्रेमचं');
    await list.getByRole('option', { name: /^प्रेमचंद/ }).click();
    await page.getByRole('heading', { level: 1, name: 'प्रेमचंद' }).waitFor();
  });

  it('is asked to log in where that is needed, with the book kept in sight', async () => {
    const { page } = await visit();
    await page.goto('/product');
    await page.getByRole('button', { name: 'Add: श्यामची आई' }).click();
    await page.waitForURL('**/cart-without-login');
    await page.getByRole('main').getByText('श्यामची आई').first().waitFor();
    await page.getByText('Login to Checkout').waitFor();
    await page.goBack();
    await page
      .getByRole('button', { name: /wish ?list.*श्यामची आई|श्यामची आई.*wish ?list/i })
      .first()
      .click();
    await page.waitForURL('**/user-wish-list');
    await page.getByRole('main').getByText('श्यामची आई').first().waitFor();
    await page.goto('/cart-manager');
    await page.getByText('Please login or create your account for the cart').first().waitFor();
  });

  it('reads at the login what is missing and what is wrong', async () => {
    const { page } = await visit();
    await page.goto('/user-login');
    const form = page.getByRole('main');
    await form.getByRole('button', { name: 'Login', exact: true }).click();
    const alert = page.getByRole('alertdialog', { name: 'Error' });
    await alert.getByText('Please enter both contact and password').waitFor();
    await alert.getByRole('button').click();
    await form.getByLabel('Contact', { exact: true }).fill('9000000001');
    await form.getByLabel('Password', { exact: true }).fill('wrong-password');
    await form.getByRole('button', { name: 'Login', exact: true }).click();
    await page.getByText('Login failed. Please check your credentials.').first().waitFor();
    await page.getByText('Forgot your password?').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send OTP' }).click();
    await dialog.getByText('Please enter your email').waitFor();
    await dialog.getByLabel('Email').fill('nobody@example.com');
    await dialog.getByRole('button', { name: 'Send OTP' }).click();
    await dialog.getByText('Email not found').waitFor();
  });
});

async function inWindowsOf<T>(page: Page, widths: readonly number[], measure: () => T): Promise<T[]> {
  const found: T[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    found.push(await page.evaluate(measure));
  }
  return found;
}

/** Pixels; runs in the page, so it leans on nothing outside of it. */
function measureHome() {
  const height = (selector: string) => document.querySelector(selector)?.clientHeight;
  const posts = [...document.querySelectorAll<HTMLElement>('#posts-title + ul > li')];
  return {
    banner: height('[aria-label="Notifications of today"]'),
    slide: height('[aria-roledescription="slide"] img'),
    postsInARow: posts.filter(({ offsetTop }) => offsetTop === posts[0]?.offsetTop).length,
    content: document.querySelector('#posts-title')?.clientWidth,
  };
}

/** As above. */
function measureListing() {
  const places = [...document.querySelectorAll('[id^="book-"]')].map((book) =>
    Math.round(book.getBoundingClientRect().top),
  );
  return {
    panel: document.querySelector<HTMLElement>('aside')?.offsetWidth,
    booksInARow: places.filter((top) => top === places[0]).length,
  };
}
