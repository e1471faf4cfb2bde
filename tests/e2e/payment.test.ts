import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatRupees } from '#web/i18n/format.ts';
import { hasChromium, useBrowser } from './browser.ts';
import {
  createShopper,
  fetchBookInStock,
  fetchOrders,
  fillCart,
  type StockedBook,
  signInByApi,
} from './shop-api.ts';
import { expectCheckoutStep } from './shopper.ts';

describe.skipIf(!hasChromium)('Paying online, a shopper', () => {
  const { visit } = useBrowser();
  let book: StockedBook;

  beforeAll(async () => {
    book = await fetchBookInStock(-2);
  });

  it('goes from the cart to the address, the payment and the confirmation, and orders once despite double clicks', async () => {
    const shopper = await createShopper();
    await fillCart(shopper, [{ id: book.id, quantity: 2 }]);
    const { page } = await visit({ width: 360 });
    await signInByApi(page, shopper);
    await page.goto('/cart-manager');
    await expectCheckoutStep(page, 'Cart');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { level: 1, name: 'Address and confirmation' }).waitFor();
    await expectCheckoutStep(page, 'Address');
    await page.getByRole('radio', { name: /3 Karve Road/ }).check({ force: true });
    await page.getByText(/^Delivery to 412105: ₹/).waitFor();
    await page.getByRole('button', { name: 'Confirm Order' }).dblclick();

    await page.getByRole('heading', { level: 1, name: 'Payment' }).waitFor();
    await expectCheckoutStep(page, 'Payment');
    await page
      .getByRole('region', { name: 'Delivering to' })
      .getByText(/3 Karve Road/)
      .waitFor();
    expect(await page.getByRole('radio', { name: /Pay online/ }).isChecked()).toBe(true);
    await page.getByText("This is for demonstration only: you won't be charged", { exact: false }).waitFor();
    const total = formatRupees(book.price * 2 + 20);
    const amounts = page.getByRole('region', { name: 'Summary' }).getByText(total, { exact: true });
    await amounts.first().waitFor();
    expect(await fetchOrders(shopper)).toEqual([]);
    // A reload changes nothing.
    await page.reload();
    await amounts.first().waitFor();
    await page
      .getByRole('region', { name: 'Delivering to' })
      .getByText(/3 Karve Road/)
      .waitFor();
    await page.getByRole('button', { name: 'Confirm and Pay' }).dblclick();

    await page.getByRole('heading', { level: 1, name: 'Shipment created successfully' }).waitFor();
    await expectCheckoutStep(page, 'Confirmation');
    const bestProducts = page.getByRole('region', { name: 'Our Best Products' });
    await bestProducts.getByRole('article').first().waitFor();
    await expect.poll(() => countCheckedSteps(page)).toBe(4);
    await page.getByRole('article').getByText('Paid online').waitFor();
    expect(await fetchOrders(shopper)).toHaveLength(1);
    // The confirmation is shown again after a reload, and after going back to the address page.
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Shipment created successfully' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Order Placed successfully!' }).waitFor();
    expect(await page.getByRole('button', { name: /Confirm/ }).count()).toBe(0);
    expect(await fetchOrders(shopper)).toMatchObject([
      { totalPrice: book.price * 2 + 20, status: 'Paid', address: expect.stringContaining('3 Karve Road') },
    ]);
  });

  it('pays for a single product, and cannot order it again by going back', async () => {
    const shopper = await createShopper();
    const { page } = await visit({ width: 360 });
    await signInByApi(page, shopper);
    await page.goto(`/buy-single-product?product=${book.id}`);
    await page.getByRole('radio').first().check({ force: true });
    await page.getByText(/^Delivery to 412105: ₹/).waitFor();
    await page.getByRole('button', { name: 'Confirm Order' }).click();
    await page.getByRole('heading', { level: 1, name: 'Payment' }).waitFor();
    await page.getByText(/^Delivery to 412105: ₹/).waitFor();
    await page.getByRole('button', { name: 'Confirm and Pay' }).click();
    await page.getByRole('heading', { level: 1, name: 'Shipment created successfully' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Order Placed successfully!' }).waitFor();
    expect(await page.getByRole('button', { name: /Confirm/ }).count()).toBe(0);
    expect(await fetchOrders(shopper)).toMatchObject([{ totalPrice: book.price + 40, status: 'Paid' }]);
  });
});

/** Counts the steps that show a check mark instead of their number. */
function countCheckedSteps(page: Page): Promise<number> {
  return page.getByRole('navigation', { name: 'Checkout steps' }).locator('li svg').count();
}
