import { describe, expect, inject, it } from 'vitest';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';
import { readOverflowWidth } from './overflow.ts';
import { signIn } from './shopper.ts';

/** Paths that visitors may guess or type from memory, with the path and heading of the page they lead to. */
const guessedPaths = [
  ['/language/Marathi', '/language/मराठी', 'मराठी'],
  ['/category/novels', '/category/Novels', 'Novels'],
  ['/author/Kalidas', '/author/कालिदास', 'कालिदास'],
  ['/login', '/user-login', 'Login'],
  ['/register', '/registeration', 'Create Account'],
] as const;

describe.skipIf(!hasChromium)('With a path that is guessed or typed from memory, a visitor', () => {
  const { visit } = useBrowser();

  it('reaches the page even if the path differs in case or script, or is a common alternative', async () => {
    const { page } = await visit();
    for (const [path, finalPath, title] of guessedPaths) {
      await openHydrated(page, path);
      expect(decodeURIComponent(new URL(page.url()).pathname)).toBe(finalPath);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    }
    await openHydrated(page, '/author?search=Kalidas');
    await page.getByRole('link', { name: 'कालिदास Kalidasa' }).waitFor();
    await openHydrated(page, '/wishlist');
    expect(new URL(page.url()).pathname).toBe('/wish-list');
    await page.getByText('Please login or create an account to access your wishlist.').waitFor();
    await page.goto('/login');
    await signIn(page, '9000000002', 'demo-reader');
    await openHydrated(page, '/orders');
    expect(new URL(page.url()).search).toBe('?section=orders');
    await page.getByRole('heading', { level: 2, name: 'My Orders' }).waitFor();
  });
});

describe.skipIf(!hasChromium).each([360, 1280])('Navigating the shop at %i px, a visitor', (width) => {
  const { visit } = useBrowser();
  const isPhone = width < 600;

  it('reaches a language from the footer, and a language and all books from the drawer and, on a wide screen, the header', async () => {
    const { page } = await visit({ width });
    await openHydrated(page, '/faq');
    const footer = page.getByRole('contentinfo');
    if (isPhone) await footer.getByText('Information').click();
    await footer.getByRole('link', { name: 'हिन्दी' }).click();
    await page.getByRole('heading', { level: 1, name: 'हिन्दी' }).waitFor();

    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('link', { name: 'मराठी' }).click();
    await page.getByRole('heading', { level: 1, name: 'मराठी' }).waitFor();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await drawer.getByRole('link', { name: 'All books' }).click();
    await page.getByRole('heading', { level: 1, name: 'All books' }).waitFor();

    if (isPhone) return;
    const header = page.getByRole('banner');
    await header.getByText('Languages').click();
    await header.getByRole('link', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: 'English' }).waitFor();
    await header.getByRole('link', { name: 'All books' }).click();
    await page.getByRole('heading', { level: 1, name: 'All books' }).waitFor();
  });

  it('finds wish list, account, cart and search in the header, and the settings in the drawer', async () => {
    const { page } = await visit({ width });
    await openHydrated(page, '/product');
    const header = page.getByRole('banner');
    for (const link of ['Wish list', 'Profile', /^Cart/])
      await header.getByRole('link', { name: link }).waitFor();
    const search = isPhone
      ? header.getByRole('button', { name: 'Search the shop' })
      : header.getByRole('combobox', { name: 'Search the shop' });
    await search.waitFor();
    const headerMenus = header.locator('summary').filter({ visible: true });
    // On wide screens, the header also has menus for the settings. The menu 'Languages' is not one of them.
    expect(await headerMenus.filter({ hasText: /^(?!Languages)/ }).count()).toBe(isPhone ? 0 : 2);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Dark', { exact: true }).click();
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor))
      .toBe('rgb(23, 21, 18)');
    await drawer.getByText('मराठी', { exact: true }).last().click();
    await page.locator('html[lang="mr"]').waitFor();
  });

  it('sees a short hero and the first books on the home page, and scrolls a row of books', async () => {
    const { page } = await visit({ width });
    await openHydrated(page, '/');
    const heading = page.getByRole('heading', { level: 1, name: 'Books from Pune' });
    const hero = heading.locator('xpath=../..');
    expect((await hero.boundingBox())?.height).toBeLessThanOrEqual(300);
    const books = page.getByRole('region', { name: 'Just in' });
    expect((await books.getByRole('link').first().boundingBox())?.y).toBeLessThan(800);
    const row = books.getByRole('list');
    const readPosition = () => row.evaluate((list) => list.scrollLeft);
    if (isPhone) {
      const posts = page.getByRole('region', { name: 'From the shop' }).getByRole('listitem');
      // Unlike the bounding box, `offsetTop` is not affected by the entrance animation.
      const tops = await posts.evaluateAll((items: HTMLElement[]) => items.map((item) => item.offsetTop));
      expect(new Set(tops).size).toBe(1);
      await row.getByRole('link').last().scrollIntoViewIfNeeded();
      await expect.poll(readPosition).toBeGreaterThan(200);
      return;
    }
    const arrow = books.locator('button');
    await row.hover();
    await arrow.last().click();
    await expect.poll(readPosition).toBeGreaterThan(200);
    await expect.poll(() => arrow.count()).toBeGreaterThan(0);
    await arrow.first().click();
    await expect.poll(readPosition).toBe(0);
  });
});

describe.skipIf(!hasChromium)('With a text size of 200 % from a style sheet, a visitor', () => {
  const { visit } = useBrowser();

  it('has a search field or button of usable width in the header, and never has to scroll sideways', async () => {
    const { page, context } = await visit();
    for (const language of ['en', 'mr', 'hi']) {
      await context.addCookies([{ name: 'language', value: language, url: inject('shopUrl') }]);
      await openHydrated(page, '/faq');
      await page.addStyleTag({ content: 'html { font-size: 200%; }' });
      for (const width of [768, 1024, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await readOverflowWidth(page), `${language} ${width}`).toBe(0);
        const header = page.getByRole('banner');
        const search = header.locator('input, button[popovertarget]').filter({ visible: true }).first();
        expect((await search.boundingBox())?.width, `${language} ${width}`).toBeGreaterThan(60);
      }
    }
  });
});
