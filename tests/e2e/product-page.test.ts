import type { Page } from 'playwright-core';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { expectNoViolations } from './accessibility.ts';
import { hasChromium, openHydrated, readLayoutShift, useBrowser, waitForHydration } from './browser.ts';
import { startInterceptingProxy } from './intercepting-proxy.ts';
import { startIsolatedShop } from './isolated-shop.ts';
import { isFocused } from './keyboard.ts';
import { createShopper, fetchCartProductIds, signInByApi } from './shop-api.ts';

const bookWithDemo = '/product/2';
const bookWithoutDemo = '/product/3';

/** Optional facts that a product page shows. No book of the demo catalogue has all of them. */
const facts = {
  pageCount: 612,
  binding: 'Hardcover',
  edition: 'Second',
  publicationYear: 1991,
  firstPublicationYear: 1290,
  translator: 'M. R. Yardi',
  ageGroup: '16+',
  transliteratedName: 'Dnyaneshwari',
  transliteratedAuthor: 'Sant Dnyaneshwar',
};

/** The zoom level of the enlarged image. At level 1, the image, whose aspect ratio is 2:3, fits the dialog. */
function readZoomLevel(page: Page): Promise<number> {
  return page.getByRole('dialog').evaluate((dialog) => {
    const image = dialog.querySelector('img');
    const pane = image?.closest('[role="group"]');
    if (image == null || pane == null) return 0;
    return image.getBoundingClientRect().height / Math.min(pane.clientHeight, pane.clientWidth * 1.5);
  });
}

describe.skipIf(!hasChromium)('A product page', () => {
  const { visit } = useBrowser();

  it('and three other pages load images of a suitable size without layout shift', async () => {
    const { page } = await visit();
    for (const [width, path] of [
      [1280, '/'],
      [1280, '/product'],
      [1280, '/user-wish-list?productId=3'],
      [360, bookWithDemo],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path, { waitUntil: 'networkidle' });
      const badlySized = await page.evaluate(() => {
        const images = [...document.images]
          .filter((image) => image.complete && image.currentSrc !== '' && image.clientWidth > 0)
          .map((image) => ({
            url: image.currentSrc,
            loadedWidth: Number(new URL(image.currentSrc).searchParams.get('width')),
            displayWidth: image.clientWidth,
          }));
        // Tolerates images that are slightly too small, the next larger available width, and a larger copy from the
        // browser's cache.
        return images.filter(
          ({ loadedWidth, displayWidth }) =>
            loadedWidth < displayWidth * 0.9 || (loadedWidth > 480 && loadedWidth > displayWidth * 2),
        );
      });
      expect({ path, badlySized }).toEqual({ path, badlySized: [] });
      // Fonts that load late may shift the layout slightly.
      expect(await readLayoutShift(page), path).toBeLessThan(0.1);
    }
  });

  it('shows a title whose lang attribute is Urdu, Sindhi, Arabic or Persian from right to left', async () => {
    const { page } = await visit();
    await openHydrated(page, bookWithoutDemo);
    const title = page.getByRole('main').getByRole('heading', { level: 1 });
    const readDirection = (language: string) =>
      title.evaluate((element, lang) => {
        element.setAttribute('lang', lang);
        return getComputedStyle(element).direction;
      }, language);
    expect(await readDirection('mr')).toBe('ltr');
    for (const language of ['ur', 'sd', 'ar', 'fa']) expect(await readDirection(language)).toBe('rtl');
  });

  it('zooms its images with the mouse and the keyboard', async () => {
    const { page } = await visit();
    await page.goto(bookWithDemo);
    const enlargeLink = page.getByRole('link', { name: /^Enlarge/ });
    const contentTypes: (string | undefined)[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('width=1440')) contentTypes.push(response.headers()['content-type']);
    });
    // The first mouse move after hydration loads the large image for the lens. Keep moving until it has loaded.
    let x = 100;
    await expect
      .poll(async () => {
        x += 1;
        await enlargeLink.hover({ position: { x, y: 100 } });
        return contentTypes;
      })
      .toEqual(['image/avif']);
    await enlargeLink.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => readZoomLevel(page)).toBeCloseTo(1, 1);
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await expect.poll(() => readZoomLevel(page)).toBeGreaterThan(1.9);
    await page.keyboard.press('0');
    await expect.poll(() => readZoomLevel(page)).toBeCloseTo(1, 1);
    expect(await isFocused(page.getByRole('dialog').getByRole('group', { name: 'Picture 1 of' }))).toBe(true);
    const image = page.getByRole('dialog').getByRole('img');
    // Only the main mouse button zooms.
    await image.click({ button: 'middle' });
    await image.click();
    await expect.poll(() => readZoomLevel(page)).toBeCloseTo(2, 1);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(enlargeLink)).toBe(true);
  });

  it('shows an image of the first page and the PDF in the demo dialog', async () => {
    const { page } = await visit();
    // Chromium's headless shell cannot show PDFs.
    await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true }));
    await page.goto(bookWithDemo);
    await page.getByRole('button', { name: /^Demo/ }).first().click();
    const dialog = page.getByRole('dialog');
    const firstPage = dialog.locator('img').first();
    // 960 px are requested; rounding the page size in points may lose a few.
    await expect
      .poll(() => firstPage.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
      .toBeGreaterThan(950);
    expect((await firstPage.boundingBox())?.height).toBeGreaterThan(400);
    // The dialog grows while it opens, and the browser rounds fractions of a pixel.
    const readFrameHeight = async () => (await dialog.locator('iframe').boundingBox())?.height;
    await expect.poll(readFrameHeight).toBeCloseTo(500, 2);
  });

  it('shows the facts of a book, and its title and author in Latin script too', async () => {
    const restProxy = await startInterceptingProxy(inject('restUrl'));
    onTestFinished(() => restProxy.close());
    const records = z
      .array(z.looseObject({ id: z.number() }))
      .parse(await (await fetch(`${inject('restUrl')}/getallproducts`)).json());
    restProxy.stub(/^\/getallproducts/, {
      status: 200,
      body: records.map((record) => (record.id === 2 ? { ...record, ...facts } : record)),
    });
    const shop = await startIsolatedShop(restProxy.url);
    onTestFinished(() => shop.close());
    const { page } = await visit({ width: 360, shopUrl: shop.url });
    await openHydrated(page, bookWithDemo);
    const main = page.getByRole('main');
    await main.getByText('Dnyaneshwari', { exact: true }).waitFor();
    await main.getByText('(Sant Dnyaneshwar)').first().waitFor();
    const terms = await main.getByRole('term').allTextContents();
    const values = await main.getByRole('definition').allTextContents();
    const displayedFacts = Object.fromEntries(terms.map((term, index) => [term, values[index]]));
    expect(displayedFacts).toMatchObject({
      ...{ Translator: 'M. R. Yardi', Edition: 'Second', Published: '1991', 'First published': '1290' },
      ...{ Pages: '612', Binding: 'Hardcover', 'Age group': '16+' },
    });
    await expectNoViolations(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectNoViolations(page);
  });

  it('shows the first pages of a demo as images in a browser that cannot embed PDFs', async () => {
    const { page } = await visit({ width: 360 });
    await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }));
    await openHydrated(page, bookWithDemo);
    await page.getByRole('button', { name: /^Demo/ }).first().click();
    const dialog = page.getByRole('dialog');
    for (const number of [1, 2, 3]) {
      const image = dialog.getByRole('img', { name: `Page ${number} of the demo of` });
      await image.scrollIntoViewIfNeeded();
      await expect
        .poll(() => image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth))
        .toBeGreaterThan(950);
    }
    expect(await dialog.locator('iframe').count()).toBe(0);
  });

  it('is printed without the quantity field or the link to ask about the book', async () => {
    const { page } = await visit();
    await openHydrated(page, bookWithoutDemo);
    const controls = [
      page.getByRole('combobox', { name: 'Quantity' }),
      page.getByRole('link', { name: 'Ask about this book' }),
    ];
    for (const control of controls) expect(await control.isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    for (const control of controls) expect(await control.isVisible()).toBe(false);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
  });

  it('states the delivery cost and return policy, and adds the chosen quantity to the cart', async () => {
    const shopper = await createShopper();
    const { page } = await visit({ width: 360 });
    await signInByApi(page, shopper);
    await openHydrated(page, bookWithDemo);
    const main = page.getByRole('main');
    await main.getByLabel('Enter your PIN code').fill('411030');
    await main.getByRole('button', { name: 'Check' }).click();
    await main.getByText(/^Delivery to 411030: free, by /).waitFor();
    await main.getByText('You can return it within 7 days of delivery').waitFor();
    await main.getByLabel('Quantity').selectOption('3');
    await main.getByRole('button', { name: /^Add To Cart/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Your cart' }).waitFor();
    await expect.poll(() => fetchCartProductIds(shopper)).toEqual([2, 2, 2]);
  });

  it('adds the displayed quantity to the cart after Back has loaded the page again', async () => {
    const shopper = await createShopper();
    const { page } = await visit();
    await signInByApi(page, shopper);
    await openHydrated(page, bookWithoutDemo);
    const quantity = page.getByRole('combobox', { name: 'Quantity' });
    await quantity.selectOption('3');
    await page.goto('/faq');
    await page.goBack();
    await waitForHydration(page);
    const copies = Number(await quantity.inputValue());
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Add To Cart/ })
      .click();
    await expect.poll(() => fetchCartProductIds(shopper)).toEqual(Array(copies).fill(3));
  });

  it('lists recently viewed books in the browser only, and clears them on logout', async () => {
    const { page } = await visit({ width: 360 });
    await signInByApi(page, await createShopper());
    await openHydrated(page, bookWithDemo);
    await page.goto(bookWithoutDemo);
    const recent = page.getByRole('region', { name: 'Recently viewed' });
    const titles = recent.getByRole('heading', { level: 3 });
    await expect.poll(() => titles.allTextContents()).toEqual(['ज्ञानेश्वरी']);
    await page.goto('/profile');
    await page
      .getByRole('main')
      .getByRole('button', { name: /log ?out/i })
      .click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /log ?out|yes/i })
      .click();
    await page.waitForURL((url) => url.pathname === '/');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('recentlyViewed'))).toBeNull();
    const html = await (await fetch(`${inject('shopUrl')}${bookWithoutDemo}`)).text();
    expect(html).not.toContain('Recently viewed');
  });

  it('links the editions of a work to each other', async () => {
    const { page } = await visit({ width: 360 });
    await page.goto('/product/26');
    await page.getByRole('heading', { level: 1, name: 'गीताई' }).waitFor();
    const editions = page.getByRole('region', { name: 'Other editions' });
    await editions.getByText('Shrimad Bhagavad Gita · Vedavyasa').waitFor();
    await editions.getByRole('heading').getByRole('link', { name: 'श्रीमद्भगवद्गीता' }).click();
    await page.getByRole('heading', { level: 1, name: 'श्रीमद्भगवद्गीता' }).waitFor();
    await editions.getByText('Gitai · Vinoba Bhave').waitFor();
  });
});
