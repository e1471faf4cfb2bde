import { describe, expect, it } from 'vitest';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';
import { isFocused } from './keyboard.ts';
import { waitForOtp } from './mailbox.ts';
import { createShopper, fetchBooksInStock, fillCart, placeOrder, signInByApi } from './shop-api.ts';
import { signIn } from './shopper.ts';

describe.skipIf(!hasChromium)('In the profile, a shopper', () => {
  const { visit } = useBrowser();

  it.each([360, 1280])('opens a section with the keyboard and returns with Back, at %i px', async (width) => {
    const { page } = await visit({ width });
    await signInByApi(page, await createShopper());
    await openHydrated(page, '/profile?section=addresses');
    await page.getByRole('tab', { name: 'My Addresses' }).focus();
    // The menu is a column beside the section on wide screens, and a row above it on phones.
    await page.keyboard.press(width === 360 ? 'ArrowRight' : 'ArrowDown');
    const orders = page.getByRole('tab', { name: 'My Orders' });
    await expect.poll(() => isFocused(orders)).toBe(true);
    await page.getByRole('tabpanel', { name: 'My Addresses' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'My Orders' }).waitFor();
    expect(new URL(page.url()).search).toBe('?section=orders');
    await page.goBack();
    await page.getByRole('heading', { level: 2, name: 'My Addresses' }).waitFor();
  });

  it('chooses a default address, which the checkout preselects until the first order', async () => {
    const shopper = await createShopper();
    const [cartBook, orderedBook] = (await fetchBooksInStock()).filter(({ copies }) => copies > 10);
    if (cartBook === undefined || orderedBook === undefined)
      expect.fail('The demo catalogue has too few books with more than ten copies.');
    await fillCart(shopper, [{ id: cartBook.id, quantity: 1 }]);
    const { page } = await visit({ width: 360 });
    await signInByApi(page, shopper);
    await openHydrated(page, '/profile?section=addresses');
    await page.getByRole('button', { name: 'Make default: 3 Karve Road' }).click();
    await page.getByText('Default address changed.').waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: '3 Karve Road' })
      .getByText('Default', { exact: true })
      .waitFor();
    const expectPreselected = async (name: RegExp) => {
      await page.goto('/cart-manager/buy-all-cart-products');
      await page.getByRole('radio', { name, checked: true }).waitFor({ state: 'attached' });
    };
    await expectPreselected(/3 Karve Road.*Default/);
    await placeOrder(shopper, orderedBook, 1);
    await expectPreselected(/12 Laxmi Road.*Last used/);
  });

  it('is asked before an address is removed, with the focus on the button that cancels', async () => {
    const { page } = await visit({ width: 360 });
    await signInByApi(page, await createShopper());
    await openHydrated(page, '/profile?section=addresses');
    const remove = page.getByRole('button', { name: 'Remove address 3 Karve Road' });
    await remove.click();
    const cancelButton = page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' });
    await expect.poll(() => isFocused(cancelButton)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused(remove)).toBe(true);
  });

  it('changes the password with the mailed OTP and stays logged in', async () => {
    const shopper = await createShopper();
    const { page } = await visit({ width: 360 });
    await signInByApi(page, shopper);
    await openHydrated(page, '/profile?section=edit');
    await page.getByRole('button', { name: 'Change your password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reset Password' });
    expect(await dialog.getByLabel('Email or mobile number').inputValue()).toBe(shopper.contact);
    await dialog.getByRole('button', { name: 'Send OTP' }).click();
    await dialog.getByLabel('OTP').fill(await waitForOtp(shopper.email));
    await dialog.getByRole('button', { name: 'Verify OTP' }).click();
    await dialog.getByLabel('New Password').fill('a louder corner');
    await dialog.getByLabel('Confirm Password', { exact: true }).fill('a louder corner');
    await dialog.getByRole('button', { name: 'Reset Password' }).click();
    await page.getByText('Your password has been reset.').waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 2, name: 'Edit Profile' }).waitFor();
    const { page: otherPage } = await visit({ width: 360 });
    await otherPage.goto('/user-login');
    await signIn(otherPage, shopper.contact, 'a louder corner');
    await otherPage.getByRole('heading', { name: `Hello, ${shopper.name}` }).waitFor();
  });
});
