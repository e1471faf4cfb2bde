import { beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, useBrowser } from './browser.ts';
import { isFocused } from './keyboard.ts';
import { readOverflowWidth } from './overflow.ts';
import { createShopper, fetchBooksInStock, fillCart, type StockedBook, signInByApi } from './shop-api.ts';

describe.skipIf(!hasChromium)('In the cart, a shopper', () => {
  const { visit } = useBrowser();
  let books: StockedBook[];

  beforeAll(async () => {
    books = (await fetchBooksInStock()).slice(-6);
  });

  /** Opens the cart of a new shopper with one copy of each book. */
  async function openCart(lines: readonly StockedBook[], width: number) {
    const shopper = await createShopper();
    await fillCart(
      shopper,
      lines.map(({ id }) => ({ id, quantity: 1 })),
    );
    const { page } = await visit({ width });
    await signInByApi(page, shopper);
    await page.goto('/cart-manager');
    return page;
  }

  it('sees a removed line collapse while the other one stays', async () => {
    const [removed, remaining] = books;
    if (removed === undefined || remaining === undefined)
      throw new Error('The demo catalogue has too few books.');
    const page = await openCart([removed, remaining], 360);
    const line = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: removed.name }) });
    await line.waitFor();
    await line.evaluate((item) => {
      const heights: number[] = [];
      new ResizeObserver(() => {
        if (item.hasAttribute('inert')) heights.push(item.clientHeight);
        document.documentElement.dataset.heights = heights.join(' ');
      }).observe(item);
    });
    await page.getByRole('button', { name: `Remove ${removed.name}` }).click();
    // 'No, keep it' has the focus, so that pressing Enter does not remove the line by mistake.
    await expect.poll(() => isFocused(page.getByRole('button', { name: 'No, keep it' }))).toBe(true);
    await page.getByRole('button', { name: 'Yes, remove it!' }).click();
    await line.waitFor({ state: 'detached' });
    const heights = (await page.locator('html').getAttribute('data-heights'))?.split(' ').map(Number) ?? [];
    expect(heights.length).toBeGreaterThan(1);
    expect(heights).toEqual(heights.toSorted((a, b) => b - a));
    await page.getByRole('link', { name: remaining.name }).first().waitFor();
  });

  it.each([360, 1280])(
    'sees a footer without the contact form and, on a phone, the total and Continue without scrolling, at %i px',
    async (width) => {
      const page = await openCart(books, width);
      const button = page.getByRole('button', { name: 'Continue' });
      const total = page.getByRole('region', { name: 'Summary' }).locator('dd').last();
      await total.getByText(/^₹/).waitFor();
      if (width < 600) {
        const isInViewport = () =>
          button.evaluate((element) => {
            const { top, bottom } = element.getBoundingClientRect();
            return top >= 0 && bottom <= window.innerHeight;
          });
        expect(await isInViewport()).toBe(true);
        expect(await page.locator('.bottom-bar').innerText()).toContain(await total.innerText());
        const credit = page.getByText(/^© /);
        await credit.scrollIntoViewIfNeeded();
        expect(await isInViewport()).toBe(true);
        // At the end of the page, the bar covers nothing.
        const creditBottom = await credit.evaluate((element) => {
          window.scrollTo(0, document.documentElement.scrollHeight);
          return element.getBoundingClientRect().bottom;
        });
        expect(creditBottom).toBeLessThanOrEqual((await page.locator('.bottom-bar').boundingBox())?.y ?? 0);
      }
      const footer = page.getByRole('contentinfo');
      expect(await footer.getByText('Ask us anything').count()).toBe(0);
      expect(await footer.getByRole('link', { name: 'All books' }).isVisible()).toBe(width >= 768);
      await button.click();
      await page.getByRole('heading', { level: 1, name: 'Address and confirmation' }).waitFor();
    },
  );

  it('sees coupons with aligned texts, and the whole summary within the window even if a coupon has a long name', async () => {
    const shopper = await createShopper();
    await fillCart(
      shopper,
      books.slice(0, 1).map(({ id }) => ({ id, quantity: 1 })),
    );
    const { page } = await visit({ width: 320 });
    await signInByApi(page, shopper);
    const longName = 'FIRSTORDERBOOKLOVERSCLUB2026';
    await page.route('**/graphql*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('CLASSICS20', longName) });
    });
    await page.goto('/cart-manager');
    const coupons = page.getByRole('region', { name: 'Coupons' }).getByRole('button');
    await coupons.filter({ hasText: longName }).waitFor();
    const indents = await coupons.evaluateAll((buttons) =>
      buttons.flatMap((button) =>
        [...button.children].map((text) => text.getBoundingClientRect().x - button.getBoundingClientRect().x),
      ),
    );
    expect(new Set(indents).size).toBe(1);
    await coupons.filter({ hasText: longName }).click();
    const summary = page.getByRole('region', { name: 'Summary' });
    await summary.getByText(longName).waitFor();
    expect(await readOverflowWidth(page)).toBe(0);
    const ends = await summary
      .locator('dd')
      .evaluateAll((amounts) => amounts.map((amount) => amount.getBoundingClientRect().right));
    expect(ends).not.toEqual([]);
    expect(Math.max(...ends)).toBeLessThanOrEqual(320);
  });

  it('prints the cart without coupons, and its quantities as plain text', async () => {
    const page = await openCart(books.slice(0, 1), 1280);
    const coupons = page.getByRole('region', { name: 'Coupons' });
    await coupons.getByRole('button').first().waitFor();
    const quantity = page.getByRole('combobox', { name: /^Quantity: / });
    const readBorderWidths = () =>
      quantity.evaluate((select) => {
        const boxes = [select, select.closest('.chakra-group')];
        return boxes.map((box) => box && getComputedStyle(box).borderInlineWidth);
      });
    expect(await readBorderWidths()).toEqual(['1px', '1px']);
    await page.emulateMedia({ media: 'print' });
    expect(await quantity.isVisible()).toBe(true);
    expect(await coupons.isVisible()).toBe(false);
    expect(await readBorderWidths()).toEqual(['0px', '0px']);
  });
});
