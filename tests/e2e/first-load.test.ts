import type { Page, Request } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { listPageScripts } from '#tests/page-scripts.ts';
import { hasChromium, openHydrated, readLayoutShift, useBrowser } from './browser.ts';
import { createShopper, fetchTwoBooksInStock, fillCart, fillWishlist, signInByApi } from './shop-api.ts';

const isFont = (url: string) => /\.woff2?$/.test(url);
const isEnhancementScript = (url: string) => /\/enhance-page-[^/]+\.js$/.test(url);
const isChakraScript = (url: string) => /\/chakra-[^/]+\.js$/.test(url);

describe('The first load of a page', () => {
  // Budgets of all scripts together in gzipped bytes, slightly above the current sizes.
  it.each([
    ['/', 196_750],
    ['/product', 207_900],
    ['/category/Poetry', 210_500],
    ['/product/1', 206_600],
    ['/author', 197_050],
  ])('%s lists scripts of at most %i bytes in total', async (path, budget) => {
    const html = await (await fetch(inject('shopUrl') + path)).text();
    const sizes = await Promise.all(listPageScripts(html).map(readGzipSize));
    expect(sizes.length).toBeGreaterThan(3);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(budget);
  });

  it.each(['/', '/product', '/product/1', '/author'])(
    '%s preloads the images of the first screen before it sends the styles',
    async (path) => {
      const html = await (await fetch(inject('shopUrl') + path)).text();
      const lastPreload = html.lastIndexOf('<link rel="preload" as="image"');
      expect(lastPreload).toBeGreaterThan(0);
      expect(lastPreload).toBeLessThan(html.indexOf('<style'));
    },
  );
});

describe.skipIf(!hasChromium)('The first load of a page in a browser', () => {
  const { visit } = useBrowser();

  /** Visits a page in an interface language, with the viewport of Lighthouse's phone, and records its requests. */
  async function visitAndRecord(
    path: string,
    language: string,
  ): Promise<{ page: Page; requests: Request[] }> {
    const { page, context } = await visit();
    await ignoreRestingPointer(page);
    await removeScriptDeadline(page);
    await page.setViewportSize({ width: 412, height: 823 });
    await context.addCookies([{ name: 'language', value: language, url: inject('shopUrl') }]);
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    const enhancementRequest = page.waitForRequest((request) => isEnhancementScript(request.url()));
    await openHydrated(page, path);
    await enhancementRequest;
    return { page, requests };
  }

  it.each([
    ['/', 'en', 32_000],
    ['/product', 'en', 32_000],
    ['/product/1', 'en', 32_000],
    ['/', 'mr', 72_500],
    ['/product', 'hi', 72_500],
    ['/product/1', 'mr', 72_500],
  ])('%s in %s initially fetches fonts of at most %i bytes in total', async (path, language, budget) => {
    const { requests } = await visitAndRecord(path, language);
    const initialRequests = requests.slice(
      0,
      requests.findIndex((request) => isEnhancementScript(request.url())),
    );
    const fonts = initialRequests.filter((request) => isFont(request.url()));
    expect(fonts.length).toBeGreaterThan(0);
    const sizes = await Promise.all(fonts.map(async (font) => (await font.sizes()).responseBodySize));
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(budget);
  });

  it('fetches scripts after the fonts and images of the first screen', async () => {
    const { page } = await visitAndRecord('/category/Poetry', 'en');
    const { firstScriptStart, firstScreenEnd } = await page.evaluate(() => {
      const fonts = [...document.querySelectorAll<HTMLLinkElement>('link[as="font"]')];
      const images = [...document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')];
      const firstScreen = [...fonts.map(({ href }) => href), ...images.map(({ currentSrc }) => currentSrc)];
      const entries = performance.getEntriesByType('resource');
      const scripts = entries.filter(({ name }) => name.endsWith('.js'));
      const ends = entries
        .filter(({ name }) => firstScreen.includes(name))
        .map(({ startTime, duration }) => startTime + duration);
      return {
        firstScriptStart: Math.min(...scripts.map(({ startTime }) => startTime)),
        firstScreenEnd: ends.length === firstScreen.length ? Math.max(...ends) : Number.NaN,
      };
    });
    expect(firstScriptStart).toBeGreaterThanOrEqual(firstScreenEnd);
  });

  it.each([
    ['three seconds after the page has been parsed', (page: Page) => page.clock.runFor(3_000)],
    ['at the first input', (page: Page) => page.mouse.move(100, 100)],
  ])('stops waiting for images and fetches scripts %s', async (_, act) => {
    const { page } = await visit();
    await ignoreRestingPointer(page);
    await page.route(/\/media\//, () => undefined);
    // The page's time stands still except in `runFor`.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    const entry = page.waitForRequest(/\/assets\/entry-client-/);
    await page.goto('/category/Poetry', { waitUntil: 'domcontentloaded' });
    await act(page);
    await entry;
  });

  it('eventually fetches the fonts of titles and bold text too', async () => {
    const { page } = await visitAndRecord('/product/1', 'en');
    const isLoaded = (font: string) =>
      page.evaluate(
        (name) =>
          [...document.fonts].some(
            (face) =>
              `${face.weight} ${face.family.replaceAll('"', '')}` === name && face.status === 'loaded',
          ),
        font,
      );
    await expect.poll(() => isLoaded('600 Mukta')).toBe(true);
    await expect.poll(() => isLoaded('400 Tiro Devanagari Marathi')).toBe(true);
  });

  it('fetches at most 12 images of the home page until the visitor scrolls, apart from the next slides', async () => {
    const { requests } = await visitAndRecord('/', 'en');
    const findImageUrls = () =>
      requests.map((request) => request.url()).filter((url) => /\?width=\d+$/.test(url));
    // The third slide's image is fetched when the second slide appears, long after the other images.
    await expect
      .poll(() => findImageUrls().some((url) => /slides\/3\b/.test(url)), { timeout: 20_000 })
      .toBe(true);
    const images = findImageUrls().filter((url) => !/slides\/[2-4]\b/.test(url));
    expect(images.length, images.join('\n')).toBeLessThanOrEqual(12);
  });

  it('eventually renders the texts of all rows of the home page, so that fast scrolling and screenshots show no empty rows', async () => {
    const { page } = await visitAndRecord('/', 'en');
    const names = page.getByRole('article').getByRole('heading');
    const isRendered = () =>
      names.evaluateAll((all) => all.every((name) => name.checkVisibility({ contentVisibilityAuto: true })));
    await expect.poll(isRendered).toBe(true);
  });

  it.each([
    ['/product', 'article img'],
    ['/category', 'li img'],
  ])('%s fetches images at the width at which a phone displays them', async (path, selector) => {
    const { page } = await visit({ width: 360, pixelRatio: 2 });
    await openHydrated(page, path);
    const image = page.getByRole('main').locator(selector).first();
    const widthRatio = await image.evaluate((element) => {
      const width =
        element instanceof HTMLImageElement ? element.currentSrc.match(/(?<=width=)\d+/)?.[0] : '';
      return Number(width) / (element.getBoundingClientRect().width * devicePixelRatio);
    });
    expect(widthRatio).toBeGreaterThanOrEqual(1);
    expect(widthRatio).toBeLessThan(1.1);
  });

  /** Opens a page, waits for a text of its content and expects that the layout has not shifted. */
  async function expectNoShift(page: Page, path: string, text: string): Promise<void> {
    await page.goto(path);
    await page.getByRole('main').getByText(text).first().waitFor();
    await page.waitForLoadState('networkidle');
    // Fonts that load late may shift the layout slightly.
    expect(await readLayoutShift(page), path).toBeLessThan(0.03);
  }

  it.each([360, 1280])(
    'does not shift the layout of the pages that ask a visitor to log in, at %i px',
    async (width) => {
      const { page } = await visit({ width });
      await expectNoShift(page, '/wish-list', 'Please login or create an account');
      await expectNoShift(page, '/cart-manager', 'Forgot your password?');
      await expectNoShift(page, '/profile', 'Please Login or Create your account');
    },
  );

  it.each([360, 1280])(
    "does not shift the layout of a shopper's cart, checkout, wish list and account pages, at %i px",
    async (width) => {
      const [book, wishlistBook] = await fetchTwoBooksInStock();
      const shopper = await createShopper();
      await fillCart(shopper, [{ id: book.id, quantity: 1 }]);
      await fillWishlist(shopper, [wishlistBook]);
      const { page } = await visit({ width });
      await signInByApi(page, shopper);
      await expectNoShift(page, '/cart-manager', book.name);
      await expectNoShift(page, '/cart-manager/buy-all-cart-products', book.name);
      await expectNoShift(page, `/buy-single-product?productId=${book.id}`, book.name);
      await expectNoShift(page, '/wish-list', wishlistBook.name);
      await expectNoShift(page, '/profile', shopper.name);
    },
  );

  it('fetches Chakra UI for toasts and dialogs only at the first input', async () => {
    const { page, requests } = await visitAndRecord('/product', 'en');
    expect(requests.filter((request) => isChakraScript(request.url()))).toEqual([]);
    const chakra = page.waitForRequest((request) => isChakraScript(request.url()));
    await page.mouse.move(100, 100);
    await chakra;
  });
});

/**
 * Ignores the `pointermove` event that the headless shell fires in the corner of each new page. The page would treat it
 * as the first input.
 */
async function ignoreRestingPointer(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ignore = (event: PointerEvent) => {
      if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation();
    };
    addEventListener('pointermove', ignore, { capture: true });
  });
}

/** Lets the page wait for its images before it loads its scripts, even if the images take longer than three seconds. */
async function removeScriptDeadline(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.setTimeout = new Proxy(window.setTimeout, {
      apply: (schedule, self, parameters) =>
        parameters[1] === 3_000 ? 0 : Reflect.apply(schedule, self, parameters),
    });
  });
}

/** The size of a gzipped script, in bytes. */
async function readGzipSize(path: string): Promise<number> {
  const response = await fetch(inject('shopUrl') + path, { headers: { 'accept-encoding': 'gzip' } });
  await response.arrayBuffer();
  expect(response.headers.get('content-encoding')).toBe('gzip');
  return Number(response.headers.get('content-length'));
}
