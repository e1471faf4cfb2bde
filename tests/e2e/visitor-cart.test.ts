import { describe, expect, it } from 'vitest';
import { expectNoViolations } from './accessibility.ts';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';
import { createShopper, fetchCartProductIds, fetchTwoBooksInStock, fillCart } from './shop-api.ts';
import { signIn } from './shopper.ts';

describe.skipIf(!hasChromium)("A visitor's cart on a phone", () => {
  const { visit } = useBrowser();

  it("collects books in the browser, and is merged into the account's cart after login", async () => {
    const shopper = await createShopper();
    const [bookInBothCarts, otherBook] = await fetchTwoBooksInStock();
    await fillCart(shopper, [{ id: bookInBothCarts.id, quantity: 2 }]);
    const { page, context } = await visit({ width: 360 });
    for (const { id } of [bookInBothCarts, otherBook]) {
      await openHydrated(page, `/product/${id}`);
      await page.getByRole('button', { name: /^Add To Cart/ }).click();
      await page.getByRole('link', { name: 'Login to Checkout' }).waitFor();
    }
    // Visitors who add a related product stay on the product page.
    await page.goBack();
    const related = page.getByRole('region', { name: 'Related Products' });
    await related
      .getByRole('button', { name: /^Add: / })
      .first()
      .click();
    await related.getByText('In cart: 1').waitFor();
    await page.getByRole('link', { name: 'Cart, 3 items' }).waitFor();
    await page.getByRole('region', { name: 'Your cart', exact: true }).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Your cart' }).waitFor();
    await page.getByText('Please login or create your account for the cart').waitFor();
    await page.getByRole('button', { name: `Increase quantity of ${otherBook.name}` }).click();
    await page.reload();
    await expect
      .poll(() => page.getByRole('combobox', { name: `Quantity: ${otherBook.name}` }).inputValue())
      .toBe('2');
    const login = page.getByRole('link', { name: 'Log in to check out' });
    // Visitors see the link without scrolling: the viewport is 800 px high.
    const loginBox = await login.boundingBox();
    expect((loginBox?.y ?? 0) + (loginBox?.height ?? 0)).toBeLessThanOrEqual(800);
    await expectNoViolations(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectNoViolations(page);
    const otherTab = await context.newPage();
    await otherTab.goto('/contactus');
    await otherTab.getByRole('link', { name: 'Cart, 4 items' }).waitFor();
    await login.click();
    await page.getByRole('main').getByLabel('Password', { exact: true }).waitFor();
    await signIn(page, shopper.contact, shopper.password);
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await page.getByRole('link', { name: otherBook.name }).first().waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('visitorCart'))).toBeNull();
    await otherTab.getByRole('link', { name: 'Cart, 5 items' }).waitFor();
    // A book that is in both carts keeps the larger quantity. The other tab, which is also signed in, adds no copies.
    const cart = await fetchCartProductIds(shopper);
    const countCopies = (id: string) => cart.filter((product) => String(product) === id).length;
    expect([cart.length, countCopies(bookInBothCarts.id), countCopies(otherBook.id)]).toEqual([5, 2, 2]);
  });
});
