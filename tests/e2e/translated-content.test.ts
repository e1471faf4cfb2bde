import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';

/** What a reader of each language sees. */
const readers = [
  {
    language: 'mr',
    novels: 'कादंबऱ्या',
    essays: 'ललित लेख आणि पत्रे',
    post: 'मराठी कादंबऱ्या: कुठून सुरुवात करावी',
    slide: 'निवांत संध्याकाळी कविता',
    notice: 'मराठी, हिंदी, संस्कृत आणि इंग्रजीतील अभिजात पुस्तके',
    description: 'आईने काय काय शिकवले ते श्याम',
    policy: 'आपले अधिकार',
    question: 'पैसे कसे देता येतात?',
  },
  {
    language: 'hi',
    novels: 'उपन्यास',
    essays: 'निबंध और पत्र',
    post: 'मराठी उपन्यास: शुरुआत कहाँ से करें',
    slide: 'फ़ुरसत की शामों के लिए कविता',
    notice: 'मराठी, हिन्दी, संस्कृत और अंग्रेज़ी की कालजयी किताबें',
    description: 'हर शाम श्याम अपने मित्रों को बताता है',
    policy: 'आपके अधिकार',
    question: 'भुगतान कैसे कर सकते हैं?',
  },
];

describe.skipIf(!hasChromium)('On a small screen,', () => {
  const { visit } = useBrowser();

  async function visitInLanguage(language: string): Promise<Page> {
    const { page, context } = await visit({ width: 360 });
    await context.addCookies([{ name: 'language', value: language, url: inject('shopUrl') }]);
    return page;
  }

  it.each(readers)(
    'a reader of $language finds the content of the home page in that language',
    async (reader) => {
      const page = await visitInLanguage(reader.language);
      await openHydrated(page, '/');
      await page.getByText(reader.notice).first().waitFor();
      await page.getByRole('group', { name: reader.slide }).waitFor({ state: 'attached' });
      const slide = page.getByRole('img', { name: reader.slide, includeHidden: true });
      await slide.waitFor({ state: 'attached' });
      expect(await slide.getAttribute('src')).toContain(`2-${reader.language}.svg`);
      await page.getByRole('heading', { name: reader.post }).waitFor({ state: 'attached' });
      const link = page.locator('li').filter({ hasText: reader.post }).getByRole('link');
      await openHydrated(page, (await link.getAttribute('href')) ?? '');
      await page.getByRole('heading', { level: 1, name: reader.novels }).waitFor();
      await page.getByText('मृत्युंजय').first().waitFor();
      // The post links to novels in Marathi only, not to those in Hindi and English.
      expect(await page.getByText('गोदान').count()).toBe(0);
    },
  );

  it.each(readers)(
    'a reader of $language finds categories by their translated names, also in the filters',
    async (reader) => {
      const page = await visitInLanguage(reader.language);
      await openHydrated(page, '/category');
      await page.getByRole('link', { name: reader.novels }).first().click();
      await page.getByRole('heading', { level: 1, name: reader.novels }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/category/Novels');

      await openHydrated(page, `/product?category=${encodeURIComponent('Essays & Letters')}`);
      const activeFilters = page
        .getByRole('list')
        .filter({ has: page.getByText(reader.essays, { exact: true }) });
      await activeFilters.first().waitFor();
      const panel = page.getByRole('complementary');
      await page.locator('button[popovertarget]').filter({ visible: true }).last().click();
      const box = panel.getByRole('checkbox', { name: reader.essays });
      expect(await box.isChecked()).toBe(true);
      await panel.getByRole('checkbox', { name: reader.novels }).check();
      await expect
        .poll(() => new URL(page.url()).searchParams.getAll('category').sort())
        .toEqual(['Essays & Letters', 'Novels']);
    },
  );

  it.each(readers)(
    'a reader of $language reads descriptions, policies and questions in that language',
    async (reader) => {
      const page = await visitInLanguage(reader.language);
      await openHydrated(page, '/product/1');
      await page.getByText(reader.description).waitFor();
      await page.getByRole('link', { name: reader.novels }).first().waitFor();

      await openHydrated(page, '/faq');
      await page.getByText(reader.question).waitFor();
      await openHydrated(page, '/privacy-policy');
      await page.getByRole('heading', { name: reader.policy }).waitFor();
      await expect.poll(() => page.getByRole('heading', { name: 'Your rights' }).count()).toBe(0);
    },
  );
});

describe('The server', () => {
  it.each([
    ['/privacy-policy', 'Your rights', 'आपले अधिकार', 'आपके अधिकार'],
    ['/product/1', 'Evening by evening, Shyam', 'आईने काय काय शिकवले', 'हर शाम श्याम'],
    ['/', 'Kalidasa: one play', 'कालिदास: एक नाटक आणि', 'कालिदास: एक नाटक और'],
  ])('shows %s in the language of each reader, even from the page cache', async (path, en, mr, hi) => {
    const texts = { en, mr, hi };
    // In the third round, the pages come from the cache.
    for (const language of ['mr', 'hi', 'en', 'hi', 'mr', 'en', 'mr', 'hi', 'en'] as const) {
      const response = await fetch(`${inject('shopUrl')}${path}`, {
        headers: { cookie: `language=${language}` },
      });
      const html = await response.text();
      const rendered = html.slice(0, html.indexOf('id="page-data"'));
      const shown = Object.entries(texts).filter(([, text]) => rendered.includes(text));
      expect(shown.map(([code]) => code)).toEqual([language]);
    }
  });
});
