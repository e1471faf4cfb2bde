import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';
import { hasFocusWithin, isFocused, press, tabTo } from './keyboard.ts';

/** Enough to move focus once around the largest dialog, which is the menu. */
const tabPressCount = 25;

describe.skipIf(!hasChromium)('Using only the keyboard, a visitor', () => {
  const { visit } = useBrowser();

  it('skips to the content, operates the carousel, steps through the notifications, and opens an FAQ answer', async () => {
    const { page } = await visit();
    await page.goto('/');
    await page.keyboard.press('Tab');
    await expectFocus(page.getByRole('link', { name: 'Skip to content' }));
    await page.keyboard.press('Enter');
    await expectFocus(page.getByRole('main'));

    const slides = page.getByRole('region', { name: 'Featured' });
    await page.keyboard.press('Tab');
    await expectFocus(page.getByRole('link', { name: 'Browse all books' }));
    await page.keyboard.press('Tab');
    expect(await hasFocusWithin(slides)).toBe(true);
    await press(page, slides.getByRole('button', { name: /^Show slide 2/ }));
    await slides.getByRole('group', { name: /^Slide 2/ }).waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await press(page, slides.getByRole('button', { name: 'Pause slideshow' }));
    await expectFocus(slides.getByRole('button', { name: 'Play slideshow' }));

    await page.goto('/faq');
    const banner = page.getByRole('region', { name: "Today's notices" });
    const first = await banner.innerText();
    await press(page, banner.getByRole('button', { name: 'Next notice' }));
    await expect.poll(() => banner.innerText()).not.toBe(first);
    const faqAnswer = page.getByText('Across India your order reaches you');
    expect(await faqAnswer.isVisible()).toBe(false);
    await press(page, page.getByRole('button', { name: 'How long does shipping take?' }), 'Space');
    await faqAnswer.waitFor();
  });

  it('opens and closes the menus for pages, language and colour mode without losing focus', async () => {
    const { page } = await visit();
    await openHydrated(page, '/aboutus');
    const menu = page.getByRole('button', { name: 'Menu' });
    await press(page, menu);
    await expectModalDialog(page, page.getByRole('dialog', { name: /Menu/ }), menu);

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

    const appearance = page.getByRole('banner').getByLabel(/^Appearance/);
    await press(page, appearance);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowUp');
    await page.locator('html.dark').waitFor();
    await page.keyboard.press('Escape');
    await expectFocus(appearance);

    // The menu button precedes the focused element, so Tab wraps around at the end of the page.
    await press(page, menu);
    await press(page, page.getByRole('dialog').getByRole('link', { name: 'Category' }));
    await page.waitForURL('**/category');
    await press(page, page.getByRole('main').getByRole('link', { name: /^Poetry/ }));
    const heading = page.getByRole('heading', { level: 1, name: 'Poetry' });
    // The heading has the focus for the sake of screen readers, so it shows no outline.
    await expectFocus(heading);
    expect(await heading.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('none');
  });

  it.each([360, 1280])(
    'moves focus backwards without the header hiding the focused element, at %i px',
    async (width) => {
      const { page } = await visit({ width });
      await openHydrated(page, '/product/1');
      const main = page.getByRole('main');
      await main.getByRole('link').last().focus();
      while (await hasFocusWithin(main)) {
        await page.keyboard.press('Shift+Tab');
        expect(await page.evaluate(describeFocusBehindHeader)).toBeNull();
      }
    },
  );

  it('filters and sorts a listing, loads more products, and switches to books in another language', async () => {
    const { page } = await visit();
    await openHydrated(page, '/language/English');
    const languageCrumb = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('button');
    await press(page, languageCrumb);
    const languages = page.getByRole('navigation', { name: 'Languages' });
    await tabTo(page, languages.getByRole('link', { name: /हिन्दी/ }));
    await page.keyboard.press('Escape');
    await languages.waitFor({ state: 'hidden' });
    await expectFocus(languageCrumb);
    await page.keyboard.press('Enter');
    await press(page, languages.getByRole('link', { name: /हिन्दी/ }));
    await page.getByRole('heading', { level: 1, name: 'हिन्दी' }).waitFor();

    const poetry = page.getByRole('checkbox', { name: /^Poetry/ });
    await press(page, poetry, 'Space');
    await page.waitForURL('**?category=Poetry');
    await expectFocus(poetry);
    await page.keyboard.press('Space');
    await page.waitForURL((url) => url.search === '');
    const sort = page.getByRole('link', { name: /^Price: low to high/ });
    await press(page, sort);
    await page.waitForURL('**?sort=lowToHigh');
    await page.getByRole('link', { name: 'Price: low to high, selected. Select again to clear' }).waitFor();
    await expectFocus(sort);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.search === '');
    const loadMore = page.getByRole('link', { name: 'Load more books' });
    await press(page, loadMore);
    await page.waitForURL('**?page=2');
    await page.getByText('40 of 50 books').waitFor();
    await expectFocus(loadMore);
  });

  it('opens and closes the search field and the filter drawer on a small screen', async () => {
    const { page } = await visit({ width: 360 });
    await openHydrated(page, '/product');
    await press(page, page.getByRole('button', { name: 'Search the shop' }));
    await expectFocus(page.getByRole('banner').getByRole('combobox'));
    const suggestions = page.getByRole('listbox', { name: 'Suggestions' });
    await suggestions.waitFor();
    await page.keyboard.press('Escape');
    await suggestions.waitFor({ state: 'hidden' });
    await expectFocus(page.getByRole('banner').getByRole('combobox'));
    await page.keyboard.press('Escape');
    await expectFocus(page.getByRole('button', { name: 'Search the shop' }));
    const filters = page.getByRole('button', { name: 'Filters', exact: true });
    await press(page, filters);
    const panel = page.getByRole('complementary', { name: 'Filters' });
    await press(page, panel.getByRole('checkbox', { name: 'Available now' }), 'Space');
    await page.waitForURL('**?available=true');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await expectFocus(page.getByRole('button', { name: 'Filters (1)' }));

    await page.keyboard.press('Enter');
    await panel.waitFor();
    await panel.getByRole('button').last().focus();
    await page.keyboard.press('Tab');
    await panel.waitFor({ state: 'hidden' });
  });

  it("views a book's images and demo, opens the wish-list page for visitors, and proceeds to the login", async () => {
    const { page } = await visit();
    await openHydrated(page, '/product/2');
    await press(page, page.getByRole('link', { name: 'Picture 2 of 2' }));
    await page.getByRole('img', { name: /picture 2 of 2$/ }).waitFor();
    const demo = page.getByRole('button', { name: 'Demo: ज्ञानेश्वरी' }).first();
    await press(page, demo);
    const dialog = page.getByRole('dialog', { name: 'ज्ञानेश्वरी' });
    await expectFocus(dialog.getByRole('button', { name: 'Close' }));
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(demo);
    await press(page, page.getByRole('button', { name: /^Wishlist/ }).first());
    await page.waitForURL('**/user-wish-list');
    await press(page, page.getByRole('link', { name: 'Buy Now' }));
    await page.waitForURL('**/user-login');
  });

  it('uses the login and contact forms: dialogs trap and return focus, and errors focus the invalid field', async () => {
    const { page } = await visit();
    await openHydrated(page, '/cart-without-login?productId=2');
    const login = page.getByRole('button', { name: 'Log in here' });
    await press(page, login);
    await expectModalDialog(page, page.getByRole('dialog', { name: 'Login' }), login);

    await openHydrated(page, '/user-login');
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
    await expectFocus(page.getByRole('main').getByLabel('Mobile number', { exact: true }));

    await openHydrated(page, '/contactus');
    await press(page, page.getByRole('main').getByRole('button', { name: 'Send' }));
    await expectFocus(page.getByRole('main').getByLabel('Name'));
  });
});

async function expectFocus(target: Locator): Promise<void> {
  await expect.poll(() => isFocused(target), { message: `focus on ${String(target)}` }).toBe(true);
}

/** Expects the dialog to trap focus, and Escape to close it and return focus to the opener. */
async function expectModalDialog(page: Page, dialog: Locator, opener: Locator): Promise<void> {
  await dialog.waitFor();
  await expect.poll(() => hasFocusWithin(dialog)).toBe(true);
  for (let presses = 1; presses <= tabPressCount; presses++) {
    await page.keyboard.press('Tab');
    expect(await hasFocusWithin(dialog), `focus after ${presses} presses`).toBe(true);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expectFocus(opener);
}

/** Runs in the page. Returns the HTML of the focused element if the sticky header hides it, otherwise null. */
function describeFocusBehindHeader(): string | null {
  const header = document.querySelector('header');
  const focused = document.activeElement;
  if (header === null || focused === null || header.contains(focused)) return null;
  const isHidden = focused.getBoundingClientRect().bottom <= header.getBoundingClientRect().bottom;
  return isHidden ? focused.outerHTML : null;
}
