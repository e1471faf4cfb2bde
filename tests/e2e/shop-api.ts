import { randomInt, randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { z } from 'zod';
import { createGraphQLClient } from '../gateway/graphql-call.ts';
import { generateShopperDetails, type ShopperDetails } from './shopper.ts';

/** Prepares and inspects the shared shop's data through its APIs. */

export interface ApiShopper extends ShopperDetails {
  token: string;
  userId: string;
}

const homeAddress = {
  address: '12 Laxmi Road',
  area: 'Sadashiv Peth',
  city: 'Pune',
  district: 'Pune',
  state: 'Maharashtra',
  pincode: '412105',
  landmark: 'Beside the library',
};

const loginSchema = z.object({
  data: z.object({ login: z.object({ token: z.string(), user: z.object({ id: z.string() }) }) }),
});

/** Registers a shopper with two addresses and logs them in. */
export async function createShopper(): Promise<ApiShopper> {
  const { name, ...details } = generateShopperDetails();
  const addresses = [homeAddress, { ...homeAddress, address: '3 Karve Road', landmark: 'Above the bakery' }];
  const response = await fetch(`${inject('restUrl')}/addUser`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...details, username: name, cpassword: details.password, addresses }),
  });
  expect(response.status).toBe(201);
  return { name, ...details, ...(await logIn(details.contact, details.password)) };
}

async function logIn(contact: string, password: string): Promise<{ token: string; userId: string }> {
  const query =
    'mutation ($input: LoginInput!) { login(input: $input) { token user { id } userErrors { code } } }';
  const response = await fetch(`${inject('shopUrl')}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      // The tests log in more often than the gateway allows a single network.
      'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    },
    body: JSON.stringify({ query, variables: { input: { contact, password } } }),
  });
  const { login } = loginSchema.parse(await response.json()).data;
  return { token: login.token, userId: login.user.id };
}

/** Sends an operation, with the shopper's token if given, and returns its `data`. GraphQL errors fail the test. */
export async function sendOperation(
  query: string,
  variables: Record<string, unknown> = {},
  token?: string,
): Promise<unknown> {
  const { data, errors } = await createGraphQLClient(inject('shopUrl'))(query, variables, token);
  expect(errors).toEqual([]);
  return data;
}

/**
 * Signs a shopper in without the login form. Must be called before the page's first navigation, so that the session is
 * stored before the shop's scripts run. Afterwards it would be too late, because a visitor's page has already stored
 * that there is no session.
 */
export async function signInByApi(page: Page, { userId, contact, email, token }: ApiShopper): Promise<void> {
  expect(page.url()).toBe('about:blank');
  await page.addInitScript(
    (session) => {
      // The script runs on every navigation, but the page may have changed or ended the session.
      if (sessionStorage.length > 0) return;
      for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
    },
    { userId, contact, userEmail: email, token },
  );
}

/** Revokes the session in the gateway, as if it had expired. The page still has the token. */
export async function endSession(page: Page): Promise<void> {
  const token = await page.evaluate(() => sessionStorage.getItem('token'));
  await sendOperation('mutation { logout { loggedOut } }', {}, token ?? '');
}

export interface StockedBook {
  id: string;
  name: string;
  price: number;
  copies: number;
}

const productSchema = z.object({
  id: z.number(),
  productName: z.string(),
  price: z.number(),
  status: z.string(),
  remainingQuantity: z.number().nullable(),
});

/**
 * Ids of books, by the test file that counts their copies before and after an order. No other file may order these
 * books, because all test files share one shop.
 */
export const countedBooks = { ordersTest: '100', purchaseJourneyTest: '4' } as const;

/** Lists the books that can be bought, except the counted ones, in ascending order of copies in stock. */
export async function fetchBooksInStock(): Promise<StockedBook[]> {
  const counted = new Set<string>(Object.values(countedBooks));
  return (await fetchAvailableBooks())
    .filter(({ id, copies }) => copies > 0 && !counted.has(id))
    .toSorted((a, b) => a.copies - b.copies);
}

/** Reads a book whose status is Available, even if no copies are left. */
export async function fetchBook(id: string): Promise<StockedBook> {
  const books = await fetchAvailableBooks();
  return books.find((book) => book.id === id) ?? expect.fail(`The book ${id} is not available.`);
}

async function fetchAvailableBooks(): Promise<StockedBook[]> {
  const response = await fetch(`${inject('restUrl')}/getallproducts`);
  return z
    .array(productSchema)
    .parse(await response.json())
    .filter(({ status }) => status === 'Available')
    .map(({ id, productName, price, remainingQuantity }) => ({
      id: String(id),
      name: productName,
      price,
      copies: remainingQuantity ?? 0,
    }));
}

export async function fillCart(
  { token }: ApiShopper,
  lines: ReadonlyArray<{ id: string; quantity: number }>,
): Promise<void> {
  for (const { id, quantity } of lines) {
    await sendOperation(
      'mutation ($input: AddToCartInput!) { addToCart(input: $input) { userErrors { code } } }',
      { input: { productId: id, quantity } },
      token,
    );
  }
}

export async function fillWishlist({ token }: ApiShopper, productIds: readonly string[]): Promise<void> {
  for (const productId of productIds) {
    await sendOperation(
      'mutation ($input: AddToWishlistInput!) { addToWishlist(input: $input) { userErrors { code } } }',
      { input: { productId } },
      token,
    );
  }
}

/** Reads the product ids in the shopper's stored cart; each id appears once per copy. */
export async function fetchCartProductIds({ contact }: ApiShopper): Promise<number[]> {
  const response = await fetch(`${inject('restUrl')}/getUserBycontact?contact=${contact}`);
  return z.object({ productIds: z.array(z.number()) }).parse(await response.json()).productIds;
}

const addressesSchema = z.object({ user: z.object({ addresses: z.array(z.object({ id: z.string() })) }) });

/** Reads the id of the shopper's first address. */
export async function fetchAddressId({ token }: ApiShopper): Promise<string | undefined> {
  const { user } = addressesSchema.parse(await sendOperation('{ user { addresses { id } } }', {}, token));
  return user.addresses[0]?.id;
}

/** Orders copies of a book without the cart, to the shopper's first address. Returns the order's number. */
export async function placeOrder(
  shopper: ApiShopper,
  { id, price }: StockedBook,
  quantity: number,
): Promise<string> {
  const input = {
    source: 'SINGLE_PRODUCT',
    lines: [{ productId: id, quantity }],
    addressId: await fetchAddressId(shopper),
    // The price of the copies, and 40 rupees for shipping (requirements.md 9).
    expectedTotal: Math.round((price * quantity + 40) * 100) / 100,
    idempotencyKey: randomUUID(),
  };
  const result = await sendOperation(
    'mutation ($input: CreateShipmentInput!) { createShipment(input: $input) { shipment { number } userErrors { message } } }',
    { input },
    shopper.token,
  );
  const { createShipment } = createShipmentSchema.parse(result);
  expect(createShipment.userErrors).toEqual([]);
  return createShipment.shipment?.number ?? expect.fail('no order');
}

const createShipmentSchema = z.object({
  createShipment: z.object({
    shipment: z.object({ number: z.string() }).nullable(),
    userErrors: z.array(z.unknown()),
  }),
});

const ordersSchema = z.array(
  z.object({
    totalPrice: z.number(),
    status: z.string(),
    address: z.string(),
    shipmentProducts: z.array(z.object({ product: z.object({ id: z.number() }), quantity: z.number() })),
  }),
);

/** Reads the shopper's stored orders. */
export async function fetchOrders({ email }: { email: string }): Promise<z.output<typeof ordersSchema>> {
  const response = await fetch(`${inject('restUrl')}/OrdersByUserEmail?email=${encodeURIComponent(email)}`);
  return ordersSchema.parse(await response.json());
}

/** Counts the ordered copies of each product, by product id. */
export function countCopiesByProduct(
  order: z.output<typeof ordersSchema>[number] | undefined,
): Record<string, number> {
  const lines = order?.shipmentProducts ?? [];
  return Object.fromEntries(lines.map(({ product, quantity }) => [String(product.id), quantity]));
}
