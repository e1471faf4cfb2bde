import type { JSHandle, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { formatRupees } from '#web/i18n/format.ts';
import { hasChromium, useBrowser, waitForScript } from './browser.ts';
import { goBackOnAndroid, isFocused } from './keyboard.ts';
import { waitForMail } from './mailbox.ts';
import {
  countedBooks,
  createShopper,
  fetchBook,
  fetchOrders,
  fillCart,
  placeOrder,
  signInByApi,
} from './shop-api.ts';
import { expectCheckoutStep } from './shopper.ts';

describe.skipIf(!hasChromium)('After an order, a shopper', () => {
  const { visit } = useBrowser();

  it.each([
    { width: 360, reducedMotion: 'no-preference' },
    { width: 1280, reducedMotion: 'reduce' },
  ] as const)(
    'who pays on delivery sees no payment page, but the books, amounts, delivery and next step, and gets an e-mail, at $width px; the check mark is animated unless motion is reduced (prefers-reduced-motion: $reducedMotion)',
    async ({ width, reducedMotion }) => {
      const shopper = await createShopper();
      const book = await fetchBook(countedBooks.ordersTest);
      await fillCart(shopper, [{ id: book.id, quantity: 2 }]);
      const { page } = await visit({ width });
      await page.emulateMedia({ reducedMotion });
      await signInByApi(page, shopper);
      await page.goto('/cart-manager/buy-all-cart-products');
      await page.getByRole('radio').first().check({ force: true });
      await page.getByRole('radio', { name: /Cash on delivery/ }).check({ force: true });
      await page.getByText(/^Delivery to 412105: ₹/).waitFor();
      // The animation loads when the browser is idle. An order that is confirmed earlier is shown without it.
      await waitForScript(page, 'motion');
      const widths = await recordCheckMarkWidth(page);
      await page.getByRole('button', { name: 'Confirm Order' }).click();
      await page.getByRole('heading', { level: 1, name: 'Order Placed successfully!' }).waitFor();
      await expectCheckoutStep(page, 'Confirmation');
      expect(await fetchOrders(shopper)).toMatchObject([{ status: 'Placed' }]);

      const confirmation = page.getByRole('article');
      await confirmation.getByRole('link', { name: book.name }).waitFor();
      const terms = await confirmation.getByRole('term').allTextContents();
      expect(terms).toEqual([
        ...['Order number', 'Payment', 'Expected by', 'Delivering to'],
        ...['Books', 'Shipping', 'Total'],
      ]);
      await confirmation.getByText(formatRupees(book.price * 2 + 20), { exact: true }).waitFor();
      await confirmation.getByText('We pack your books and hand them to the carrier.').waitFor();
      const number = await confirmation.getByRole('definition').first().innerText();
      const mail = await waitForMail(shopper.email, number);
      expect(mail.from).toEqual({ name: 'Aksharvel Books', address: 'shop@example.com' });
      expect(mail.subject).toContain('Aksharvel Books');
      for (const content of [mail.text, mail.html]) expect(content).toContain(book.name);
      await expect.poll(async () => (await widths.jsonValue()).at(-1)).toBe(44);
      const isAnimated = (await widths.jsonValue()).some((width) => width < 44);
      expect(isAnimated).toBe(reducedMotion === 'no-preference');
    },
  );

  it('sees its progress, opens the prefilled contact form and the printable invoice, and cancels it', async () => {
    const shopper = await createShopper();
    const book = await fetchBook(countedBooks.ordersTest);
    const number = await placeOrder(shopper, book, 2);
    const { page } = await visit({ width: 360 });
    await signInByApi(page, shopper);
    // The profile opens on the orders section.
    await page.goto('/profile');
    const card = page.getByRole('article', { name: `Order ${number}` });
    const progress = card.getByRole('list', { name: 'Order progress' });
    await progress.getByText('Placed').waitFor();
    // The check mark has the colour of the paper, so it needs its background in print.
    const checkMark = progress.locator('svg').first().locator('..');
    expect(await checkMark.evaluate((element) => getComputedStyle(element).printColorAdjust)).toBe('exact');
    await card.getByText(/^Expected by \d/).waitFor();

    const openDetails = async () => {
      await page.getByRole('button', { name: `View details of order ${number}` }).click();
      return page.getByRole('dialog', { name: `Order ${number}` });
    };
    await (await openDetails()).getByRole('link', { name: 'Help with this order' }).click();
    await page.getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor();
    const message = page.getByRole('main').getByLabel('Message');
    await expect.poll(() => message.inputValue()).toBe(`About order ${number}: `);

    await page.goBack();
    await (await openDetails()).getByRole('link', { name: 'Invoice' }).click();
    const invoice = page.getByRole('article');
    await invoice.getByRole('heading', { level: 1, name: 'Invoice' }).waitFor();
    await invoice.getByText('Aksharvel Publishers and Booksellers').waitFor();
    await invoice.getByRole('row', { name: new RegExp(`${formatRupees(book.price * 2 + 40)}$`) }).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    expect(await page.getByRole('contentinfo').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });

    await page.goBack();
    const dialog = await openDetails();
    const cancelButton = dialog.getByRole('button', { name: `Cancel order ${number}` });
    await cancelButton.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, cancel it' }).click();
    await dialog.getByRole('list', { name: 'Order progress' }).getByText('Cancelled').waitFor();
    await cancelButton.waitFor({ state: 'hidden' });
    // The copies are for sale again.
    expect(await fetchBook(book.id)).toEqual(book);
  });

  it('closes the confirmation dialog of a cancellation, and then the order dialog behind it, by going back on Android', async () => {
    const shopper = await createShopper();
    const number = await placeOrder(shopper, await fetchBook(countedBooks.ordersTest), 1);
    const { page } = await visit({ width: 360 });
    await signInByApi(page, shopper);
    await page.goto('/profile');
    const opener = page.getByRole('button', { name: `View details of order ${number}` });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: `Order ${number}` });
    const cancelButton = dialog.getByRole('button', { name: `Cancel order ${number}` });
    await cancelButton.click();
    const question = page.getByRole('alertdialog');
    // The button that keeps the order has the focus, so that pressing Enter does not cancel the order by mistake.
    await expect.poll(() => isFocused(question.getByRole('button', { name: 'Keep the order' }))).toBe(true);
    await goBackOnAndroid(page);
    await question.waitFor({ state: 'hidden' });
    await expect.poll(() => isFocused(cancelButton)).toBe(true);
    await goBackOnAndroid(page);
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => isFocused(opener)).toBe(true);
  });
});

/** Records the width of the confirmation's check mark, in pixels, in every frame from now on. */
function recordCheckMarkWidth(page: Page): Promise<JSHandle<number[]>> {
  return page.evaluateHandle(() => {
    const widths: number[] = [];
    const record = () => {
      const mark = document.querySelector('article svg');
      if (mark !== null) widths.push(mark.getBoundingClientRect().width);
      requestAnimationFrame(record);
    };
    record();
    return widths;
  });
}
