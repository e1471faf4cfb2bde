import { describe, expect, it } from 'vitest';
import { hasChromium, useBrowser } from './browser.ts';
import { countedBooks, createShopper, fetchBook, signInByApi } from './shop-api.ts';
import { generateShopperDetails, register, signIn, waitForProfile } from './shopper.ts';

describe.skipIf(!hasChromium)('The shop', () => {
  const { visit } = useBrowser();

  it('takes a visitor from a search through registration to an order listed under My Orders', async () => {
    const { page } = await visit();
    const shopper = generateShopperDetails();

    await page.goto('/');
    const search = page.getByPlaceholder('Search for Products, Authors, Publishers...').first();
    await search.fill('गीतारहस्य');
    await search.press('Enter');
    await page.getByText('1 book', { exact: true }).first().waitFor();
    await page.getByRole('article').getByRole('link', { name: 'गीतारहस्य' }).click();
    const { purchaseJourneyTest: bookId } = countedBooks;
    await page.waitForURL(`**/product/${bookId}`);
    await page.getByRole('heading', { level: 1, name: 'गीतारहस्य' }).waitFor();
    const { copies } = await fetchBook(bookId);

    await page.goto('/registeration');
    await register(page, shopper);
    await page.goto(`/product/${bookId}`);
    await page.getByRole('button', { name: /^Add To Cart/ }).click();
    await page.waitForURL('**/cart-manager');

    await page.getByText('₹550.00').first().waitFor();
    await page.getByRole('button', { name: 'Increase quantity of गीतारहस्य' }).click();
    await page.getByText(/^Delivery to 411030: free, by /).waitFor();
    await page.getByText('₹1,100.00').last().waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { level: 1, name: 'Address and confirmation' }).waitFor();
    await page.getByRole('radio').first().check({ force: true });
    await page.getByRole('button', { name: 'Confirm Order' }).click();
    await page.getByRole('heading', { level: 1, name: 'Payment' }).waitFor();
    await page.getByText('₹1,100.00').last().waitFor();
    await page.getByRole('button', { name: 'Confirm and Pay' }).click();
    await page.getByRole('heading', { level: 1, name: 'Shipment created successfully' }).waitFor();

    await page.goto('/profile?section=orders');
    await page.getByText('1 order', { exact: true }).waitFor();
    await page.getByText('₹1,100.00').waitFor();
    await page.getByRole('button', { name: /View details/ }).click();
    const details = page.getByRole('dialog');
    await details.getByText('गीतारहस्य').waitFor();
    await details.getByText(/12 Laxmi Road/).waitFor();

    await page.goto('/cart-manager');
    await page.getByText('Your cart is empty!').waitFor();
    expect((await fetchBook(bookId)).copies).toBe(copies - 2);
  });

  it("does not show a shopper's data to another visitor", async () => {
    const shopper = await createShopper();
    const { page: shopperPage } = await visit();
    await signInByApi(shopperPage, shopper);
    await shopperPage.goto('/profile');
    await waitForProfile(shopperPage, shopper);

    const { page } = await visit();
    await page.goto('/profile');
    await page.getByText('Please Login or Create your account').first().waitFor();
    expect(await page.content()).not.toContain(shopper.name);
    await page.goto('/wish-list');
    await page.getByText('Please login or create an account to access your wishlist.').first().waitFor();
    await page.goto('/cart-manager');
    await page.waitForURL('**/user-login');
    const response = await page.request.post('/graphql', {
      data: { query: '{ user { id orders { totalCount } } }' },
    });
    expect(await response.json()).toMatchObject({ data: { user: null } });
  });

  it('shares login and logout between tabs', async () => {
    const { page, context } = await visit();
    await page.goto('/user-login');
    await signIn(page, '9000000002', 'demo-reader');
    const secondTab = await context.newPage();
    await secondTab.goto('/profile');
    await secondTab.getByText('Hello, Demo Reader').waitFor();

    await page.getByRole('button', { name: 'Log Out' }).click();
    const confirmation = page.getByRole('alertdialog');
    await confirmation.getByText('Are you sure you want to log out?').waitFor();
    await confirmation.getByRole('button').last().click();
    await secondTab.getByText('Please Login or Create your account').first().waitFor();
    for (const key of ['userId', 'contact', 'userEmail', 'token']) {
      await expect.poll(() => secondTab.evaluate((name) => sessionStorage.getItem(name), key)).toBe('null');
    }
  });
});
