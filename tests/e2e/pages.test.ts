import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { hasChromium, useBrowser } from './browser.ts';
import { signIn } from './shopper.ts';

const visitorScreens = [
  '/',
  '/product',
  '/product?search=nothing+like+this',
  `/product?search=${'endless'.repeat(25)}`,
  '/product/1',
  '/category',
  '/category/Poetry',
  '/publisher',
  '/author',
  '/author/प्रेमचंद',
  '/language/हिन्दी',
  '/posts',
  '/aboutus',
  '/contactus',
  '/privacy-policy',
  '/terms-and-conditions',
  '/refund-policy',
  '/payment-info',
  '/return-policy',
  '/shipping-info',
  '/faq',
  '/footer',
  '/user-login',
  '/registeration',
  '/wish-list',
  '/profile',
];

const shopperScreens = [
  '/cart-manager',
  '/cart-manager/buy-all-cart-products',
  '/cart-manager/cart-user-payment',
  '/buy-single-product?productId=3',
  '/wish-list',
  '/profile?section=addresses',
  '/profile?section=orders',
  '/profile?section=edit',
];

describe('A page as the server sends it', () => {
  it.each(['/', '/product', '/product/1'])('holds titles of books: %s', async (address) => {
    const answer = await fetch(`${inject('shopUrl')}${address}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('श्यामची आई');
  });

  it('has status 404 where there is nothing', async () => {
    for (const address of ['/no-such-page', '/product/0', '/category/No%20such']) {
      const answer = await fetch(`${inject('shopUrl')}${address}`);
      expect({ address, status: answer.status }).toEqual({ address, status: 404 });
    }
  });
});

describe.skipIf(!hasChromium)('A page in the browser', () => {
  const { visit } = useBrowser();

  it('comes alive without asking again', async () => {
    const { page } = await visit();
    const questions: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) questions.push(request.postData() ?? '');
    });
    for (const address of visitorScreens) {
      await page.goto(address, { waitUntil: 'networkidle' });
    }
    expect(questions).toEqual([]);
  });

  it.each([360, 1280])('is never wider than a window of %i px', async (width) => {
    const { page } = await visit({ width });
    for (const address of visitorScreens) {
      await page.goto(address);
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect({ address, excess }).toEqual({ address, excess: 0 });
    }
  });

  it.each(['light', 'dark'] as const)('has nothing that axe objects to as a visitor, %s', async (mode) => {
    const { page } = await visit();
    await page.emulateMedia({ colorScheme: mode, reducedMotion: 'reduce' });
    for (const address of visitorScreens) await expectAccessible(page, address);
  });

  it.each(['light', 'dark'] as const)('has nothing that axe objects to as a shopper, %s', async (mode) => {
    const { page } = await visit({ width: 360 });
    await page.emulateMedia({ colorScheme: mode, reducedMotion: 'reduce' });
    await page.goto('/user-login');
    await signIn(page, '9000000001', 'demo-shopper');
    for (const address of shopperScreens) await expectAccessible(page, address);
  });

  async function expectAccessible(page: Page, address: string): Promise<void> {
    await page.goto(address, { waitUntil: 'networkidle' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
    expect({ address, found }).toEqual({ address, found: [] });
  }
});
