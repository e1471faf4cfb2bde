import { describe, expect, it } from 'vitest';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';

describe.skipIf(!hasChromium)('A reader of the information pages', () => {
  const { visit } = useBrowser();

  it('finds the map, WhatsApp number and opening hours on Contact Us', async () => {
    const { page, context } = await visit({ width: 360 });
    await openHydrated(page, '/contactus');
    const main = page.getByRole('main');
    const map = main.getByRole('link', { name: 'Find us on the map' });
    expect(await map.getAttribute('href')).toContain('Sadashiv%20Peth');
    const whatsapp = main.getByRole('link', { name: 'WhatsApp: +91 55500 01430' });
    expect(await whatsapp.getAttribute('href')).toBe('https://wa.me/915550001430');
    await main.getByRole('heading', { name: 'Opening hours' }).waitFor();
    const readRows = () => main.locator('dl > div').evaluateAll((days) => days.map((day) => day.textContent));
    expect(await readRows()).toEqual(['Monday–Saturday10:00–20:00', 'Sunday10:00–14:00']);
    await context.addCookies([{ name: 'language', value: 'mr', url: page.url() }]);
    await page.reload();
    expect(await readRows()).toEqual(['सोमवार–शनिवार10:00–20:00', 'रविवार10:00–14:00']);
  });

  it('prints the contact details without the heading of the form', async () => {
    const { page } = await visit();
    await openHydrated(page, '/contactus');
    const formHeading = page.getByRole('main').getByRole('heading', { name: 'Write to us' });
    expect(await formHeading.isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await formHeading.isVisible()).toBe(false);
    expect(await page.getByRole('main').getByText('Registered address').isVisible()).toBe(true);
  });

  it('prints no blank space below a page that is shorter than the window', async () => {
    const { page } = await visit();
    await openHydrated(page, '/contactus');
    await page.emulateMedia({ media: 'print' });
    const readHeight = async (windowHeight: number) => {
      await page.setViewportSize({ width: 680, height: windowHeight });
      return page.evaluate(() => document.body.getBoundingClientRect().height);
    };
    expect(await readHeight(3000)).toBe(await readHeight(500));
  });

  it('prints each frequently asked question with its answer', async () => {
    const { page } = await visit();
    await openHydrated(page, '/faq');
    await page.emulateMedia({ media: 'print' });
    const main = page.getByRole('main');
    const questions = await main.getByRole('heading', { level: 2 }).getByRole('button').all();
    expect(questions.length).toBeGreaterThan(1);
    for (const question of questions) {
      expect(await question.isVisible()).toBe(true);
      const answerId = await question.getAttribute('aria-controls');
      expect(await main.locator(`[id="${answerId}"]`).isVisible()).toBe(true);
    }
  });

  it.each([
    [360, 4],
    [1280, 6],
  ])('sees, at %i px, %i covers in the picture of books on About us', async (width, count) => {
    const { page } = await visit({ width });
    await openHydrated(page, '/aboutus');
    const readLoadedCovers = () =>
      page
        .locator('main article [aria-hidden] img:visible')
        .evaluateAll((images) =>
          images.map((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
        );
    await expect.poll(readLoadedCovers).toEqual(Array.from({ length: count }, () => true));
  });

  it('finds the words of an unknown URL in the search field, but not the number of an unknown product', async () => {
    const { page } = await visit({ width: 360, allowedErrors: /404/ });
    await openHydrated(page, '/books/shyamchi-aai');
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: "We couldn't find that page" }).waitFor();
    expect(await main.getByRole('searchbox').inputValue()).toBe('shyamchi aai');
    await main.getByRole('button', { name: 'Search the shop' }).click();
    await main.getByRole('link', { name: 'श्यामची आई' }).first().waitFor();
    await openHydrated(page, '/product/999999');
    expect(await main.getByRole('searchbox').inputValue()).toBe('');
  });
});
