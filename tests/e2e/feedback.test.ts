import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasChromium, openHydrated, useBrowser, waitForScript } from './browser.ts';
import { type InterceptingProxy, startInterceptingProxy } from './intercepting-proxy.ts';
import { isFocused } from './keyboard.ts';
import { createShopper, signInByApi } from './shop-api.ts';

describe.skipIf(!hasChromium)('The storefront', () => {
  const { visit } = useBrowser();
  let proxy: InterceptingProxy;
  beforeAll(async () => {
    proxy = await startInterceptingProxy(inject('shopUrl'));
  });
  afterAll(() => proxy.close());

  it('asks for confirmation even while offline, because the first pointer movement has loaded the script of the dialog', async () => {
    const { page, context } = await visit();
    await openHydrated(page, '/registeration');
    await page.mouse.move(10, 10);
    await waitForScript(page, 'ToastList');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Add an address now' }).click();
    await page.getByRole('button', { name: 'Remove address 1' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Are you sure?' });
    // Cancel has the focus, so that pressing Enter removes nothing by mistake.
    await expect.poll(() => isFocused(dialog.getByRole('button', { name: 'Cancel' }))).toBe(true);
  });

  it('shows a spinner on the Add button while the product is being added to the cart', async () => {
    const { page } = await visit({ shopUrl: proxy.url });
    await signInByApi(page, await createShopper());
    await openHydrated(page, '/product');
    const button = page.getByRole('button', { name: /^Add: / }).first();
    const hasSpinner = () =>
      button.evaluate((element) => getComputedStyle(element, '::after').animationName !== 'none');
    expect(await hasSpinner()).toBe(false);
    const release = proxy.hold(/^\/graphql/);
    await button.click();
    await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
    expect(await hasSpinner()).toBe(true);
    release();
    await page.waitForURL('**/cart-manager');
  });

  it('shows placeholders with gaps between them while the wish list is loading', async () => {
    const { page } = await visit({ shopUrl: proxy.url, width: 360 });
    await signInByApi(page, await createShopper());
    const release = proxy.hold(/^\/graphql/);
    await openHydrated(page, '/wish-list');
    const placeholders = page.getByRole('main').locator('[aria-hidden="true"][style*="height"]');
    await expect.poll(() => placeholders.count()).toBeGreaterThan(1);
    const [first, second] = await placeholders.evaluateAll((elements) =>
      elements.map((element) => element.getBoundingClientRect()),
    );
    expect(second?.top).toBeGreaterThan((first?.bottom ?? Infinity) + 16);
    release();
  });
});
