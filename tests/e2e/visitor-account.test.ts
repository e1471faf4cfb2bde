import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasChromium, useBrowser } from './browser.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { mailedOtp } from './mailbox.ts';
import { registeredShopper } from './shop-api.ts';
import { newShopper, register, signIn } from './shopper.ts';
import { openSideShop, type SideShop } from './side-shop.ts';

describe.skipIf(!hasChromium)('A visitor on the way to an account', () => {
  const { visit } = useBrowser();
  const addUser = /^\/addUser/;
  const resetPassword = /^\/resetUserPassword/;
  let rest: FaultyProxy;
  let shop: SideShop;

  beforeAll(async () => {
    rest = await startFaultyProxy(inject('restUrl'));
    shop = await openSideShop(rest.url);
  });
  afterAll(async () => {
    await shop.close();
    await rest.close();
  });

  it('reads what is missing in a registration, and keeps one address at least', async () => {
    const { page } = await visit({ shop: shop.url });
    await page.goto('/registeration');
    const form = page.getByRole('main');
    await form.getByLabel('Password', { exact: true }).fill('a quiet corner');
    await form.getByLabel('Confirm Password', { exact: true }).fill('a loud corner');
    await form.getByRole('button', { name: 'Register' }).click();
    await form.getByText('Please agree to the Privacy Policy before creating an account.').waitFor();
    await form.getByText('Passwords do not match').waitFor();
    expect(rest.asked(addUser)).toBe(0);

    await form.getByRole('button', { name: 'Remove address 1' }).click();
    await page.getByText('You must have at least one address.').waitFor();
    await form.getByRole('button', { name: 'Add another address' }).click();
    await form.getByRole('button', { name: 'Remove address 2' }).click();
    const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
    await question.getByText("You won't be able to revert this!").waitFor();
    await question.getByRole('button', { name: 'Yes, remove it!' }).click();
    await form.getByRole('button', { name: 'Remove address 2' }).waitFor({ state: 'detached' });
  });

  it('reads why a registration was refused, is registered in the end, and logs in', async () => {
    const known = await registeredShopper();
    const shopper = newShopper();
    const { page } = await visit({ shop: shop.url });
    await page.goto('/registeration');
    const form = page.getByRole('main');
    const send = form.getByRole('button', { name: 'Register' });
    const registered = register(page, { ...shopper, contact: known.contact });
    await form
      .getByText('Contact Number is already present! You can try directly logging in.')
      .first()
      .waitFor();
    await form.getByRole('link', { name: 'Go to Login' }).waitFor();
    await form.getByLabel('Contact Number').fill(shopper.contact);
    await form.getByLabel('Email', { exact: true }).fill(known.email);
    await send.click();
    await form.getByText('This email ID is already present.').first().waitFor();
    await form.getByLabel('Email', { exact: true }).fill(shopper.email);
    rest.fail(addUser, { status: 500 });
    await send.click();
    await form.getByText('An error occurred. Please try again.').first().waitFor();
    rest.fail(addUser, { status: 400, body: { message: 'We are moving house until noon.' } });
    await send.click();
    await form.getByText('We are moving house until noon.').first().waitFor();
    rest.fail(addUser, null);
    // Words of success do not stay: they are looked out for before they can come.
    await Promise.all([page.getByText('Account created successfully.').waitFor(), send.click()]);
    await registered;
    await Promise.all([
      page.getByText('Login successful!').waitFor(),
      signIn(page, shopper.contact, shopper.password),
    ]);
    expect(new URL(page.url()).pathname).toBe('/profile');
  });

  it('reads at each step of a password reset what is wrong', async () => {
    const { email } = await registeredShopper();
    const { page } = await visit({ shop: shop.url });
    await page.goto('/user-login');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reset Password' });
    await dialog.getByLabel('Email').fill(email);
    await Promise.all([
      // What the host answers is what is shown.
      page.getByText('OTP sent to your email.').waitFor(),
      dialog.getByRole('button', { name: 'Send OTP' }).click(),
    ]);
    await dialog.getByRole('button', { name: 'Verify OTP' }).click();
    await dialog.getByText('Please enter the OTP').waitFor();
    await dialog.getByLabel('OTP').fill(await mailedOtp(email));
    await dialog.getByRole('button', { name: 'Verify OTP' }).click();
    await dialog.getByLabel('New Password').fill('a louder corner');
    await dialog.getByRole('button', { name: 'Reset Password' }).click();
    await dialog.getByText('Passwords do not match').waitFor();
    await dialog.getByLabel('Confirm Password', { exact: true }).fill('a louder corner');
    rest.fail(resetPassword, { status: 500 });
    await dialog.getByRole('button', { name: 'Reset Password' }).click();
    await dialog.getByText('Password reset failed').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });
});
