import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatRupees } from '#web/i18n/format.ts';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';
import {
  countCopiesByProduct,
  createShopper,
  endSession,
  fetchBook,
  fetchBooksInStock,
  fetchCartProductIds,
  fetchOrders,
  fillCart,
  placeOrder,
  runMutation,
  type StockedBook,
  signInByApi,
} from './shop-api.ts';
import { signIn } from './shopper.ts';

const addressPagePath = '/cart-manager/buy-all-cart-products';
const connectionErrors = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

describe.skipIf(!hasChromium)('A shopper at checkout', () => {
  const { visit } = useBrowser();
  let wellStockedBooks: StockedBook[];
  let scarceBook: StockedBook;

  beforeAll(async () => {
    const books = await fetchBooksInStock();
    wellStockedBooks = books.slice(-12);
    scarceBook =
      books.find(({ copies }) => copies > 1 && copies <= 10) ??
      expect.fail('The demo catalogue has no scarce book.');
  });

  /** Creates a shopper with a filled cart, and a page that is signed in as that shopper but has opened no URL yet. */
  async function visitWithCart(
    lines: ReadonlyArray<{ id: string; quantity: number }>,
    allowedErrors?: RegExp,
  ) {
    const shopper = await createShopper();
    await fillCart(shopper, lines);
    const { page, context } = await visit(allowedErrors === undefined ? {} : { allowedErrors });
    await signInByApi(page, shopper);
    return { shopper, page, context };
  }

  function getBook(index: number): StockedBook {
    return wellStockedBooks[index] ?? expect.fail('The demo catalogue has too few books in stock.');
  }

  it('orders part of the cart with a coupon at the displayed total, even after reloading', async () => {
    const [selected, deselected] = [getBook(0), getBook(1)];
    const { shopper, page } = await visitWithCart([
      { id: selected.id, quantity: 2 },
      { id: deselected.id, quantity: 1 },
    ]);
    await page.goto('/cart-manager');
    await page.getByRole('checkbox', { name: `Select ${deselected.name}` }).uncheck();
    await page.getByRole('button', { name: /^MONSOON10/ }).click();
    const total = formatRupees(selected.price * 2 * 0.9 + 20);
    await expectTotal(page, total);
    await page.reload();
    await expectTotal(page, total);
    expect(await page.getByRole('checkbox', { name: `Select ${deselected.name}` }).isChecked()).toBe(false);
    const stored = await page.evaluate(() => Object.keys(sessionStorage).sort());
    expect(stored).toEqual(['contact', 'token', 'userEmail', 'userId']);

    await page.getByRole('button', { name: 'Continue' }).click();
    await waitForAddressPage(page);
    await page.getByRole('radio', { name: /3 Karve Road/ }).check({ force: true });
    // The links between the steps preserve the selected address in both directions.
    const steps = page.getByRole('navigation', { name: 'Checkout steps' });
    await steps.getByRole('link', { name: 'Payment' }).click();
    await page.getByRole('heading', { level: 1, name: 'Payment' }).waitFor();
    await page
      .getByRole('region', { name: 'Delivering to' })
      .getByText(/3 Karve Road/)
      .waitFor();
    await steps.getByRole('link', { name: 'Address' }).click();
    await waitForAddressPage(page);
    await page.reload();
    await expectTotal(page, total);
    await page.getByRole('radio', { name: /3 Karve Road/, checked: true }).waitFor({ state: 'attached' });
    await confirmOrder(page);

    const orders = await fetchOrders(shopper);
    expect(orders).toMatchObject([
      { totalPrice: parseRupees(total), address: expect.stringContaining('3 Karve Road') },
    ]);
    expect(countCopiesByProduct(orders[0])).toEqual({ [selected.id]: 2 });
    await page.getByRole('link', { name: 'My Orders' }).click();
    await page.getByText('1 order', { exact: true }).waitFor();
    // The deselected book is still in the cart.
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
  });

  it('buys a single product from the cart, with the shipping charge for single products', async () => {
    const [selected, other] = [getBook(2), getBook(3)];
    const { shopper, page } = await visitWithCart([
      { id: selected.id, quantity: 1 },
      { id: other.id, quantity: 1 },
    ]);
    await page.goto('/cart-manager');
    await page.getByRole('link', { name: `Buy only this: ${selected.name}` }).click();
    await page.getByRole('heading', { level: 1, name: 'Buy this book' }).waitFor();
    await page.getByRole('button', { name: `Increase quantity of ${selected.name}` }).click();
    await expectTotal(page, formatRupees(selected.price * 2 + 40));
    await page.getByRole('radio').first().check({ force: true });
    await confirmOrder(page);
    const orders = await fetchOrders(shopper);
    expect(orders.map(({ totalPrice }) => totalPrice)).toEqual([selected.price * 2 + 40]);
    expect(countCopiesByProduct(orders[0])).toEqual({ [selected.id]: 2 });
  });

  it('keeps the text in the search field of the header while the quantity changes', async () => {
    const { id, name, price } = getBook(2);
    const { page } = await visitWithCart([{ id, quantity: 1 }]);
    await page.setViewportSize({ width: 360, height: 740 });
    await openHydrated(page, `/buy-single-product?product=${id}`);
    await page.getByRole('heading', { level: 1, name: 'Buy this book' }).waitFor();
    await page.getByRole('banner').getByRole('button', { name: 'Search the shop' }).click();
    const search = page.getByPlaceholder('Search for Products, Authors, Publishers...').last();
    await search.fill('kim');
    await page.getByRole('button', { name: `Increase quantity of ${name}` }).click();
    await expectTotal(page, formatRupees(price * 2 + 40));
    expect(await search.inputValue()).toBe('kim');
    expect(new URL(page.url()).search).toBe(`?product=${id}&quantity=2`);
  });

  it('sees that a book in the cart has sold out, and orders the rest', async () => {
    const [soldOut, other] = [scarceBook, getBook(4)];
    const { shopper, page } = await visitWithCart([
      { id: soldOut.id, quantity: 1 },
      { id: other.id, quantity: 1 },
    ]);
    await openAddressPage(page);
    await buyAllCopies(soldOut);
    await page.getByRole('button', { name: 'Confirm Order' }).click();
    const lines = page.getByRole('region', { name: 'Your order' });
    await lines.getByText('Currently, no stock is available for this product.').waitFor();
    expect(await fetchOrders(shopper)).toEqual([]);
    await lines.getByRole('button', { name: 'Remove from order' }).click();
    await expectTotal(page, formatRupees(other.price + 10));
    await confirmOrder(page);
    expect((await fetchOrders(shopper)).map(countCopiesByProduct)).toEqual([{ [other.id]: 1 }]);
  });

  it('orders once with a double click, and sees in a second tab that the cart has been ordered', async () => {
    const { shopper, page, context } = await visitWithCart([{ id: getBook(5).id, quantity: 1 }]);
    await openAddressPage(page);
    const secondTab = await context.newPage();
    await openAddressPage(secondTab);
    await page.getByRole('button', { name: 'Confirm Order' }).dblclick();
    await page.getByRole('heading', { name: 'Order Placed successfully!' }).waitFor();
    await secondTab.getByText('The books you chose are no longer in your cart').waitFor();
    await secondTab.getByRole('link', { name: 'My Orders' }).click();
    await secondTab.getByText('1 order', { exact: true }).waitFor();
    expect(await fetchOrders(shopper)).toHaveLength(1);
  });

  it('reviews the cart before ordering when another device has changed it', async () => {
    const [removed, remaining] = [getBook(6), getBook(7)];
    const { shopper, page } = await visitWithCart([
      { id: removed.id, quantity: 1 },
      { id: remaining.id, quantity: 1 },
    ]);
    await openAddressPage(page);
    await runMutation(shopper, 'removeFromCart', { productId: removed.id });
    await page.getByRole('button', { name: 'Confirm Order' }).click();
    await page.getByText('Your cart has changed. Please check it and confirm again.').waitFor();
    await page.getByText(/One of the books you chose is no longer in your cart/).waitFor();
    await expectTotal(page, formatRupees(remaining.price + 10));
    expect(await fetchOrders(shopper)).toEqual([]);
    await confirmOrder(page);
    expect((await fetchOrders(shopper)).map(countCopiesByProduct)).toEqual([{ [remaining.id]: 1 }]);
  });

  it('retries after losing the connection, orders only once, and sees the order after a reload', async () => {
    const { shopper, page, context } = await visitWithCart(
      [{ id: getBook(8).id, quantity: 1 }],
      connectionErrors,
    );
    await openAddressPage(page);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Confirm Order' }).click();
    await page.getByText('There was an issue confirming your Order.').waitFor();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('button', { name: 'Try Again' }).waitFor();
    expect(await fetchOrders(shopper)).toEqual([]);

    await context.setOffline(false);
    // The request reaches the shop, but the response is lost.
    await page.route('**/graphql', async (route) => {
      if (!isOrderRequest(route.request().postData())) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect.poll(async () => (await fetchOrders(shopper)).length).toBe(1);
    await page.getByRole('button', { name: 'Try Again' }).waitFor();
    await page.unroute('**/graphql');
    // After a reload, the page looks up the order by its idempotency key.
    await page.reload();
    await page.getByRole('heading', { name: 'Order Placed successfully!' }).waitFor();
    expect(await fetchOrders(shopper)).toHaveLength(1);
  });

  it('logs in again when the session has ended, and the confirmed order is placed', async () => {
    const [selected, deselected] = [getBook(9), getBook(10)];
    const { shopper, page } = await visitWithCart([
      { id: selected.id, quantity: 1 },
      { id: deselected.id, quantity: 1 },
    ]);
    await page.goto('/cart-manager');
    await page.getByRole('checkbox', { name: `Select ${deselected.name}` }).uncheck();
    await page.getByRole('button', { name: /^READMORE5/ }).click();
    const total = formatRupees(selected.price * 0.95 + 10);
    await expectTotal(page, total);
    await page.getByRole('button', { name: 'Continue' }).click();
    await waitForAddressPage(page);
    await expectTotal(page, total);
    await page.getByRole('radio', { name: /3 Karve Road/ }).check({ force: true });
    await chooseCash(page);
    await endSession(page);
    await page.getByRole('button', { name: 'Confirm Order' }).click();
    await page.waitForURL('**/user-login');
    await page.getByText('Your session has ended. Please log in again.').waitFor();
    for (const key of ['userId', 'contact', 'userEmail', 'token']) {
      expect(await page.evaluate((name) => sessionStorage.getItem(name), key)).toBe('null');
    }
    await page.reload();
    await signIn(page, shopper.contact, shopper.password);
    await page.getByRole('heading', { name: 'Order Placed successfully!' }).waitFor();
    const orders = await fetchOrders(shopper);
    expect(orders).toMatchObject([
      { totalPrice: parseRupees(total), address: expect.stringContaining('3 Karve Road') },
    ]);
    expect(countCopiesByProduct(orders[0])).toEqual({ [selected.id]: 1 });
  });

  it('logs in again when the session has ended, and the changed quantity is saved', async () => {
    const { name, id } = getBook(11);
    const { shopper, page } = await visitWithCart([{ id, quantity: 1 }]);
    await page.goto('/cart-manager');
    await page.getByRole('button', { name: /^MONSOON10/ }).click();
    await endSession(page);
    await page.getByRole('button', { name: `Increase quantity of ${name}` }).click();
    await page.waitForURL('**/user-login');
    await signIn(page, shopper.contact, shopper.password);
    await page.getByRole('heading', { level: 1, name: 'Your cart' }).waitFor();
    const quantity = page.getByRole('combobox', { name: `Quantity: ${name}` });
    await expect.poll(() => quantity.inputValue()).toBe('2');
    await page.getByText('Coupon MONSOON10, 10%').waitFor();
    await expect.poll(() => fetchCartProductIds(shopper)).toEqual([Number(id), Number(id)]);
  });
});

async function waitForAddressPage(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Address and confirmation' }).waitFor();
}

/** Opens the address page for the whole cart, and selects the first address and cash on delivery. */
async function openAddressPage(page: Page): Promise<void> {
  await page.goto(addressPagePath);
  await page.getByRole('radio').first().check({ force: true });
  await chooseCash(page);
  // Wait for the quote for this address.
  await page.getByText(/^Delivery to 412105: ₹/).waitFor();
  await page.getByRole('region', { name: 'Your order' }).getByRole('listitem').first().waitFor();
}

/** Waits until the summary shows this total. */
async function expectTotal(page: Page, amount: string): Promise<void> {
  const summary = page.getByRole('region', { name: 'Summary' });
  await summary.locator('dl > div').last().getByText(amount, { exact: true }).waitFor();
}

/** Chooses cash on delivery, so that Confirm Order places the order. */
async function chooseCash(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /Cash on delivery/ }).check({ force: true });
}

/** Places the order with cash on delivery. */
async function confirmOrder(page: Page): Promise<void> {
  await chooseCash(page);
  await page.getByRole('button', { name: 'Confirm Order' }).click();
  await page.getByRole('heading', { name: 'Order Placed successfully!' }).waitFor();
}

/** Buys all copies of a book as another shopper. */
async function buyAllCopies({ id }: StockedBook): Promise<void> {
  const book = await fetchBook(id);
  await placeOrder(await createShopper(), book, book.copies);
}

function isOrderRequest(body: string | null): boolean {
  return body?.includes('"operationName":"PlaceOrder"') ?? false;
}

function parseRupees(text: string): number {
  return Number(text.replaceAll(/[₹,]/g, ''));
}
