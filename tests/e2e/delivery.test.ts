import { describe, expect, it } from 'vitest';
import { hasChromium, useBrowser } from './browser.ts';
import { fetchTwoBooksInStock } from './shop-api.ts';

describe.skipIf(!hasChromium)('The delivery estimate on the product page', () => {
  const { visit } = useBrowser();

  it('is shown for a PIN code that the browser remembers', async () => {
    const [first, second] = await fetchTwoBooksInStock();
    const { page } = await visit({ width: 360 });
    await page.goto(`/product/${first.id}`);
    const field = page.getByRole('textbox', { name: /Enter your PIN code/ });
    await field.fill('400001');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText(/^Delivery to 400001: ₹10\.00, by \w{3} \d{1,2} \w{3,4}$/).waitFor();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    // Keyboards for Marathi and Hindi type Devanagari digits.
    await field.fill('४११ ०३०');
    await field.press('Enter');
    await page.getByText(/^Delivery to 411030: free, by /).waitFor();
    await page.goto(`/product/${second.id}`);
    await page.getByText(/^Delivery to 411030: free, by /).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('deliveryPincode'))).toBe('411030');
  });
});
