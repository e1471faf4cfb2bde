import { describe, expect, it } from 'vitest';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';
import { isFocused } from './keyboard.ts';
import { signIn } from './shopper.ts';

describe.skipIf(!hasChromium)('In the profile, a shopper', () => {
  const { visit } = useBrowser();

  it.each([360, 1280])('opens a section with the keyboard and returns with Back, %i px', async (width) => {
    const { page } = await visit({ width });
    await page.goto('/user-login');
    await signIn(page, '9000000001', 'demo-shopper');
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
});
