import { randomInt } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export interface ShopperDetails {
  name: string;
  email: string;
  contact: string;
  password: string;
}

/** Generates random details for a registration, because all test files share one shop. */
export function generateShopperDetails(): ShopperDetails {
  const number = String(randomInt(1e9)).padStart(9, '0');
  return {
    name: `Reader ${number}`,
    email: `reader-${number}@example.com`,
    contact: `9${number}`,
    password: 'a quiet corner',
  };
}

/** Fills in the shopper's details in the open registration form, without an address, and accepts the privacy policy. */
export async function fillInRegistration(page: Page, shopper: ShopperDetails): Promise<void> {
  const form = page.locator('main');
  await form.getByLabel('Name', { exact: true }).fill(shopper.name);
  await form.getByLabel('Email', { exact: true }).fill(shopper.email);
  await form.getByLabel('Mobile number').fill(shopper.contact);
  await form.getByLabel('Password', { exact: true }).fill(shopper.password);
  await form.getByLabel('Confirm Password', { exact: true }).fill(shopper.password);
  // A click could open the policy: on phones, the link to it covers the middle of the label.
  await form.getByRole('checkbox', { name: /Privacy Policy/ }).press('Space');
}

/** Fills in and submits the open registration form with an address, then waits for the profile. */
export async function register(page: Page, shopper: ShopperDetails): Promise<void> {
  await submitRegistration(page, shopper);
  await waitForProfile(page, shopper);
}

/** Fills in and submits the open registration form with an address. */
export async function submitRegistration(page: Page, shopper: ShopperDetails): Promise<void> {
  await fillInRegistration(page, shopper);
  const form = page.getByRole('main');
  await form.getByRole('button', { name: 'Add an address now' }).click();
  await form.getByLabel('Address', { exact: true }).fill('12 Laxmi Road');
  await form.getByLabel('Area').fill('Sadashiv Peth');
  await form.getByLabel('Landmark').fill('Beside the library');
  await form.getByLabel('City').fill('Pune');
  await form.getByLabel('Pincode').fill('411030');
  await form.getByRole('button', { name: 'Register' }).click();
}

/** Waits for the profile, which greets the shopper. */
export async function waitForProfile(page: Page, { name }: ShopperDetails): Promise<void> {
  await page.getByRole('heading', { name: `Hello, ${name}` }).waitFor();
}

/** Fills in and submits the open login form, then waits for the page after it. */
export async function signIn(page: Page, contact: string, password: string): Promise<void> {
  const form = page.getByRole('main');
  await form.getByLabel('Mobile number', { exact: true }).fill(contact);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/user-login'));
}

/** Logs out on the profile, which the header of the open page links to. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

/**
 * Expects this step of the checkout to be current. Until the order is placed, expects all steps but the confirmation to
 * be links; afterwards, none.
 */
export async function expectCheckoutStep(page: Page, current: string): Promise<void> {
  const steps = page.getByRole('navigation', { name: 'Checkout steps' });
  const title = steps.locator('[aria-current="step"]').getByText(current, { exact: true });
  await title.waitFor();
  expect(await title.evaluate((element) => getComputedStyle(element).fontWeight)).toBe('600');
  expect(await steps.getByRole('listitem').count()).toBe(4);
  await expect.poll(() => steps.getByRole('link').count()).toBe(current === 'Confirmation' ? 0 : 3);
}
