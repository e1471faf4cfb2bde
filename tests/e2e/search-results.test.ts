import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectNoViolations } from './accessibility.ts';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';

const phoneWidth = 360;

describe.skipIf(!hasChromium)('Searching, a visitor', () => {
  const { visit } = useBrowser();

  /** Focuses the search field. On a phone, a button opens it. */
  async function focusSearch(page: Page, width = phoneWidth) {
    const header = page.getByRole('banner');
    const field = header.getByRole('combobox', { name: 'Search the shop' });
    if (width === phoneWidth) await header.getByRole('button', { name: 'Search the shop' }).click();
    else await field.click();
    await field.waitFor();
    return field;
  }

  it.each([phoneWidth, 1280])(
    'is offered languages and recent searches, and sees all results for a text, at %i px',
    async (width) => {
      const { page } = await visit({ width });
      await openHydrated(page, '/faq');
      const field = await focusSearch(page, width);
      const suggestions = page.getByRole('listbox', { name: 'Suggestions' });
      await suggestions.getByRole('option', { name: /^मराठी/ }).waitFor();
      await field.fill('tagore');
      await suggestions.getByRole('option', { name: 'See all results for “tagore”' }).click();
      await page.getByRole('heading', { level: 1, name: 'Results for “tagore”' }).waitFor();
      await (await focusSearch(page, width)).fill('premchand');
      await suggestions.getByRole('option', { name: /premchand/ }).waitFor();
      await expectNoViolations(page);
      await openHydrated(page, '/faq');
      await focusSearch(page, width);
      await page.getByRole('option', { name: 'tagore' }).click();
      await page.getByRole('heading', { level: 1, name: 'Results for “tagore”' }).waitFor();
    },
  );

  it('switches the order back to relevance, and narrows the results to a range of prices', async () => {
    const { page } = await visit({ width: phoneWidth });
    await openHydrated(page, '/product?search=tagore&sort=byTitle');
    const main = page.getByRole('main');
    await main.getByRole('link', { name: 'Relevance' }).click();
    await page.waitForURL((url) => url.search === '?search=tagore');
    await main.getByRole('link', { name: 'Relevance' }).and(page.locator('[aria-current]')).waitFor();
    await main.getByRole('button', { name: 'Filters', exact: true }).click();
    const panel = page.getByRole('complementary', { name: 'Filters' });
    // The shop swaps bounds that are entered in the wrong order.
    await panel.getByLabel('From').fill('150');
    await panel.getByLabel('To', { exact: true }).fill('100');
    await panel.getByLabel('To', { exact: true }).press('Enter');
    await page.waitForURL((url) => url.searchParams.get('minPrice') !== null);
    await main.getByRole('link', { name: 'Remove ₹100.00 to ₹150.00' }).waitFor();
    await expect.poll(() => panel.getByLabel('From').inputValue()).toBe('100');
    await page.keyboard.press('Escape');
    await expect.poll(() => readPrices(page)).toSatisfy(areFrom100To150);
    await main.getByRole('link', { name: 'Remove ₹100.00 to ₹150.00' }).click();
    await page.waitForURL((url) => url.search === '?search=tagore');
  });

  it('finds books despite typos, missing words, spelling variants and transliteration, and by common terms such as “kids”', async () => {
    const { page } = await visit({ width: phoneWidth });
    await openHydrated(page, '/faq');
    // The previous results stay until the new ones arrive, so they must not contain the book of the next search.
    for (const [text, name] of [
      ['साने गुरूजी', 'श्यामची आई'],
      ['p l deshpande', 'बटाट्याची चाळ'],
      ['marathi novel', 'श्यामची आई'],
      ['kids', 'गोट्या'],
    ] as const) {
      await (await focusSearch(page)).fill(text);
      await page.getByRole('option', { name: `See all results for “${text}”` }).click();
      await page.getByRole('heading', { level: 1, name: `Results for “${text}”` }).waitFor();
      await page.getByRole('main').getByRole('heading', { level: 3, name }).waitFor();
    }
    const field = await focusSearch(page);
    for (const [text, name] of [
      ['gitanjli', 'Gitanjali'],
      ['shamchi aai', 'श्यामची आई'],
      ['pride prejudice', 'Pride and Prejudice'],
      ['bhagwad gita', 'श्रीमद्भगवद्गीता'],
    ] as const) {
      await field.fill(text);
      await page.getByRole('option', { name }).first().waitFor();
    }
  });

  it('finds similar titles, or if there are none, sees links to order the book and to browse others', async () => {
    const { page } = await visit({ width: phoneWidth });
    await openHydrated(page, '/product?search=shyamchi+zzzqqqxx');
    const main = page.getByRole('main');
    await main.getByRole('heading', { level: 3, name: 'श्यामची आई' }).waitFor();
    await openHydrated(page, '/product?search=zzzqqqxx');
    await main
      .getByRole('heading', { name: 'Sorry!! Not found the products as per the searches.' })
      .waitFor();
    await main.getByRole('region', { name: 'Our Best Products' }).getByRole('article').first().waitFor();
    await main.getByRole('link', { name: 'मराठी', exact: true }).first().waitFor();
    expect(await page.getByRole('complementary', { name: 'Filters' }).count()).toBe(0);
    expect(await main.getByRole('navigation', { name: 'Sort by' }).count()).toBe(0);
    await main.getByRole('link', { name: 'Order it for me' }).click();
    await main.getByRole('heading', { level: 2, name: 'Order it for me' }).waitFor();
    expect(await main.getByLabel('Book').inputValue()).toBe('zzzqqqxx');
  });
});

async function readPrices(page: Page): Promise<number[]> {
  const texts = await page.getByRole('main').getByRole('article').allInnerTexts();
  return texts.map((text) => Number(/₹([\d.]+)/.exec(text)?.[1]));
}

function areFrom100To150(prices: number[]): boolean {
  return prices.length > 0 && prices.every((price) => price >= 100 && price <= 150);
}
