import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, useBrowser } from './browser.ts';
import { holdsFocus, isFocused, press, tabTo } from './keyboard.ts';

/** More presses of Tab than the largest dialog has places. */
const onceAround = 20;

describe.skipIf(!hasChromium)('A visitor with a keyboard alone', () => {
  const { visit } = useBrowser();

  it('skips to the content, turns notifications, goes through the slides', async () => {
    const { page } = await visit();
    await page.goto('/');
    await page.keyboard.press('Tab');
    await expectFocus(page.getByRole('link', { name: 'Skip to the content' }));
    await page.keyboard.press('Enter');
    await expectFocus(page.getByRole('main'));

    const slides = page.getByRole('region', { name: 'From our shelves' });
    await page.keyboard.press('Tab');
    expect(await holdsFocus(slides)).toBe(true);
    await press(page, slides.getByRole('button', { name: /^Show slide 2/ }));
    await slides.getByRole('group', { name: /^Slide 2/ }).waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await press(page, slides.getByRole('button', { name: 'Stop the slides' }));
    await expectFocus(slides.getByRole('button', { name: 'Let the slides run' }));

    await page.goto('/faq');
    const banner = page.getByRole('region', { name: 'Notifications of today' });
    const first = await banner.innerText();
    await press(page, banner.getByRole('button', { name: 'Next notification' }));
    await expect.poll(() => banner.innerText()).not.toBe(first);
    const answer = page.getByText('Across India your order reaches you');
    expect(await answer.isVisible()).toBe(false);
    await press(page, page.locator('summary', { hasText: 'How long does shipping take?' }), 'Space');
    await answer.waitFor();
  });

  it('opens the menu, the language and the colours, and comes back to their buttons', async () => {
    const { page } = await visit();
    await page.goto('/aboutus', { waitUntil: 'networkidle' });
    const menu = page.getByRole('button', { name: 'Menu' });
    await press(page, menu);
    await expectModal(page, page.getByRole('dialog', { name: /All pages/ }), menu);

    const language = page.getByRole('banner').getByLabel('Language: English');
    await press(page, language);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expectFocus(language);
    await page.keyboard.press('Enter');
    await press(page, page.getByRole('banner').getByRole('button', { name: 'मराठी' }));
    await page.locator('html[lang="mr"]').waitFor();
    await expectFocus(page.getByRole('banner').getByLabel('भाषा: मराठी'));
    await press(page, page.getByRole('banner').getByLabel('भाषा: मराठी'));
    await press(page, page.getByRole('banner').getByRole('button', { name: 'English' }));
    await page.locator('html[lang="en"]').waitFor();

    await press(page, page.getByRole('banner').getByLabel(/^Light or dark/));
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowUp');
    await page.locator('html.dark').waitFor();
    await page.keyboard.press('Escape');

    // The menu comes before: from the end of the page it goes on from the start.
    await press(page, menu);
    await press(page, page.getByRole('dialog').getByRole('link', { name: 'Category' }));
    await page.waitForURL('**/category');
    await press(page, page.getByRole('main').getByRole('link', { name: /^Poetry/ }));
    await page.getByRole('heading', { level: 1, name: 'Poetry' }).waitFor();
  });

  it('filters, sorts and lengthens a listing, and chooses another language', async () => {
    const { page } = await visit();
    await page.goto('/language/English', { waitUntil: 'networkidle' });
    const crumb = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('button');
    await press(page, crumb);
    const languages = page.getByRole('navigation', { name: 'Languages' });
    await tabTo(page, languages.getByRole('link', { name: /हिन्दी/ }));
    await page.keyboard.press('Escape');
    await languages.waitFor({ state: 'hidden' });
    await expectFocus(crumb);
    await page.keyboard.press('Enter');
    await press(page, languages.getByRole('link', { name: /हिन्दी/ }));
    await page.getByRole('heading', { level: 1, name: 'हिन्दी' }).waitFor();

    const box = page.getByRole('checkbox', { name: /^Poetry/ });
    await press(page, box, 'Space');
    await page.waitForURL('**?category=Poetry');
    await expectFocus(box);
    await page.keyboard.press('Space');
    await page.waitForURL((url) => url.search === '');
    const sort = page.getByRole('link', { name: /^Low to high/ });
    await press(page, sort);
    await page.waitForURL('**?sort=lowToHigh');
    await page.getByRole('link', { name: 'Low to high (chosen; choose again to clear)' }).waitFor();
    await expectFocus(sort);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.search === '');
    const more = page.getByRole('link', { name: 'Load more books' });
    await press(page, more);
    await page.waitForURL('**?page=2');
    await page.getByText('40 of 50 books').waitFor();
    await expectFocus(more);
  });

  it('opens the filters of a small window as a drawer, and the search', async () => {
    const { page } = await visit({ width: 360 });
    await page.goto('/product', { waitUntil: 'networkidle' });
    await press(page, page.locator('summary[aria-label="Search the shop"]'));
    await expectFocus(page.getByRole('banner').getByRole('combobox').last());
    const filters = page.getByRole('button', { name: 'Filters', exact: true });
    await press(page, filters);
    const panel = page.getByRole('complementary', { name: 'Filters' });
    await press(page, panel.getByRole('checkbox', { name: 'Available now' }), 'Space');
    await page.waitForURL('**?available=true');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await expectFocus(page.getByRole('button', { name: 'Filters (1)' }));
  });

  it('looks at the pictures and the demo of a book, and adds it', async () => {
    const { page } = await visit();
    await page.goto('/product/2', { waitUntil: 'networkidle' });
    await press(page, page.getByRole('link', { name: 'Picture 2 of 2' }));
    await page.getByRole('img', { name: /picture 2 of 2$/ }).waitFor();
    const demo = page.getByRole('button', { name: 'Demo: ज्ञानेश्वरी' }).first();
    await press(page, demo);
    const dialog = page.getByRole('dialog', { name: 'ज्ञानेश्वरी' });
    await expectFocus(dialog.getByRole('button', { name: 'Close' }));
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(demo);
    await press(page, page.getByRole('button', { name: /^Wish list/ }).first());
    await page.waitForURL('**/user-wish-list');
    await press(page, page.getByRole('link', { name: 'Buy Now' }));
    await page.waitForURL('**/user-login');
  });

  it('logs in, is told what is missing, and comes back out of each dialog', async () => {
    const { page } = await visit();
    await page.goto('/cart-without-login?productId=2', { waitUntil: 'networkidle' });
    const login = page.getByRole('button', { name: 'Log in without leaving this page' });
    await press(page, login);
    await expectModal(page, page.getByRole('dialog', { name: 'Login' }), login);

    await page.goto('/user-login', { waitUntil: 'networkidle' });
    const forgot = page.getByRole('button', { name: 'Forgot your password?' });
    await press(page, forgot);
    const reset = page.getByRole('dialog', { name: 'Reset Password' });
    await expectFocus(reset.getByLabel('Email'));
    await press(page, reset.getByRole('button', { name: 'Cancel' }));
    await reset.waitFor({ state: 'hidden' });
    await expectFocus(forgot);
    await press(page, page.getByRole('main').getByRole('button', { name: 'Login', exact: true }));
    const alert = page.getByRole('alertdialog', { name: 'Error' });
    await expectFocus(alert.getByRole('button', { name: 'OK' }));
    await page.keyboard.press('Enter');
    await alert.waitFor({ state: 'hidden' });
    await expectFocus(page.getByRole('main').getByLabel('Contact', { exact: true }));

    await page.goto('/contactus', { waitUntil: 'networkidle' });
    await press(page, page.getByRole('main').getByRole('button', { name: 'Send' }));
    await expectFocus(page.getByRole('main').getByLabel('Name'));
  });
});

async function expectFocus(target: Locator): Promise<void> {
  await expect.poll(() => isFocused(target), { message: `the focus on ${String(target)}` }).toBe(true);
}

/** Expects that a dialog keeps the focus, and that Escape closes it and gives the focus back. */
async function expectModal(page: Page, dialog: Locator, opener: Locator): Promise<void> {
  await dialog.waitFor();
  await expect.poll(() => holdsFocus(dialog)).toBe(true);
  for (let pressed = 0; pressed < onceAround; pressed++) {
    await page.keyboard.press('Tab');
    expect(await holdsFocus(dialog), `the focus after ${pressed + 1} presses`).toBe(true);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expectFocus(opener);
}
