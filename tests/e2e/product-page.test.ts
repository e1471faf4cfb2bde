import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { hasChromium, useBrowser } from './browser.ts';
import { signIn } from './shopper.ts';

/** A book with a demo, and one without. */
const withDemo = '/product/2';
const other = '/product/3';

/** How large the enlarged picture is, as a multiple of what fits. */
function enlargement(page: Page): Promise<number> {
  return page.getByRole('dialog').evaluate((dialog) => {
    const image = dialog.querySelector('img');
    const pane = image?.parentElement;
    if (image == null || pane == null) return 0;
    return image.clientHeight / Math.min(pane.clientHeight, pane.clientWidth * 1.5);
  });
}

describe.skipIf(!hasChromium)('The page of a book', () => {
  const { visit } = useBrowser();

  it('loads pictures that fit, like the home page and the listing, and nothing moves', async () => {
    const { page } = await visit();
    for (const [width, address] of [
      [1280, '/'],
      [1280, '/product'],
      [360, withDemo],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(address, { waitUntil: 'networkidle' });
      const { wasteful, shift } = await page.evaluate(() => {
        const wide = [...document.images]
          .filter((image) => image.complete && image.currentSrc !== '' && image.clientWidth > 0)
          .map((image) => ({
            address: image.currentSrc,
            loaded: Number(new URL(image.currentSrc).searchParams.get('width')),
            shown: image.clientWidth,
          }));
        const shifts: number[] = [];
        const observer = new PerformanceObserver(() => undefined);
        observer.observe({ type: 'layout-shift', buffered: true });
        for (const entry of observer.takeRecords()) {
          if ('value' in entry) shifts.push(Number(entry.value));
        }
        return {
          // The next larger width at most, but for the smallest ones; a loaded larger copy may stand in.
          wasteful: wide.filter(
            ({ loaded, shown }) => loaded < shown * 0.7 || (loaded > 480 && loaded > shown * 2),
          ),
          shift: shifts.reduce((sum, value) => sum + value, 0),
        };
      });
      expect({ address, wasteful }).toEqual({ address, wasteful: [] });
      // What web.dev calls good; letters that arrive late may move a little.
      expect(shift, address).toBeLessThan(0.1);
    }
  });

  it('is looked at closer by mouse, by keys and by tap', async () => {
    const { page } = await visit();
    await page.goto(withDemo);
    const picture = page.getByRole('link', { name: /^Enlarge/ });
    const types: (string | undefined)[] = [];
    page.on('response', (answer) => {
      if (answer.url().endsWith('width=1440')) types.push(answer.headers()['content-type']);
    });
    // The mouse goes on moving: on a busy machine the page comes alive under it.
    let x = 100;
    await expect
      .poll(async () => {
        x += 1;
        await picture.hover({ position: { x, y: 100 } });
        return types;
      })
      .toEqual(['image/avif']);
    await picture.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => enlargement(page)).toBeCloseTo(1, 1);
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await expect.poll(() => enlargement(page)).toBeCloseTo(2, 1);
    await page.keyboard.press('0');
    await expect.poll(() => enlargement(page)).toBeCloseTo(1, 1);
    await page.getByRole('dialog').getByRole('img').click();
    await expect.poll(() => enlargement(page)).toBeCloseTo(2, 1);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await picture.evaluate((link) => link === document.activeElement)).toBe(true);
  });

  it('shows the first page of the demo before the PDF', async () => {
    const { page } = await visit();
    await page.goto(withDemo);
    await page.getByRole('button', { name: /^Demo/ }).first().click();
    const dialog = page.getByRole('dialog');
    const firstPage = dialog.locator('img');
    // As wide as was asked for, but for the rounding of a page in points.
    await expect
      .poll(() => firstPage.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
      .toBeGreaterThan(950);
    expect((await firstPage.boundingBox())?.height).toBeGreaterThan(400);
    const frame = await dialog.locator('iframe').boundingBox();
    // The browser's own sums of fractions leave a trace.
    expect(frame?.height).toBeCloseTo(500, 2);
  });

  it('ends with the books opened before, which are forgotten with the session', async () => {
    const { page } = await visit({ width: 360 });
    await page.goto('/user-login');
    await signIn(page, '9000000002', 'demo-reader');
    await page.goto(withDemo, { waitUntil: 'networkidle' });
    await page.goto(other);
    const recent = page.getByRole('region', { name: 'Recently viewed' });
    const titles = recent.getByRole('heading', { level: 3 });
    await expect.poll(() => titles.allTextContents()).toEqual(['ज्ञानेश्वरी']);
    const buying = page.getByRole('button', { name: /^Buy Now/ });
    const { y = 0 } = (await buying.boundingBox()) ?? {};
    expect(y).toBeGreaterThan(700);
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
    expect(await page.evaluate(() => localStorage.getItem('recentlyViewed'))).toBeNull();
    const html = await (await fetch(`${inject('shopUrl')}${other}`)).text();
    expect(html).not.toContain('Recently viewed');
  });
});
