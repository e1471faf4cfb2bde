import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { languageNames } from '#web/i18n/languages.ts';
import { shop } from '#web/shop/shop.ts';
import { hasChromium, useBrowser } from './browser.ts';

/** Names that are the same in every language. */
const names = new Set([shop.name, shop.email, ...shop.social.map(({ name }) => name), languageNames.en]);

const screens = ['/', '/product', '/product/1', '/category', '/privacy-policy', '/faq', '/registeration'];

async function served(address: string, language?: string) {
  const answer = await fetch(`${inject('shopUrl')}${address}`, {
    headers: language === undefined ? {} : { cookie: `language=${language}` },
  });
  return { headers: answer.headers, html: await answer.text() };
}

describe('The server', () => {
  it('renders each visitor the language they chose, whoever asked before', async () => {
    // Twice: the second time the pages are kept ones.
    for (let round = 1; round <= 2; round += 1) {
      expect((await served('/product/1')).html).toMatch(/<html lang="en"[\s\S]*>Add To Cart</);
      expect((await served('/product/1', 'mr')).html).toMatch(/<html lang="mr"[\s\S]*>कार्टमध्ये ठेवा</);
      expect((await served('/product/1', 'hi')).html).toMatch(/<html lang="hi"[\s\S]*>कार्ट में डालें</);
      expect((await served('/product/1', 'tlh')).html).toMatch(/<html lang="en"[\s\S]*>Add To Cart</);
    }
  });

  it('speaks English on a first visit, whatever the browser asks for', async () => {
    const answer = await fetch(inject('shopUrl'), { headers: { 'accept-language': 'mr-IN,mr;q=0.9' } });
    expect(await answer.text()).toContain('<html lang="en">');
    expect(answer.headers.get('vary')).toContain('Cookie');
  });

  it('has one address of a page for search engines, and sends the texts of one language', async () => {
    for (const language of ['en', 'mr', 'hi']) {
      const { html } = await served('/product/1', language);
      expect(html).toContain(`<link rel="canonical" href="${inject('shopUrl')}/product/1">`);
      const texts = [...html.matchAll(/href="\/assets\/messages\.(\w+)-/g)].map(([, which]) => which);
      expect(new Set(texts)).toEqual(new Set([language]));
    }
  });
});

describe.skipIf(!hasChromium)('A page in Marathi or Hindi', () => {
  const { visit } = useBrowser();

  it.each(['mr', 'hi'])(
    'comes alive as the server rendered it, fits a small window, cuts no line and is not half in English: %s',
    async (language) => {
      const { page, context } = await visit({ width: 360 });
      await context.addCookies([{ name: 'language', value: language, url: inject('shopUrl') }]);
      for (const address of screens) {
        await page.goto(address, { waitUntil: 'networkidle' });
        const excess = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        const [cut, english] = [await page.evaluate(cutLines), await page.evaluate(wordsNotMarked)];
        expect({ address, excess, cut, english: english.filter((text) => !names.has(text)) }).toEqual({
          address,
          excess: 0,
          cut: [],
          english: [],
        });
        expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
      }
    },
  );

  it('is chosen where the reader stands: nothing that was typed is lost, and it stays chosen', async () => {
    const { page } = await visit({ width: 360 });
    await page.goto('/contactus');
    const form = page.getByRole('main');
    await form.getByLabel('Name').fill('सई');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('Please enter a remark').waitFor();

    await chooseInHeader(page, 'Language: English', 'मराठी');
    await form.getByRole('heading', { name: 'आम्हाला लिहा' }).waitFor();
    expect(await form.getByLabel('नाव').inputValue()).toBe('सई');
    expect(await page.title()).toMatch(/^संपर्क/);

    await chooseInHeader(page, 'भाषा: मराठी', 'हिन्दी');
    expect(await form.getByLabel('नाम').inputValue()).toBe('सई');
    await page.getByRole('link', { name: 'नियम व शर्तें' }).click();
    await page.getByRole('heading', { name: 'नियम व शर्तें' }).waitFor();
    await page.reload();
    await page.getByText('यह पाठ केवल अंग्रेज़ी में उपलब्ध है।').waitFor();
    expect(await page.locator('[lang="en"]', { hasText: 'laws of India' }).count()).toBeGreaterThan(0);
  });

  it('is chosen without scripts too, on every page with its query', async () => {
    const { page } = await visit({ scripts: false });
    await page.goto('/cart-without-login');
    await page.goto('/product?sort=lowToHigh');
    await page.locator('footer').getByRole('button', { name: 'मराठी' }).click();
    await page.getByRole('heading', { name: 'सर्व पुस्तके' }).waitFor();
    expect(new URL(page.url()).search).toBe('?sort=lowToHigh');
    await page.goto('/cart-manager');
    expect(await page.locator('html').getAttribute('lang')).toBe('mr');
    await page.locator('footer').getByRole('button', { name: 'English' }).click();
    await page.locator('html[lang="en"]').waitFor();
  });

  it("gives notices and tells the gateway's refusals in the page's language", async () => {
    const { page, context } = await visit();
    await context.addCookies([{ name: 'language', value: 'mr', url: inject('shopUrl') }]);
    await page.goto('/cart-manager');
    const notices = page.getByRole('region', { name: 'सूचना (Alt+T)' });
    await notices.getByText('कार्टसाठी कृपया लॉग इन करा किंवा खाते उघडा').waitFor();
    const form = page.getByRole('main');
    await form.getByLabel('संपर्क क्रमांक').fill('9000000009');
    await form.getByLabel('पासवर्ड', { exact: true }).fill('not this one');
    await form.getByRole('button', { name: 'लॉग इन करा' }).click();
    await form.getByRole('alert').getByText('लॉग इन झाले नाही. कृपया आपली माहिती तपासा.').waitFor();
  });
});

async function chooseInHeader(page: Page, button: string, language: string): Promise<void> {
  const header = page.getByRole('banner');
  await header.getByLabel(button).click();
  await header.getByRole('button', { name: language }).click();
}

/** In the page: texts of one line whose box is lower than they are, and cuts off signs above or below the letters. */
function cutLines(): string[] {
  return [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((element) => {
      const { overflowY, whiteSpace } = getComputedStyle(element);
      const ownText = [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE);
      return ownText && whiteSpace === 'nowrap' && overflowY !== 'visible' && element.checkVisibility();
    })
    .filter(({ clientHeight, clientWidth, scrollHeight }) => clientWidth > 1 && scrollHeight > clientHeight)
    .map(({ innerText }) => innerText);
}

/** In the page: texts and names all in Latin letters that are not marked as another language than the page's. */
function wordsNotMarked(): string[] {
  const spoken = ['aria-label', 'aria-roledescription', 'alt', 'title', 'placeholder'];
  const ofThePage = [...document.querySelectorAll('body, body *')].filter(
    (element) =>
      element.closest('[lang]') === document.documentElement &&
      !/^(SCRIPT|STYLE|NOSCRIPT)$/.test(element.tagName),
  );
  const texts = ofThePage.flatMap((element) => [
    ...[...element.childNodes]
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map((text) => text.nodeValue ?? ''),
    ...spoken.map((name) => element.getAttribute(name) ?? ''),
  ]);
  return texts
    .map((text) => text.trim())
    .filter((text) => /[A-Za-z]{2}/.test(text) && !/\p{Script=Devanagari}/u.test(text));
}
