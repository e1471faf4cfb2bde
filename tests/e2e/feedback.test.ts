import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectNoViolations } from './accessibility.ts';
import { hasChromium, openHydrated, useBrowser, waitForScript } from './browser.ts';
import { type InterceptingProxy, startInterceptingProxy } from './intercepting-proxy.ts';
import { isFocused } from './keyboard.ts';
import { createShopper, fetchBookInStock, fillCart, signInByApi } from './shop-api.ts';

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

  it('shows the outdated amounts of the cart with enough contrast until new ones have been calculated', async () => {
    const { page } = await visit({ shopUrl: proxy.url, width: 360 });
    const shopper = await createShopper();
    await fillCart(shopper, [{ id: (await fetchBookInStock(-1)).id, quantity: 1 }]);
    await signInByApi(page, shopper);
    await openHydrated(page, '/cart-manager');
    const amounts = page.getByRole('region', { name: 'Summary' }).locator('dl');
    await amounts.getByText('₹').first().waitFor();
    const release = proxy.hold(/^\/graphql/);
    await page.getByRole('button', { name: /^Increase quantity of / }).click();
    await expect.poll(() => amounts.getAttribute('aria-busy')).toBe('true');
    await expectNoViolations(page, { rule: 'color-contrast' });
    expect(await amounts.getAttribute('aria-busy')).toBe('true');
    release();
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
