import { describe, expect, it } from 'vitest';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';
import { isFocused, press, tabTo } from './keyboard.ts';
import {
  createShopper,
  fetchBookInStock,
  fetchCartProductIds,
  fetchOrders,
  signInByApi,
} from './shop-api.ts';
import { signIn } from './shopper.ts';

describe.skipIf(!hasChromium)('A shopper', () => {
  const { visit } = useBrowser();

  it('places an order from the home page using only the keyboard', async () => {
    const shopper = await createShopper();
    const { page } = await visit();
    await page.goto('/');
    const search = page.getByRole('searchbox').or(page.getByRole('combobox')).first();
    await tabTo(page, search);
    await page.keyboard.type('श्यामची आई');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/product?**');
    await press(page, page.getByRole('main').getByRole('article').getByRole('link', { name: 'श्यामची आई' }));
    await press(page, page.getByRole('button', { name: /^Add To Cart/ }).first());
    // The shopper is not signed in yet, so the book is added to the account's cart after the login.
    await press(page, page.getByRole('link', { name: 'Login to Checkout' }));
    await tabTo(page, page.getByRole('main').getByLabel('Mobile number', { exact: true }));
    await page.keyboard.type(shopper.contact);
    await tabTo(page, page.getByRole('main').getByLabel('Password', { exact: true }));
    await page.keyboard.type(shopper.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/cart-manager');
    await page.getByText('Product added to the cart!').waitFor();
    await press(page, page.getByRole('button', { name: 'Continue' }));
    await page.getByRole('heading', { level: 1, name: 'Address and confirmation' }).waitFor();
    await tabTo(page, page.getByRole('radio').first());
    await page.keyboard.press('Space');
    await press(page, page.getByRole('button', { name: 'Confirm Order' }));
    await page.getByRole('heading', { level: 1, name: 'Payment' }).waitFor();
    await press(page, page.getByRole('button', { name: 'Confirm and Pay' }));
    const heading = page.getByRole('heading', { name: 'Shipment created successfully' });
    await heading.waitFor();
    // Focus moves to the heading, so a screen reader announces it.
    await expect.poll(() => isFocused(heading)).toBe(true);
    expect(await fetchOrders(shopper)).toHaveLength(1);
  });

  it('logs in through a dialog and finds the chosen book in the cart', async () => {
    const shopper = await createShopper();
    // Not one of the last twelve books: shopper-checkout.test.ts orders copies of some of them.
    const book = await fetchBookInStock(-13);
    const { page } = await visit();
    await page.goto(`/product/${book.id}`);
    await page
      .getByRole('button', { name: /^Add To Cart/ })
      .first()
      .click();
    await page.waitForURL('**/cart-without-login');
    await page.getByRole('button', { name: 'Log in here' }).click();
    const dialog = page.getByRole('dialog', { name: 'Login' });
    await dialog.getByLabel('Mobile number', { exact: true }).fill(shopper.contact);
    await dialog.getByLabel('Password', { exact: true }).fill(shopper.password);
    await dialog.getByRole('button', { name: 'Login', exact: true }).click();
    await page.waitForURL('**/cart-manager');
    // Do not wait for the message that the book was added: the same message about the visitor's cart may still be
    // visible.
    await expect.poll(() => fetchCartProductIds(shopper)).toEqual([Number(book.id)]);
  });

  it('saves a book as a visitor and finds it on the wish list after logging in', async () => {
    const shopper = await createShopper();
    const { page } = await visit();
    await page.goto('/product/4');
    await page.getByRole('button', { name: 'Wishlist: गीतारहस्य' }).click();
    await page.waitForURL('**/user-wish-list');
    const login = page.getByRole('link', { name: 'Log in to save it' });
    await login.waitFor();
    await page.getByRole('main').getByText('गीतारहस्य').first().waitFor();
    await login.click();
    await page.waitForURL('**/user-login');
    await page.reload();
    await signIn(page, shopper.contact, shopper.password);
    await page.waitForURL('**/wish-list');
    await page.getByText('Success! Product added to wishlist.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'गीतारहस्य' }).first().waitFor();
  });

  it('has the same session in a second tab that was opened while the first was still loading', async () => {
    const shopper = await createShopper();
    const { page, context } = await visit();
    await signInByApi(page, shopper);
    const scripts = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    // The scripts may delay the load event.
    await page.goto('/contactus', { waitUntil: 'domcontentloaded' });
    const otherTab = await context.newPage();
    await otherTab.goto('/product/4');
    await otherTab
      .getByRole('button', { name: /^Add To Cart/ })
      .first()
      .click();
    await otherTab.waitForURL('**/cart-without-login');
    scripts.resolve();
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
    await otherTab.getByRole('link', { name: 'Login to Checkout' }).waitFor({ state: 'hidden' });
    await expect.poll(() => fetchCartProductIds(shopper)).toEqual([4]);
  });

  it('sees the cart badge of one tab updated after changes in another', async () => {
    const shopper = await createShopper();
    const { page, context } = await visit();
    await signInByApi(page, shopper);
    await openHydrated(page, '/contactus');
    const otherTab = await context.newPage();
    await otherTab.goto('/product/4');
    await otherTab
      .getByRole('button', { name: /^Add To Cart/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
    await otherTab.waitForURL('**/cart-manager');
    await otherTab.getByRole('button', { name: 'Increase quantity of गीतारहस्य' }).click();
    await page.getByRole('link', { name: 'Cart, 2 items' }).waitFor();
  });
});
