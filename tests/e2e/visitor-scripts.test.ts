import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasChromium, useBrowser } from './browser.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';

describe.skipIf(!hasChromium)('Without scripts a visitor', () => {
  const { visit } = useBrowser();

  it('searches, filters, sorts, and goes through lists by links and forms', async () => {
    const { page } = await visit({ scripts: false });
    await page.goto('/');
    const search = page.getByRole('banner').getByRole('searchbox').first();
    await search.fill('गीता');
    await search.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('search') === 'गीता');
    await page.goto('/product');
    await page
      .getByRole('complementary')
      .getByRole('checkbox', { name: /^English/ })
      .check();
    await page.getByRole('button', { name: 'Apply the filters' }).click();
    await page.waitForURL('**/product?language=English');
    await page.getByRole('link', { name: 'Low to high' }).click();
    await page.waitForURL('**/product?language=English&sort=lowToHigh');
    await page.getByRole('link', { name: 'Load more books' }).click();
    await page.waitForURL(/page=2/);
    expect(await page.getByRole('main').getByRole('article').count()).toBeGreaterThan(20);
    await page.goto('/author');
    const find = page.getByRole('main').getByRole('searchbox');
    await find.fill('premchand');
    await find.press('Enter');
    await page.getByRole('main').getByRole('link', { name: /प्रेमचंद/ }).click();
    await page.getByRole('heading', { level: 1, name: 'प्रेमचंद' }).waitFor();
  });

  it('is told on a screen of an account that it needs them', async () => {
    const { page } = await visit({ scripts: false });
    for (const address of ['/user-login', '/registeration', '/profile', '/cart-manager', '/wish-list']) {
      await page.goto(address, { waitUntil: 'domcontentloaded' });
      expect(await page.locator('noscript p').innerText()).toContain('This page needs JavaScript');
    }
  });
});

describe.skipIf(!hasChromium)('When a script does not come', () => {
  const { visit } = useBrowser();
  const contactPage = /^\/assets\/ContactPage-/;
  let front: FaultyProxy;
  beforeAll(async () => {
    front = await startFaultyProxy(inject('shopUrl'));
  });
  afterAll(() => front.close());

  const loads = async (page: Page, act: () => Promise<unknown>) => {
    let count = 0;
    page.on('load', () => {
      count += 1;
    });
    await act();
    return () => count;
  };

  it('the page loads itself again once, and is there after a new deployment', async () => {
    const { page } = await visit({ shop: front.url, forgives: /404/ });
    await page.goto('/faq');
    front.fail(contactPage, { status: 404 });
    const count = await loads(page, async () => {
      const loadedAgain = page.waitForRequest((request) => request.isNavigationRequest());
      await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click();
      await loadedAgain;
      // The page that is asked for again brings the scripts of the new deployment.
      front.fail(contactPage, null);
    });
    await page.getByRole('main').getByText('411030').first().waitFor();
    expect(count()).toBe(1);
    expect(new URL(page.url()).pathname).toBe('/contactus');
  });

  it('a page whose texts stay away is loaded again once, then says so and can be read', async () => {
    const { page } = await visit({ shop: front.url, forgives: /404|dynamically imported/ });
    front.fail(/^\/assets\/messages\.en-/, { status: 404 });
    const count = await loads(page, () => page.goto('/faq'));
    await page.getByRole('alert').getByText('Part of the page did not arrive').waitFor();
    expect(count()).toBe(2);
    front.fail(/^\/assets\/messages\.en-/, null);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click();
    await page.getByRole('main').getByText('411030').first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('a script that stays away is reported, with a way to try again and all the ways to elsewhere', async () => {
    const { page } = await visit({ shop: front.url, forgives: /404|dynamically imported|ChunkLoadError/ });
    front.fail(contactPage, { status: 404 });
    const count = await loads(page, () => page.goto('/contactus'));
    const alert = page.getByRole('alert').filter({ hasText: 'chunk-load error' });
    await expect.poll(count).toBe(2);
    await alert.waitFor();
    expect(count()).toBe(2);
    front.fail(contactPage, null);
    await alert.getByRole('button', { name: 'Load the page again' }).click();
    await page.getByRole('main').getByText('411030').first().waitFor();
    await expect.poll(() => alert.count()).toBe(0);
    await page.getByRole('banner').getByRole('link', { name: 'Author', exact: true }).click();
    await page.waitForURL('**/author');
  });

  it('what was pressed before the scripts came is done when they have', async () => {
    const { page } = await visit({ shop: front.url });
    const release = front.hold(/^\/assets\/entry-client-[^/]*\.js/);
    await page.goto('/product', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Add: श्यामची आई' }).click();
    release();
    await page.waitForURL('**/cart-without-login');
  });

  it('a form that was sent before the scripts came is sent when they have, with what was typed', async () => {
    const { page } = await visit({ shop: front.url });
    const release = front.hold(/^\/assets\/entry-client-[^/]*\.js/);
    await page.goto('/user-login', { waitUntil: 'commit' });
    const form = page.locator('main');
    await form.getByLabel('Contact', { exact: true }).fill('9000000001');
    await form.getByRole('button', { name: 'Login', exact: true }).click();
    release();
    await page.getByRole('alertdialog').getByText('Please enter both contact and password').waitFor();
    expect(await form.getByLabel('Contact', { exact: true }).inputValue()).toBe('9000000001');
  });
});
