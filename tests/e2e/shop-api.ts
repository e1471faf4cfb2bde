import { randomInt, randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { z } from 'zod';
import { createGraphQLClient, mutate, type Payload, postGraphQL, textAt } from '../gateway/graphql-call.ts';
import { createCall } from '../rest-api/calls.ts';
import { generateShopperDetails, type ShopperDetails } from './shopper.ts';

/** Prepares and inspects the shared shop's data through its APIs. */

const sendOperation = createGraphQLClient(inject('shopUrl'));

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

/** Registers a shopper with two addresses and logs them in. */
export async function createShopper(): Promise<ApiShopper> {
  const { name, ...details } = generateShopperDetails();
  const addresses = [homeAddress, { ...homeAddress, address: '3 Karve Road', landmark: 'Above the bakery' }];
  const body = { ...details, username: name, cpassword: details.password, addresses };
  const { status } = await createCall(inject('restUrl'))('POST /addUser', { body });
  expect(status).toBe(201);
  return { name, ...details, ...(await logIn(details.contact, details.password)) };
}

async function logIn(contact: string, password: string): Promise<{ token: string; userId: string }> {
  const query =
    'mutation ($input: LoginInput!) { login(input: $input) { token user { id } userErrors { code } } }';
  const variables = { input: { contact, password } };
  // The tests log in more often than the gateway allows a single network.
  const headers = { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` };
  const response = await postGraphQL(inject('shopUrl'), { query, variables }, headers);
  const body = await response.json();
  return { token: textAt(body, 'data.login.token'), userId: textAt(body, 'data.login.user.id') };
}

/** Runs a mutation as the shopper and returns its payload. GraphQL errors fail the test. */
export function runMutation(
  { token }: ApiShopper,
  mutation: string,
  input: Record<string, unknown>,
  fields?: string,
): Promise<Payload> {
  return mutate(sendOperation, mutation, input, fields, token);
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
  const { errors } = await sendOperation('mutation { logout { loggedOut } }', {}, token ?? '');
  expect(errors).toEqual([]);
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

/** Picks a book of `fetchBooksInStock` by its index, or from the end of the list by a negative index. */
export async function fetchBookInStock(index: number): Promise<StockedBook> {
  const books = await fetchBooksInStock();
  return books.at(index) ?? expect.fail('The demo catalogue has too few books in stock.');
}

/** Picks the two books of `fetchBooksInStock` with the most copies. */
export async function fetchTwoBooksInStock(): Promise<[StockedBook, StockedBook]> {
  const [first, second] = (await fetchBooksInStock()).slice(-2);
  if (first === undefined || second === undefined) {
    return expect.fail('The demo catalogue has too few books in stock.');
  }
  return [first, second];
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
  shopper: ApiShopper,
  lines: ReadonlyArray<{ id: string; quantity: number }>,
): Promise<void> {
  for (const { id, quantity } of lines) {
    await runMutation(shopper, 'addToCart', { productId: id, quantity });
  }
}

export async function fillWishlist(shopper: ApiShopper, books: ReadonlyArray<{ id: string }>): Promise<void> {
  for (const { id } of books) await runMutation(shopper, 'addToWishlist', { productId: id });
}

/** Reads the product ids in the shopper's stored cart; each id appears once per copy. */
export async function fetchCartProductIds({ contact }: ApiShopper): Promise<number[]> {
  const response = await fetch(`${inject('restUrl')}/getUserBycontact?contact=${contact}`);
  return z.object({ productIds: z.array(z.number()) }).parse(await response.json()).productIds;
}

/** Reads the id of the shopper's first address. */
async function fetchAddressId({ token }: ApiShopper): Promise<string> {
  const { data } = await sendOperation('{ user { addresses { id } } }', {}, token);
  return textAt(data, 'user.addresses.0.id');
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
  const { shipment, userErrors } = await runMutation(shopper, 'createShipment', input, 'shipment { number }');
  expect(userErrors).toEqual([]);
  return textAt(shipment, 'number');
}

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
