import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasChromium, openHydrated, useBrowser, waitForHydration } from './browser.ts';
import { type InterceptingProxy, startInterceptingProxy } from './intercepting-proxy.ts';
import { type IsolatedShop, startIsolatedShop } from './isolated-shop.ts';
import { waitForOtp } from './mailbox.ts';
import { createShopper } from './shop-api.ts';
import { fillInRegistration, generateShopperDetails, submitRegistration, waitForProfile } from './shopper.ts';

describe.skipIf(!hasChromium)('A visitor creating or recovering an account', () => {
  const { visit } = useBrowser();
  const addUserPath = /^\/addUser/;
  let restProxy: InterceptingProxy;
  let shop: IsolatedShop;

  beforeAll(async () => {
    restProxy = await startInterceptingProxy(inject('restUrl'));
    shop = await startIsolatedShop(restProxy.url);
  });
  afterAll(async () => {
    await shop.close();
    await restProxy.close();
  });

  it('sees why a registration was rejected, corrects it, and is signed in', async () => {
    const existing = await createShopper();
    const shopper = generateShopperDetails();
    const { page } = await visit({ shopUrl: shop.url });
    await page.goto('/registeration');
    const form = page.getByRole('main');
    const submit = form.getByRole('button', { name: 'Register' });
    await submitRegistration(page, { ...shopper, contact: existing.contact });
    await form
      .getByText('Contact Number is already present! You can try directly logging in.')
      .first()
      .waitFor();
    await form.getByRole('link', { name: 'Go to Login' }).waitFor();
    await form.getByLabel('Mobile number').fill(shopper.contact);
    await form.getByLabel('Email', { exact: true }).fill(existing.email);
    await submit.click();
    await form.getByText('This email ID is already present.').first().waitFor();
    await form.getByLabel('Email', { exact: true }).fill(shopper.email);
    restProxy.stub(addUserPath, { status: 500 });
    await submit.click();
    await form.getByText('An error occurred. Please try again.').first().waitFor();
    restProxy.stub(addUserPath, { status: 400, body: { message: 'We are moving house until noon.' } });
    await submit.click();
    await form.getByText('We are moving house until noon.').first().waitFor();
    restProxy.restore(addUserPath);
    // The success message disappears after a few seconds, so start waiting before the click.
    await Promise.all([page.getByText('Account created successfully.').waitFor(), submit.click()]);
    await waitForProfile(page, shopper);
    expect(new URL(page.url()).pathname).toBe('/profile');
  });

  it('registers without an address, is signed in, and saves an address whose city comes from the PIN code', async () => {
    const shopper = generateShopperDetails();
    const { page } = await visit({ shopUrl: shop.url, width: 360 });
    await page.goto('/registeration');
    await fillInRegistration(page, shopper);
    await page.getByRole('button', { name: 'Register' }).click();
    await waitForProfile(page, shopper);
    await page.getByRole('tab', { name: 'My Addresses' }).click();
    await page.getByText('No addresses have been saved.').waitFor();
    await page.getByRole('button', { name: 'Create Address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Address' });
    await dialog.getByLabel('Pincode').fill('411030');
    await dialog.getByText('We filled in Pune, Maharashtra from your PIN code.').waitFor();
    expect(await dialog.getByLabel('City').inputValue()).toBe('Pune');
    await dialog.getByLabel('Address', { exact: true }).fill('12 Laxmi Road');
    await dialog.getByLabel('Area').fill('Sadashiv Peth');
    await dialog.getByLabel('Landmark').fill('Beside the library');
    await dialog.getByRole('button', { name: 'Save address' }).click();
    // The dialog, which is still closing, contains the same text.
    await page.getByRole('main').getByText('Pune, Maharashtra').waitFor();
  });

  it('accepts the privacy policy with one key press after Back has loaded the form again', async () => {
    const { page } = await visit({ shopUrl: shop.url });
    await openHydrated(page, '/registeration');
    const checkbox = page.getByRole('checkbox', { name: /Privacy Policy/ });
    await checkbox.press('Space');
    await page.goto('/faq');
    await page.goBack();
    await waitForHydration(page);
    await checkbox.press('Space');
    await page.locator('label[data-state="checked"]').waitFor();
    expect(await checkbox.isChecked()).toBe(true);
  });

  it('resets a forgotten password with the mailed OTP and is signed in', async () => {
    const shopper = await createShopper();
    const { page } = await visit({ shopUrl: shop.url, width: 360 });
    await page.goto('/user-login');
    await page.getByLabel('Mobile number').fill(shopper.contact);
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reset Password' });
    await dialog.getByLabel('Email').fill(shopper.email);
    await dialog.getByRole('button', { name: 'Send OTP' }).click();
    const otp = dialog.getByLabel('OTP');
    expect(await otp.getAttribute('autocomplete')).toBe('one-time-code');
    const mailedOtp = await waitForOtp(shopper.email);
    await otp.fill(mailedOtp === '000000' ? '000001' : '000000');
    await dialog.getByRole('button', { name: 'Verify OTP' }).click();
    await dialog.getByText('Invalid OTP or OTP expired').waitFor();
    await otp.fill(mailedOtp);
    await dialog.getByRole('button', { name: 'Verify OTP' }).click();
    await dialog.getByLabel('New Password').fill('a louder corner');
    await dialog.getByLabel('Confirm Password', { exact: true }).fill('a louder corner');
    expect(await dialog.getByLabel('Mobile number').inputValue()).toBe(shopper.contact);
    await dialog.getByRole('button', { name: 'Reset Password' }).click();
    await page.getByRole('heading', { name: /^Hello, / }).waitFor();
  });
});
