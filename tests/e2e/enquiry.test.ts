import { describe, expect, it } from 'vitest';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';

describe.skipIf(!hasChromium)('With the contact form on a phone, a visitor', () => {
  const { visit } = useBrowser();

  it('asks about a book and returns to it', async () => {
    const { page } = await visit({ width: 360 });
    await openHydrated(page, '/product/2');
    const main = page.getByRole('main');
    await main.getByRole('heading', { level: 1, name: 'ज्ञानेश्वरी' }).waitFor();
    await main.getByRole('link', { name: 'Ask about this book' }).click();
    await main.getByRole('heading', { level: 2, name: 'Ask about this book' }).waitFor();
    expect(await main.getByLabel('Book').inputValue()).toBe('ज्ञानेश्वरी');
    expect(await main.getByLabel('Author').inputValue()).toBe('संत ज्ञानेश्वर');
    expect(await main.getByLabel('Publisher').inputValue()).not.toBe('');
    expect(await main.getByLabel('Language').inputValue()).toBe('मराठी');
    await main.getByLabel('Name').fill('Asha');
    await main.getByLabel('Phone number').fill('9812345678');
    await main.getByLabel('Message').fill('Is this the complete text?');
    const sending = page.waitForRequest((request) => request.postData()?.includes('CreateContact') === true);
    await main.getByRole('button', { name: 'Send' }).click();
    expect((await sending).postDataJSON()).toMatchObject({
      variables: { input: { productName: 'ज्ञानेश्वरी', author: 'संत ज्ञानेश्वर', language: 'मराठी' } },
    });
    await page.getByText('Thank you for contacting us.').waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    await main.getByRole('heading', { level: 1, name: 'ज्ञानेश्वरी' }).waitFor();
  });

  it('finds a ready-made message about a book that is sold out', async () => {
    const { page } = await visit({ width: 360 });
    await openHydrated(page, '/product?search=walden');
    const main = page.getByRole('main');
    await main.getByRole('article').getByRole('link', { name: 'Walden' }).first().click();
    await main.getByRole('heading', { level: 1, name: 'Walden' }).waitFor();
    await main.getByRole('link', { name: "Notify me when it's back in stock" }).click();
    await main.getByRole('heading', { level: 2, name: "Notify me when it's back in stock" }).waitFor();
    expect(await main.getByLabel('Message').inputValue()).toBe(
      'Please tell me when this book is back in stock.',
    );
    await page.goBack();
    await main.getByRole('link', { name: 'Order it for me' }).waitFor();
  });
});
