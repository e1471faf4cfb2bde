import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, useBrowser } from './browser.ts';
import {
  addressOf,
  ask,
  booksInStock,
  cartOf,
  copiesOf,
  endSession,
  fillCart,
  ordersOf,
  registeredShopper,
  type StockedBook,
  signInByApi,
} from './shop-api.ts';
import { signIn } from './shopper.ts';

const addressPage = '/cart-manager/buy-all-cart-products';
const connectionErrors = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

describe.skipIf(!hasChromium)('A shopper who buys', () => {
  const { visit } = useBrowser();
  let plenty: StockedBook[];
  let scarce: StockedBook;

  beforeAll(async () => {
    const books = await booksInStock();
    plenty = books.slice(-12);
    scarce = books.find(({ left }) => left > 1 && left <= 10) ?? fail('The demo has no scarce book.');
  });

  /** A signed-in shopper with these books in the cart, and a page that has not been opened yet. */
  async function shopperWith(lines: ReadonlyArray<{ id: string; quantity: number }>, forgives?: RegExp) {
    const shopper = await registeredShopper();
    await fillCart(shopper, lines);
    const { page, context } = await visit(forgives === undefined ? {} : { forgives });
    await signInByApi(page, shopper);
    return { shopper, page, context };
  }

  function book(place: number): StockedBook {
    return plenty[place] ?? fail(`The demo has no book number ${place} in stock.`);
  }

  it('orders from the cart with a coupon, at the total in sight; a reload in between loses nothing', async () => {
    const [wanted, left] = [book(0), book(1)];
    const { shopper, page } = await shopperWith([
      { id: wanted.id, quantity: 2 },
      { id: left.id, quantity: 1 },
    ]);
    await page.goto('/cart-manager');
    await page.getByRole('checkbox', { name: `Select ${left.name}` }).uncheck();
    await page.getByRole('button', { name: /^MONSOON10/ }).click();
    const total = rupees(wanted.price * 2 * 0.9 + 20);
    await totalIs(page, total);
    await page.reload();
    await totalIs(page, total);
    expect(await page.getByRole('checkbox', { name: `Select ${left.name}` }).isChecked()).toBe(false);
    const stored = await page.evaluate(() => Object.keys(sessionStorage).sort());
    expect(stored).toEqual(['contact', 'token', 'userEmail', 'userId']);

    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(`**${addressPage}`);
    await page.getByRole('radio', { name: /3 Karve Road/ }).check({ force: true });
    await page.reload();
    await totalIs(page, total);
    expect(await page.getByRole('radio', { name: /3 Karve Road/ }).isChecked()).toBe(true);
    await confirm(page);

    const orders = await ordersOf(shopper);
    expect(orders).toMatchObject([
      { totalPrice: amountOf(total), address: expect.stringContaining('3 Karve Road') },
    ]);
    expect(copiesOf(orders[0])).toEqual({ [wanted.id]: 2 });
    await page.getByRole('link', { name: 'My Orders' }).click();
    await page.getByText('1 of 1 orders').waitFor();
    // What was not chosen is still in the cart, in the badge too.
    await page.getByRole('link', { name: 'Cart, 1 copy' }).waitFor();
  });

  it('buys a single product of the cart alone, at its own charges', async () => {
    const [wanted, other] = [book(2), book(3)];
    const { shopper, page } = await shopperWith([
      { id: wanted.id, quantity: 1 },
      { id: other.id, quantity: 1 },
    ]);
    await page.goto('/cart-manager');
    await page.getByRole('link', { name: `Buy only this: ${wanted.name}` }).click();
    await page.waitForURL('**/buy-single-product');
    await page.getByRole('button', { name: `One copy more: ${wanted.name}` }).click();
    await totalIs(page, rupees(wanted.price * 2 + 40));
    await page.getByRole('radio').first().check({ force: true });
    await confirm(page);
    const orders = await ordersOf(shopper);
    expect(orders.map(({ totalPrice }) => totalPrice)).toEqual([wanted.price * 2 + 40]);
    expect(copiesOf(orders[0])).toEqual({ [wanted.id]: 2 });
  });

  it('whose book sells out between cart and order is told, and orders what is left', async () => {
    const [first, other] = [scarce, book(4)];
    const { shopper, page } = await shopperWith([
      { id: first.id, quantity: 1 },
      { id: other.id, quantity: 1 },
    ]);
    await openAddressPage(page);
    await buyAll(first);
    await page.getByRole('button', { name: 'Confirm Order' }).click();
    const lines = page.getByRole('region', { name: 'Your order' });
    await lines.getByText('Currently, no stock is available for this product.').waitFor();
    expect(await ordersOf(shopper)).toEqual([]);
    await lines.getByRole('button', { name: 'Leave it out' }).click();
    await totalIs(page, rupees(other.price + 10));
    await confirm(page);
    expect((await ordersOf(shopper)).map(copiesOf)).toEqual([{ [other.id]: 1 }]);
  });

  it('with two tabs on one cart orders it once: the second tab is told when the first has ordered', async () => {
    const { shopper, page, context } = await shopperWith([{ id: book(5).id, quantity: 1 }]);
    await openAddressPage(page);
    const second = await context.newPage();
    await openAddressPage(second);
    await confirm(page);
    await second.getByText('What you chose is no longer in your cart').waitFor();
    await second.getByRole('link', { name: 'My Orders' }).click();
    await second.getByText('1 of 1 orders').waitFor();
    expect(await ordersOf(shopper)).toHaveLength(1);
  });

  it('whose cart another device changed sees what is left before anything is ordered', async () => {
    const [gone, left] = [book(6), book(7)];
    const { shopper, page } = await shopperWith([
      { id: gone.id, quantity: 1 },
      { id: left.id, quantity: 1 },
    ]);
    await openAddressPage(page);
    await ask(
      'mutation ($input: RemoveFromCartInput!) { removeFromCart(input: $input) { userErrors { code } } }',
      { input: { productId: gone.id } },
      shopper.token,
    );
    await page.getByRole('button', { name: 'Confirm Order' }).click();
    await page.getByText('Your cart has changed. Please check it and confirm again.').waitFor();
    await page.getByText(/One of the books you chose is no longer in your cart/).waitFor();
    await totalIs(page, rupees(left.price + 10));
    expect(await ordersOf(shopper)).toEqual([]);
    await confirm(page);
    expect((await ordersOf(shopper)).map(copiesOf)).toEqual([{ [left.id]: 1 }]);
  });

  it('without a connection tries again, and has ordered once, which the page says after a reload', async () => {
    const { shopper, page, context } = await shopperWith([{ id: book(8).id, quantity: 1 }], connectionErrors);
    await openAddressPage(page);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Confirm Order' }).click();
    await page.getByText('There was an issue confirming your Order.').waitFor();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('button', { name: 'Try Again' }).waitFor();
    expect(await ordersOf(shopper)).toEqual([]);

    await context.setOffline(false);
    // This time the shop hears it, and its answer gets lost.
    await page.route('**/graphql', async (route) => {
      if (!isOrder(route.request().postData())) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect.poll(async () => (await ordersOf(shopper)).length).toBe(1);
    await page.getByRole('button', { name: 'Try Again' }).waitFor();
    await page.unroute('**/graphql');
    // After a reload the page asks what became of the order whose answer is missing.
    await page.reload();
    await page.getByRole('heading', { name: 'Order Placed successfully!' }).waitFor();
    expect(await ordersOf(shopper)).toHaveLength(1);
  });

  it('whose session has ended logs in, and what was confirmed is ordered', async () => {
    const [wanted, left] = [book(9), book(10)];
    const { shopper, page } = await shopperWith([
      { id: wanted.id, quantity: 1 },
      { id: left.id, quantity: 1 },
    ]);
    await page.goto('/cart-manager');
    await page.getByRole('checkbox', { name: `Select ${left.name}` }).uncheck();
    await page.getByRole('button', { name: /^READMORE5/ }).click();
    const total = rupees(wanted.price * 0.95 + 10);
    await totalIs(page, total);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(`**${addressPage}`);
    await totalIs(page, total);
    await page.getByRole('radio', { name: /3 Karve Road/ }).check({ force: true });
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
    const orders = await ordersOf(shopper);
    expect(orders).toMatchObject([
      { totalPrice: amountOf(total), address: expect.stringContaining('3 Karve Road') },
    ]);
    expect(copiesOf(orders[0])).toEqual({ [wanted.id]: 1 });
  });

  it('whose session has ended in the cart has the quantity there after the login', async () => {
    const { name, id } = book(11);
    const { shopper, page } = await shopperWith([{ id, quantity: 1 }]);
    await page.goto('/cart-manager');
    await page.getByRole('button', { name: /^MONSOON10/ }).click();
    await endSession(page);
    await page.getByRole('button', { name: `One copy more: ${name}` }).click();
    await page.waitForURL('**/user-login');
    await signIn(page, shopper.contact, shopper.password);
    await page.waitForURL('**/cart-manager');
    const quantity = page.getByRole('combobox', { name: `Quantity: ${name}` });
    await expect.poll(() => quantity.inputValue()).toBe('2');
    await page.getByText('Coupon MONSOON10, 10%').waitFor();
    await expect.poll(() => cartOf(shopper)).toEqual([Number(id), Number(id)]);
  });

  it('orders once by a double click on the confirmation', async () => {
    const { shopper, page } = await shopperWith([{ id: book(0).id, quantity: 1 }]);
    await openAddressPage(page);
    await page.getByRole('button', { name: 'Confirm Order' }).dblclick();
    await page.getByRole('heading', { name: 'Order Placed successfully!' }).waitFor();
    expect(await ordersOf(shopper)).toHaveLength(1);
  });
});

/** The address page of all the cart, with an address chosen. */
async function openAddressPage(page: Page): Promise<void> {
  await page.goto(addressPage);
  await page.getByRole('radio').first().check({ force: true });
  await page.getByRole('region', { name: 'Your order' }).getByRole('listitem').first().waitFor();
}

/** Waits until the gateway's total is in sight. */
async function totalIs(page: Page, amount: string): Promise<void> {
  const summary = page.getByRole('region', { name: 'Summary' });
  await summary.locator('dl > div').last().getByText(amount, { exact: true }).waitFor();
}

async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Confirm Order' }).click();
  await page.getByRole('heading', { name: 'Order Placed successfully!' }).waitFor();
}

/** Somebody else takes all copies there are. */
async function buyAll({ id, left, price }: StockedBook): Promise<void> {
  const rival = await registeredShopper();
  const addressId = await addressOf(rival);
  const answer = await ask(
    'mutation ($input: CreateShipmentInput!) { createShipment(input: $input) { userErrors { code message } } }',
    {
      input: {
        source: 'SINGLE_PRODUCT',
        lines: [{ productId: id, quantity: left }],
        addressId,
        expectedTotal: Math.round((price * left + 40) * 100) / 100,
        idempotencyKey: randomUUID(),
      },
    },
    rival.token,
  );
  expect(answer).toEqual({ createShipment: { userErrors: [] } });
}

function isOrder(body: string | null): boolean {
  return body?.includes('createShipment') ?? false;
}

/** As the shop writes an amount. */
function rupees(amount: number): string {
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(amount);
}

function amountOf(written: string): number {
  return Number(written.replaceAll(/[₹,]/g, ''));
}

function fail(reason: string): never {
  throw new Error(reason);
}
