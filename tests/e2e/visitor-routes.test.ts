import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { hasChromium, openHydrated, useBrowser, waitForHydration } from './browser.ts';

/** Routes of requirements.md 2.1 with the same page for all visitors, each with a text in its server-rendered HTML. */
const serverRenderedRoutes = [
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

/**
 * Routes that depend on the session or on a chosen product, and paths that redirect: path, final path, and a text that
 * a visitor sees there.
 */
const otherRoutes = [
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

describe('A server-rendered route', () => {
  it.each(serverRenderedRoutes)('%s contains: %s', async (path, text) => {
    const response = await fetch(inject('shopUrl') + path);
    const [, main] = (await response.text()).split(/<\/?main\b/);
    expect(response.status).toBe(200);
    expect(main).toContain(text);
  });

  it('/posts names the post in the text of each "Read More" link', async () => {
    const html = await (await fetch(`${inject('shopUrl')}/posts`)).text();
    const texts = [...html.matchAll(/>Read More(.*?)<\/a>/g)].map(([, text = '']) =>
      text.replaceAll(/<[^>]*>/g, ''),
    );
    expect(texts).toContain(' – Where to begin with Marathi novels (opens in a new tab)');
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe.skipIf(!hasChromium)('A visitor', () => {
  const { visit } = useBrowser();

  it('reaches the expected screen on routes that depend on the session or a chosen product, and on paths that redirect', async () => {
    const { page } = await visit();
    for (const [path, finalPath, text] of otherRoutes) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await page.waitForURL((url) => url.pathname === finalPath);
      await page.getByRole('main').getByText(text).first().waitFor();
    }
  });

  it('starts at the top of each new page and returns to the previous scroll position on Back', async () => {
    const { page } = await visit();
    await openHydrated(page, '/product');
    await page.getByRole('link', { name: 'Load more books' }).click();
    await page.waitForURL('**/product?page=2');
    const book = page.getByRole('main').getByRole('article').nth(34).getByRole('link').first();
    await book.scrollIntoViewIfNeeded();
    const scrollPosition = await page.evaluate(() => window.scrollY);
    expect(scrollPosition).toBeGreaterThan(1000);
    await book.click();
    await page.getByRole('heading', { name: 'Product Details' }).waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await book.waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrollPosition);
    // The position also survives a reload of the product page.
    await page.goForward();
    await page.getByRole('heading', { name: 'Product Details' }).waitFor();
    await page.reload();
    await waitForHydration(page);
    await page.goBack();
    await book.waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrollPosition);
  });

  it('sees the specified dimensions and columns on small and large screens, and the animation of the posts', async () => {
    const { page } = await visit();
    await page.goto('/');
    expect(await measureAtWidths(page, [360, 600, 800, 1000, 1280, 1600], measureHome)).toEqual([
      // On narrow screens, all eight posts are in one scrollable row. At 360 px, the notice in the banner takes up two
      // lines.
      { banner: 44, slide: 160, postsPerRow: 8, content: 328 },
      { banner: 30, slide: 160, postsPerRow: 8, content: 552 },
      { banner: 30, slide: 240, postsPerRow: 4, content: 736 },
      { banner: 30, slide: 240, postsPerRow: 4, content: 900 },
      { banner: 30, slide: 300, postsPerRow: 4, content: 1200 },
      { banner: 30, slide: 300, postsPerRow: 4, content: 1400 },
    ]);
    // Without JavaScript, because the entrance of the posts is a CSS animation that needs no scripts.
    const { page: pageWithoutScripts } = await visit({ javaScriptEnabled: false });
    await pageWithoutScripts.goto('/');
    const posts = await pageWithoutScripts.locator('#posts-title + ul > li').evaluateAll((items) =>
      items.map((post) => {
        const { animationDelay, animationDuration } = getComputedStyle(post);
        return { animationDelay, animationDuration };
      }),
    );
    expect(posts.length).toBe(8);
    const expectedAnimation = (index: number) => ({
      animationDelay: `${index / 10}s`,
      animationDuration: '0.8s',
    });
    expect(posts).toEqual(posts.map((_, index) => expectedAnimation(index)));
    for (const [path, booksPerRowOnDesktop] of [
      ['/product', 4],
      ['/language/English', 5],
    ] as const) {
      await page.goto(path);
      expect(await measureAtWidths(page, [360, 800, 1280], measureListing)).toEqual([
        { panel: 0, booksPerRow: 2 },
        { panel: 0, booksPerRow: 4 },
        { panel: 250, booksPerRow: booksPerRowOnDesktop },
      ]);
    }
  });

  it('finds books and authors by typing Latin or Devanagari letters and choosing a suggestion', async () => {
    const { page } = await visit();
    await page.goto('/');
    const search = page.getByRole('banner').getByRole('combobox').first();
    await search.pressSequentially('geeta prav');
    const suggestions = page.getByRole('listbox', { name: 'Suggestions' });
    const options = suggestions.getByRole('option');
    // Wait until the book is the first suggestion. Earlier suggestions, those for `geeta`, contain it further down.
    await options
      .first()
      .and(page.getByRole('option', { name: /^गीता प्रवचने/ }))
      .waitFor();
    await search.press('ArrowDown');
    await search.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'गीता प्रवचने' }).waitFor();
    await search.fill('प्रेमचं');
    await suggestions.getByRole('option', { name: /^प्रेमचंद/ }).click();
    await page.getByRole('heading', { level: 1, name: 'प्रेमचंद' }).waitFor();
  });
});

async function measureAtWidths<T>(page: Page, widths: readonly number[], measure: () => T): Promise<T[]> {
  const results: T[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    results.push(await page.evaluate(measure));
  }
  return results;
}

/** Measures the home page. Runs in the page, so it must not refer to anything outside its body. */
function measureHome() {
  const height = (selector: string) => document.querySelector(selector)?.clientHeight;
  const posts = [...document.querySelectorAll<HTMLElement>('#posts-title + ul > li')];
  return {
    banner: height('[aria-label="Today\'s notices"]'),
    slide: height('[aria-roledescription="slide"] img'),
    postsPerRow: posts.filter(({ offsetTop }) => offsetTop === posts[0]?.offsetTop).length,
    content: document.querySelector('#posts-title')?.clientWidth,
  };
}

/** Measures a listing, and runs in the page, like `measureHome`. */
function measureListing() {
  const tops = [...document.querySelectorAll('[id^="book-"]')].map((book) =>
    Math.round(book.getBoundingClientRect().top),
  );
  return {
    panel: document.querySelector<HTMLElement>('aside')?.offsetWidth,
    booksPerRow: tops.filter((top) => top === tops[0]).length,
  };
}
