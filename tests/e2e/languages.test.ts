import type { Page } from 'playwright-core';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { listPageScripts } from '#tests/page-scripts.ts';
import { languageNames } from '#web/i18n/languages.ts';
import { demoShop as shop } from '../demo-shop.ts';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';
import { startInterceptingProxy } from './intercepting-proxy.ts';
import { readOverflowWidth } from './overflow.ts';

/** Texts that are the same in all languages. */
const commonTexts = new Set([shop.name, shop.email, languageNames.en]);

const paths = ['/', '/product', '/product/1', '/category', '/privacy-policy', '/faq', '/registeration'];

async function fetchPage(path: string, language?: string) {
  const response = await fetch(`${inject('shopUrl')}${path}`, {
    headers: language === undefined ? {} : { cookie: `language=${language}` },
  });
  return { headers: response.headers, html: await response.text() };
}

describe('The server', () => {
  it("responds with a page in the visitor's language, even from the page cache", async () => {
    // In the third round, the pages come from the cache.
    for (let round = 1; round <= 3; round += 1) {
      expect((await fetchPage('/product/1')).html).toMatch(/<html lang="en"[\s\S]*>Add To Cart</);
      expect((await fetchPage('/product/1', 'mr')).html).toMatch(/<html lang="mr"[\s\S]*>कार्टमध्ये ठेवा</);
      expect((await fetchPage('/product/1', 'hi')).html).toMatch(/<html lang="hi"[\s\S]*>कार्ट में डालें</);
      expect((await fetchPage('/product/1', 'tlh')).html).toMatch(/<html lang="en"[\s\S]*>Add To Cart</);
    }
  });

  it('uses English on a first visit, whatever Accept-Language says', async () => {
    const response = await fetch(inject('shopUrl'), { headers: { 'accept-language': 'mr-IN,mr;q=0.9' } });
    expect(await response.text()).toContain('<html lang="en">');
    expect(response.headers.get('vary')).toContain('Cookie');
  });

  it('gives a page the same canonical URL in all languages, and preloads only the texts of its language', async () => {
    for (const language of ['en', 'mr', 'hi']) {
      const { html } = await fetchPage('/product/1', language);
      expect(html).toContain(`<link rel="canonical" href="${inject('shopUrl')}/product/1">`);
      const texts = listPageScripts(html).flatMap((path) => /\/assets\/(en|mr|hi)-/.exec(path)?.[1] ?? []);
      expect(texts).toEqual([language]);
    }
  });
});

describe.skipIf(!hasChromium)('A page in the browser', () => {
  const { visit } = useBrowser();

  it.each(['mr', 'hi'])(
    'hydrates, fits a small screen without clipped lines, and contains no untranslated text, in the language %s',
    async (language) => {
      const { page, context } = await visit({ width: 360 });
      await context.addCookies([{ name: 'language', value: language, url: inject('shopUrl') }]);
      for (const path of paths) {
        await openHydrated(page, path);
        const overflow = await readOverflowWidth(page);
        const clipped = await page.evaluate(findClippedLines);
        const untranslated = await page.evaluate(findUntranslatedTexts);
        expect({
          path,
          overflow,
          clipped,
          untranslated: untranslated.filter((text) => !commonTexts.has(text)),
        }).toEqual({
          path,
          overflow: 0,
          clipped: [],
          untranslated: [],
        });
        expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
      }
    },
  );

  it('switches language in place, keeps what was typed, and remembers the choice', async () => {
    const { page } = await visit({ width: 360 });
    await page.goto('/contactus');
    const form = page.getByRole('main');
    await form.getByLabel('Name').fill('सई');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('Please enter your message').waitFor();

    await selectLanguage(page, 'Menu', 'मराठी');
    await form.getByRole('heading', { name: 'आम्हाला लिहा' }).waitFor();
    expect(await form.getByLabel('नाव').inputValue()).toBe('सई');
    await expect.poll(() => page.title()).toMatch(/^संपर्क/);

    await selectLanguage(page, 'मेनू', 'हिन्दी');
    expect(await form.getByLabel('नाम').inputValue()).toBe('सई');
    await page.getByRole('banner').getByRole('button', { name: 'मेनू' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'नियम व शर्तें' }).click();
    await page.getByRole('heading', { name: 'नियम व शर्तें' }).waitFor();
    const governingLaw = 'इन शर्तों पर भारत के क़ानून लागू होते हैं'.normalize('NFC');
    await page.getByText(governingLaw).waitFor();
    await page.reload();
    await page.getByText(governingLaw).waitFor();
    await page.getByText('अंग्रेज़ी पाठ से अंतर होने पर अंग्रेज़ी पाठ मान्य होगा'.normalize('NFC')).waitFor();
    await selectLanguage(page, 'मेनू', 'मराठी');
    await page.getByText('या अटींना भारताचे कायदे लागू आहेत').waitFor();
    expect(await page.getByText(governingLaw).count()).toBe(0);
  });

  it('shows and remembers the language chosen last, even if the texts of an earlier choice arrive later', async () => {
    const proxy = await startInterceptingProxy(inject('shopUrl'));
    onTestFinished(() => proxy.close());
    const { page } = await visit({ shopUrl: proxy.url });
    await openHydrated(page, '/faq');
    const release = proxy.hold(/^\/assets\/mr-/);
    const footer = page.getByRole('contentinfo');
    const marathiTexts = page.waitForRequest(/\/assets\/mr-/);
    await footer.getByRole('button', { name: 'मराठी' }).click();
    const url = (await marathiTexts).url();
    await footer.getByRole('button', { name: 'हिन्दी' }).click();
    await page.locator('html[lang="hi"]').waitFor();
    release();
    // Resolves only after the page has received the texts.
    await page.evaluate(`import(${JSON.stringify(url)}).then(() => undefined)`);
    expect(await page.locator('html').getAttribute('lang')).toBe('hi');
    await page.reload();
    expect(await page.locator('html').getAttribute('lang')).toBe('hi');
  });

  it('switches language without JavaScript too, and keeps the query string', async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    await page.goto('/product?sort=lowToHigh');
    await page.locator('footer').getByRole('button', { name: 'मराठी' }).click();
    await page.getByRole('heading', { name: 'सर्व पुस्तके' }).waitFor();
    expect(new URL(page.url()).search).toBe('?sort=lowToHigh');
    await page.goto('/cart-manager');
    expect(await page.locator('html').getAttribute('lang')).toBe('mr');
    await page.locator('footer').getByRole('button', { name: 'English' }).click();
    await page.locator('html[lang="en"]').waitFor();
  });

  it("shows toasts and the gateway's error messages in the page's language", async () => {
    const { page, context } = await visit();
    await context.addCookies([{ name: 'language', value: 'mr', url: inject('shopUrl') }]);
    await page.goto('/cart-manager');
    const toastRegion = page.getByRole('region', { name: 'सूचना (Alt+T)' });
    await toastRegion.getByText('कार्टसाठी कृपया लॉग इन करा किंवा खाते उघडा').waitFor();
    const form = page.getByRole('main');
    await form.getByLabel('मोबाइल क्रमांक').fill('9000000009');
    await form.getByLabel('पासवर्ड', { exact: true }).fill('not this one');
    await form.getByRole('button', { name: 'लॉग इन करा' }).click();
    await form.getByRole('alert').getByText('लॉग इन झाले नाही. कृपया आपली माहिती तपासा.').waitFor();
  });
});

/** Selects a language in the menu of small screens. Selecting one does not close the menu, so Escape is pressed. */
async function selectLanguage(page: Page, menu: string, language: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: menu }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: language }).click();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
}

/**
 * Runs in the page. Finds single-line texts that are taller than their box. Such a box clips the vowel signs above
 * or below Devanagari letters.
 */
function findClippedLines(): string[] {
  return [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((element) => {
      const { overflowY, whiteSpace } = getComputedStyle(element);
      const hasOwnText = [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE);
      return hasOwnText && whiteSpace === 'nowrap' && overflowY !== 'visible' && element.checkVisibility();
    })
    .filter(({ clientHeight, clientWidth, scrollHeight }) => clientWidth > 1 && scrollHeight > clientHeight)
    .map(({ innerText }) => innerText);
}

/**
 * Runs in the page. Finds texts and labels with Latin letters but no Devanagari letters, except in elements with a
 * `lang`.
 */
function findUntranslatedTexts(): string[] {
  const textAttributes = ['aria-label', 'aria-roledescription', 'alt', 'title', 'placeholder'];
  const elementsInPageLanguage = [...document.querySelectorAll('body, body *')].filter(
    (element) =>
      element.closest('[lang]') === document.documentElement &&
      !/^(SCRIPT|STYLE|NOSCRIPT)$/.test(element.tagName),
  );
  const texts = elementsInPageLanguage.flatMap((element) => [
    ...[...element.childNodes]
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map((text) => text.nodeValue ?? ''),
    ...textAttributes.map((name) => element.getAttribute(name) ?? ''),
  ]);
  return texts
    .map((text) => text.trim())
    .filter((text) => /[A-Za-z]{2}/.test(text) && !/\p{Script=Devanagari}/u.test(text));
}
