import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { hasChromium, openHydrated, useBrowser, waitForHydration } from './browser.ts';
import { type InterceptingProxy, startInterceptingProxy } from './intercepting-proxy.ts';
import { fillInRegistration, generateShopperDetails, waitForProfile } from './shopper.ts';

describe.skipIf(!hasChromium)('Without JavaScript, a visitor', () => {
  const { visit } = useBrowser();

  it('searches, filters, sorts and pages through listings with links and forms', async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    // Links and forms work before the images have loaded.
    const untilParsed = { waitUntil: 'domcontentloaded' } as const;
    await page.goto('/', untilParsed);
    const search = page.getByRole('banner').getByRole('searchbox').first();
    await search.fill('गीता');
    await search.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('search') === 'गीता', untilParsed);
    await page.goto('/product', untilParsed);
    await page
      .getByRole('complementary')
      .getByRole('checkbox', { name: /^English/ })
      .check();
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await page.waitForURL((url) => url.searchParams.get('language') === 'English', untilParsed);
    await page.getByRole('link', { name: 'Price: low to high' }).click();
    await page.waitForURL('**/product?language=English&sort=lowToHigh', untilParsed);
    await page.getByRole('link', { name: 'Load more books' }).click();
    await page.waitForURL(/page=2/, untilParsed);
    expect(await page.getByRole('main').getByRole('article').count()).toBeGreaterThan(20);
    await page.goto('/author', untilParsed);
    const authorSearch = page.getByRole('main').getByRole('searchbox');
    await authorSearch.fill('premchand');
    await authorSearch.press('Enter');
    await page.getByRole('main').getByRole('link', { name: /प्रेमचंद/ }).click();
    await page.getByRole('heading', { level: 1, name: 'प्रेमचंद' }).waitFor();
  });

  it('sees no buttons on the product page that would do nothing, and is told that the cart needs JavaScript', async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    await page.goto('/product/1');
    await page.getByText('Please turn on JavaScript to add books to your cart.').waitFor();
    expect(await page.getByRole('button', { name: /^(Add|Buy Now|Demo|Wishlist)/ }).count()).toBe(0);
  });

  it('is told on the account, cart and wish list pages that they need JavaScript', async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    for (const path of ['/user-login', '/registeration', '/profile', '/cart-manager', '/wish-list']) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      expect(await page.locator('noscript p').innerText()).toContain('Please turn on JavaScript');
    }
  });
});

describe.skipIf(!hasChromium)('The polyfill for popovers', () => {
  const { visit } = useBrowser();

  it('is loaded only by browsers without popovers', async () => {
    const { page } = await visit();
    const polyfillRequests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/assets/popover-')) polyfillRequests.push(request.url());
    });
    await openHydrated(page, '/product');
    expect(polyfillRequests).toEqual([]);
    await page.addInitScript(() => {
      for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover']) {
        Reflect.deleteProperty(HTMLElement.prototype, name);
      }
    });
    await openHydrated(page, '/product');
    await page.waitForFunction(() => 'showPopover' in HTMLElement.prototype);
    expect(polyfillRequests).toHaveLength(1);
  });
});

describe.skipIf(!hasChromium)('The registration form', () => {
  const { visit } = useBrowser();

  it('is shown by browsers without Array.prototype.toReversed, such as Chrome 109', async () => {
    const { page } = await visit();
    await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toReversed'));
    await openHydrated(page, '/registeration');
    await page.getByRole('textbox', { name: 'Email' }).first().waitFor();
    expect(await page.evaluate(() => 'toReversed' in Array.prototype)).toBe(false);
  });
});

describe.skipIf(!hasChromium)('When scripts load late or not at all,', () => {
  const { visit } = useBrowser();
  const contactPageScript = /^\/assets\/ContactPage-/;
  let proxy: InterceptingProxy;
  beforeAll(async () => {
    proxy = await startInterceptingProxy(inject('shopUrl'));
  });
  afterAll(() => proxy.close());

  /**
   * Runs the action, and returns a function that returns how many page loads have been requested since the action
   * started. Load events would not suffice: a page may reload before its load event fires.
   */
  const countLoads = async (page: Page, action: () => Promise<unknown>) => {
    let count = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) count += 1;
    });
    await action();
    return () => count;
  };

  /** Opens a page whose main script does not load until `release` is called, so that the page is not hydrated. */
  async function openBeforeHydration(path: string) {
    const { page } = await visit({ shopUrl: proxy.url });
    const release = proxy.hold(/^\/assets\/entry-client-[^/]*\.js/);
    await page.goto(path, { waitUntil: 'commit' });
    return { page, release };
  }

  it('the page reloads itself once and works after a new deployment', async () => {
    const { page } = await visit({ shopUrl: proxy.url, allowedErrors: /404/ });
    await openHydrated(page, '/faq');
    proxy.stub(contactPageScript, { status: 404 });
    // A new deployment serves the scripts of its pages, so the reloaded page is held back until the script is restored.
    const releaseReloadedPage = proxy.hold(/^\/contactus$/);
    const loadCount = await countLoads(page, async () => {
      // A click waits for the navigation it causes, so await the click only after the page is released.
      const clicked = page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click();
      await expect.poll(() => proxy.countRequests(/^\/contactus$/)).toBe(1);
      proxy.restore(contactPageScript);
      releaseReloadedPage();
      await clicked;
    });
    await page.getByRole('main').getByText('411030').first().waitFor();
    expect(loadCount()).toBe(1);
    expect(new URL(page.url()).pathname).toBe('/contactus');
  });

  it('a page whose message file is missing reloads once, then reports the error, and its links still work', async () => {
    const { page } = await visit({ shopUrl: proxy.url, allowedErrors: /404|dynamically imported/ });
    proxy.stub(/^\/assets\/en-/, { status: 404 });
    const loadCount = await countLoads(page, () => page.goto('/faq', { waitUntil: 'commit' }));
    await page.getByRole('alert').getByText("Part of the page didn't load").waitFor();
    expect(loadCount()).toBe(2);
    proxy.restore(/^\/assets\/en-/);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click();
    await page.getByRole('main').getByText('411030').first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it.each([
    ['/', /^\/assets\/HomePage-/, 'श्यामची आई'],
    ['/product', /^\/assets\/ProductListPage-/, 'श्यामची आई'],
    ['/product/1', /^\/assets\/ProductPage-/, 'श्यामची आई'],
    ['/contactus', contactPageScript, '411030'],
  ])(
    'the page %s whose script is missing reloads once, then reports the error, stays readable, and its links still work',
    async (path, script, text) => {
      const { page } = await visit({ shopUrl: proxy.url, allowedErrors: /404/ });
      proxy.stub(script, { status: 404 });
      onTestFinished(() => proxy.restore(script));
      const loadCount = await countLoads(page, () => page.goto(path, { waitUntil: 'commit' }));
      const alert = page.getByRole('alert').filter({ hasText: "Part of the page didn't load." });
      const content = page.getByRole('main').getByText(text).first();
      await alert.waitFor();
      expect(loadCount()).toBe(2);
      expect(await content.isVisible()).toBe(true);
      await page.getByRole('banner').getByRole('link', { name: 'Authors', exact: true }).click();
      await page.waitForURL('**/author');
      await page.goBack({ waitUntil: 'commit' });
      await alert.waitFor();
      proxy.restore(script);
      await alert.getByRole('link', { name: 'Reload page' }).click();
      await waitForHydration(page);
      expect(await content.isVisible()).toBe(true);
      expect(await alert.count()).toBe(0);
    },
  );

  it('a script that failed to load without a connection is fetched again before the page reloads itself', async () => {
    const { page } = await visit({
      shopUrl: proxy.url,
      allowedErrors: /ERR_|404|ChunkLoadError|preload CSS|dynamically imported/,
    });
    await openHydrated(page, '/faq');
    // Wait for all files of this page, so that the lost connection affects only files of the next page.
    await page.waitForLoadState('networkidle');
    const reconnect = proxy.disconnect();
    onTestFinished(reconnect);
    // The page checks whether the shop can be reached. The test reconnects only after this check has failed: otherwise,
    // the page would fetch the script again and reload itself before the test reloads it.
    const checkFailed = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click();
    const alert = page.getByRole('alert').filter({ hasText: "Part of the page didn't load." });
    await alert.waitFor();
    await checkFailed;
    // Simulates WebKit, which does not request a failed script again after a reload: the script stays missing.
    proxy.stub(contactPageScript, { status: 404 });
    reconnect();
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) requests.push('page');
      const isFetched = request.resourceType() === 'fetch';
      if (isFetched && contactPageScript.test(new URL(request.url()).pathname)) requests.push('script');
    });
    await page.reload({ waitUntil: 'commit' });
    // The page has reloaded itself. It fetches the script after the second failure too, for the visitor's next reload.
    await expect.poll(() => requests).toEqual(['page', 'script', 'page', 'script']);
    await alert.waitFor();
    proxy.restore(contactPageScript);
    await alert.getByRole('link', { name: 'Reload page' }).click();
    await waitForHydration(page);
    expect(requests.slice(4)).toEqual(['script', 'page']);
  });

  it('a page still reloads itself after a visitor has reloaded it while the shop was slow to respond', async () => {
    const { page } = await visit({ shopUrl: proxy.url, allowedErrors: /404/ });
    await openHydrated(page, '/faq');
    proxy.stub(contactPageScript, { status: 404 });
    onTestFinished(() => proxy.restore(contactPageScript));
    const requestCount = proxy.countRequests(/^\/contactus$/);
    const releaseReload = proxy.hold(/^\/contactus$/);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click();
    await expect.poll(() => proxy.countRequests(/^\/contactus$/)).toBe(requestCount + 1);
    const loadCount = await countLoads(page, async () => {
      const reloaded = page.reload({ waitUntil: 'commit' });
      await expect.poll(() => proxy.countRequests(/^\/contactus$/)).toBe(requestCount + 2);
      releaseReload();
      await reloaded;
    });
    await expect.poll(loadCount).toBe(2);
    await page.getByRole('alert').filter({ hasText: "Part of the page didn't load." }).waitFor();
  });

  it('the form in the footer is replaced by a link if its style sheet is missing, and the rest of the page remains', async () => {
    const styleSheet = /^\/assets\/chakra-[^/]+\.css$/;
    const { page } = await visit({ shopUrl: proxy.url, allowedErrors: /404/ });
    proxy.stub(styleSheet, { status: 404 });
    onTestFinished(() => proxy.restore(styleSheet));
    await openHydrated(page, '/author');
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    // The menu of the footer already has such a link.
    const links = page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' });
    await expect.poll(() => links.count()).toBe(2);
    await page.getByRole('heading', { level: 1, name: 'Authors' }).waitFor();
  });

  it('a click before hydration takes effect after it', async () => {
    const { page, release } = await openBeforeHydration('/product');
    await page.getByRole('button', { name: 'Add: श्यामची आई' }).click();
    release();
    await page.waitForURL('**/cart-without-login');
    await page.getByRole('link', { name: 'Login to Checkout' }).waitFor();
    await page.getByRole('main').getByText('श्यामची आई').first().waitFor();
  });

  it('a filter chosen before hydration is applied after it', async () => {
    const { page, release } = await openBeforeHydration('/product');
    await page
      .getByRole('complementary')
      .getByRole('checkbox', { name: /^English/ })
      .check();
    release();
    await page.waitForURL((url) => url.searchParams.get('language') === 'English');
  });

  it('a price limit removed before hydration stays removed', async () => {
    const { page, release } = await openBeforeHydration('/product?minPrice=100');
    const price = page.getByRole('complementary').getByRole('textbox', { name: 'From' });
    await price.fill('');
    release();
    await waitForHydration(page);
    await price.press('Enter');
    await page.waitForURL((url) => !url.searchParams.has('minPrice'));
    expect(await price.inputValue()).toBe('');
  });

  it('fields filled in before hydration keep their values', async () => {
    const { page, release } = await openBeforeHydration('/registeration');
    const form = page.locator('main');
    const name = form.getByLabel('Name', { exact: true });
    const agreed = form.getByRole('checkbox', { name: /Privacy Policy/ });
    await name.fill('Asha Kale');
    await agreed.press('Space');
    release();
    await waitForHydration(page);
    await form.getByRole('button', { name: 'Register' }).click();
    await expect
      .poll(() => form.getByLabel('Email', { exact: true }).getAttribute('aria-invalid'))
      .toBe('true');
    expect(await name.inputValue()).toBe('Asha Kale');
    expect(await name.getAttribute('aria-invalid')).not.toBe('true');
    expect(await agreed.isChecked()).toBe(true);
    expect(await agreed.getAttribute('aria-invalid')).not.toBe('true');
  });

  it.each<[name: string, submit: (form: Locator) => Promise<void>]>([
    ['with its button', (form) => form.getByRole('button', { name: 'Login', exact: true }).click()],
    ['with Enter', (form) => form.getByLabel('Mobile number', { exact: true }).press('Enter')],
  ])(
    'a form submitted %s before hydration is validated after it, and keeps the typed values',
    async (_, submit) => {
      const { page, release } = await openBeforeHydration('/user-login');
      const form = page.locator('main');
      await form.getByLabel('Mobile number', { exact: true }).fill('9000000001');
      await submit(form);
      release();
      await page.getByRole('alertdialog').getByText('Please enter both contact and password').waitFor();
      expect(await form.getByLabel('Mobile number', { exact: true }).inputValue()).toBe('9000000001');
    },
  );

  it('a form submitted during hydration contains the values that were filled in before', async () => {
    const shopper = generateShopperDetails();
    const { page, release } = await openBeforeHydration('/registeration');
    await fillInRegistration(page, shopper);
    await page.getByRole('button', { name: 'Register' }).evaluate((button: HTMLButtonElement) => {
      const timer = setInterval(() => {
        if (document.documentElement.dataset.hydrated === undefined) button.click();
        else clearInterval(timer);
      });
    });
    release();
    await waitForProfile(page, shopper);
  });
});
