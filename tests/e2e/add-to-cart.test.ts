import type { Page } from 'playwright-core';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { expectNoViolations } from './accessibility.ts';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';
import { startInterceptingProxy } from './intercepting-proxy.ts';
import { createShopper, fetchCartProductIds, signInByApi } from './shop-api.ts';

describe.skipIf(!hasChromium)('Adding to the cart on a phone', () => {
  const { visit } = useBrowser();

  async function visitSignedIn(shopUrl = inject('shopUrl')) {
    const shopper = await createShopper();
    const { page } = await visit({ width: 360, shopUrl });
    await signInByApi(page, shopper);
    return { shopper, page };
  }

  const getMiniCart = (page: Page) => page.getByRole('region', { name: 'Your cart', exact: true });

  it('from the general listing lets the shopper stay and change the quantity there', async () => {
    const { shopper, page } = await visitSignedIn();
    await openHydrated(page, '/product');
    await page.getByRole('button', { name: 'Add: श्यामची आई' }).click();
    await page.getByText('Product added to the cart!').waitFor();
    // The button works during the pause before the redirect, and afterwards while the cart is loading.
    await page.getByRole('button', { name: 'Stay here' }).click();
    const stepper = page.getByRole('group', { name: 'Quantity: श्यामची आई' });
    await stepper.getByText('In cart: 1').waitFor();
    await page.waitForURL((url) => url.pathname === '/product');
    await getMiniCart(page).getByText('1 item in your cart').waitFor();
    await page.getByRole('button', { name: 'Increase quantity of श्यामची आई' }).click();
    await stepper.getByText('In cart: 2').waitFor();
    await getMiniCart(page).getByText('2 items in your cart').waitFor();
    await expect.poll(async () => (await fetchCartProductIds(shopper)).length).toBe(2);
    await expectNoViolations(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectNoViolations(page);
    await getMiniCart(page).getByRole('link', { name: 'Go to cart' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your cart' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Go to cart' }).count()).toBe(0);
  });

  it('lets the shopper stay while the cart is loading', async () => {
    const proxy = await startInterceptingProxy(inject('shopUrl'));
    onTestFinished(() => proxy.close());
    const releaseCartPage = proxy.hold(/^\/assets\/CartPage-[^/]*\.js/);
    const { page } = await visitSignedIn(proxy.url);
    await openHydrated(page, '/product');
    await page.getByRole('button', { name: 'Add: श्यामची आई' }).click();
    await expect.poll(() => proxy.countRequests(/^\/assets\/CartPage-[^/]*\.js/)).toBe(1);
    await page.getByRole('button', { name: 'Stay here' }).click();
    await getMiniCart(page).getByText('1 item in your cart').waitFor();
    releaseCartPage();
    await page.getByRole('link', { name: 'गीतारहस्य' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'गीतारहस्य' }).waitFor();
    await page.goBack();
    await page.getByRole('group', { name: 'Quantity: श्यामची आई' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/product');
  });

  it("from the related products keeps the shopper on the product page, while the page's own Add To Cart button opens the cart", async () => {
    const { page } = await visitSignedIn();
    await openHydrated(page, '/product/2');
    const related = page.getByRole('region', { name: 'Related Products' });
    await related
      .getByRole('button', { name: /^Add: / })
      .first()
      .click();
    await related.getByText('In cart: 1').waitFor();
    await getMiniCart(page).getByText('1 item in your cart').waitFor();
    const miniCartBox = await getMiniCart(page).boundingBox();
    const buyNowBox = await page.getByRole('button', { name: /^Buy Now/ }).boundingBox();
    // On phones, the mini cart and the buttons of the book are fixed to the bottom, so they must not overlap.
    expect((miniCartBox?.y ?? 0) + (miniCartBox?.height ?? 0)).toBeLessThanOrEqual(buyNowBox?.y ?? 0);
    await page.getByRole('button', { name: /^Add To Cart/ }).click();
    await page.getByText('Product Added!').waitFor();
    await page.getByRole('button', { name: 'Stay here' }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Your cart' }).waitFor();
  });
});
