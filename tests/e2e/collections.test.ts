import { describe, expect, it } from 'vitest';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';

describe.skipIf(!hasChromium)('On the author and category lists, a visitor with a phone', () => {
  const { visit } = useBrowser();

  it('browses numbered pages of authors, and sees the titles of some books of each author', async () => {
    const { page } = await visit({ width: 360 });
    await openHydrated(page, '/author');
    const main = page.getByRole('main');
    await main.getByRole('link', { name: /Premchand.*Godan, Nirmala/ }).waitFor();
    await main.getByRole('link', { name: 'Page 3', exact: true }).click();
    await main.locator('[aria-current=page]', { hasText: /^3$/ }).waitFor();
    await main.getByRole('link', { name: /Rabindranath Tagore.*Gitanjali, The Gardener/ }).waitFor();
    expect(new URL(page.url()).search).toBe('?page=3');
    await page.goBack();
    await main.getByRole('link', { name: /Premchand/ }).waitFor();
  });

  it('sees covers on the categories that have books', async () => {
    const { page } = await visit({ width: 360 });
    await openHydrated(page, '/category');
    const poetry = page.getByRole('main').getByRole('link', { name: /^Poetry/ });
    await poetry.scrollIntoViewIfNeeded();
    const readLoadedImages = () =>
      poetry
        .locator('img')
        .evaluateAll((images) =>
          images.map((image) => (image instanceof HTMLImageElement ? image.naturalWidth > 0 : false)),
        );
    // The picture of the category and three covers.
    await expect.poll(readLoadedImages).toEqual([true, true, true, true]);
    const empty = page.getByRole('main').getByRole('link', { name: /^Calendars/ });
    expect(await empty.locator('img').count()).toBe(1);
  });
});
