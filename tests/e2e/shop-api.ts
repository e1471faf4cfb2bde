import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { z } from 'zod';
import { type NewShopper, newShopper } from './shopper.ts';

/** What a test needs of the shop besides the pages it looks at: shoppers, full carts, the database. */

export interface ApiShopper extends NewShopper {
  token: string;
  userId: string;
}

const home = {
  address: '12 Laxmi Road',
  area: 'Sadashiv Peth',
  city: 'Pune',
  district: 'Pune',
  state: 'Maharashtra',
  pincode: '411030',
  landmark: 'Beside the library',
};

const loginAnswer = z.object({
  login: z.object({ token: z.string(), user: z.object({ id: z.string() }) }),
});

/** A shopper of the shop's own records, with two addresses and a session. */
export async function registeredShopper(): Promise<ApiShopper> {
  const { name, ...person } = newShopper();
  const addresses = [home, { ...home, address: '3 Karve Road', landmark: 'Above the bakery' }];
  const answer = await fetch(`${inject('restUrl')}/addUser`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, username: name, cpassword: person.password, addresses }),
  });
  expect(answer.status).toBe(201);
  return { name, ...person, ...(await logIn(person.contact, person.password)) };
}

async function logIn(contact: string, password: string): Promise<{ token: string; userId: string }> {
  const { login } = loginAnswer.parse(
    await ask(
      'mutation ($input: LoginInput!) { login(input: $input) { token user { id } userErrors { code } } }',
      { input: { contact, password } },
    ),
  );
  return { token: login.token, userId: login.user.id };
}

/** Asks the gateway, as the shopper of the token. */
export async function ask(query: string, variables: unknown = {}, token?: string): Promise<unknown> {
  const answer = await fetch(`${inject('shopUrl')}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
  const { data } = z.object({ data: z.record(z.string(), z.unknown()) }).parse(await answer.json());
  return data;
}

/** Signs the shopper in on a page that has not been opened yet, without the way through the login. */
export async function signInByApi(page: Page, { userId, contact, email, token }: ApiShopper): Promise<void> {
  await page.addInitScript(
    (session) => {
      // Once: from then on the page itself keeps it.
      if (sessionStorage.length > 0) return;
      for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
    },
    { userId, contact, userEmail: email, token },
  );
}

/** Ends the session where it is kept, as time does: the page still has the token. */
export async function endSession(page: Page): Promise<void> {
  const token = await page.evaluate(() => sessionStorage.getItem('token'));
  await ask('mutation { logout { loggedOut } }', {}, token ?? '');
}

export interface StockedBook {
  id: string;
  name: string;
  price: number;
  left: number;
}

const productSchema = z.object({
  id: z.number(),
  productName: z.string(),
  price: z.number(),
  status: z.string(),
  remainingQuantity: z.number().nullable(),
});

/** The books that can be bought, those with the fewest copies first. */
export async function booksInStock(): Promise<StockedBook[]> {
  const answer = await fetch(`${inject('restUrl')}/getallproducts`);
  return z
    .array(productSchema)
    .parse(await answer.json())
    .filter(({ status }) => status === 'Available')
    .map(({ id, productName, price, remainingQuantity }) => ({
      id: String(id),
      name: productName,
      price,
      left: remainingQuantity ?? 0,
    }))
    .filter(({ left }) => left > 0)
    .toSorted((one, other) => one.left - other.left);
}

export async function fillCart(
  { token }: ApiShopper,
  lines: ReadonlyArray<{ id: string; quantity: number }>,
): Promise<void> {
  for (const { id, quantity } of lines) {
    await ask(
      'mutation ($input: AddToCartInput!) { addToCart(input: $input) { userErrors { code } } }',
      { input: { productId: id, quantity } },
      token,
    );
  }
}

/** The product ids of the shopper's cart in the database, as often as there are copies. */
export async function cartOf({ userId }: ApiShopper): Promise<number[]> {
  const answer = await fetch(`${inject('restUrl')}/getUserById/${userId}`);
  return z.object({ productIds: z.array(z.number()) }).parse(await answer.json()).productIds;
}

const addressesShape = z.object({ user: z.object({ addresses: z.array(z.object({ id: z.string() })) }) });

/** The id of the shopper's first address. */
export async function addressOf({ token }: ApiShopper): Promise<string | undefined> {
  const { user } = addressesShape.parse(await ask('{ user { addresses { id } } }', {}, token));
  return user.addresses[0]?.id;
}

const ordersShape = z.array(
  z.object({
    totalPrice: z.number(),
    address: z.string(),
    shipmentProducts: z.array(z.object({ product: z.object({ id: z.number() }), quantity: z.number() })),
  }),
);

/** The shopper's orders in the database. */
export async function ordersOf({ email }: { email: string }): Promise<z.output<typeof ordersShape>> {
  const answer = await fetch(`${inject('restUrl')}/OrdersByUserEmail?email=${encodeURIComponent(email)}`);
  return ordersShape.parse(await answer.json());
}

/** What an order holds: copies by product id. */
export function copiesOf(order: z.output<typeof ordersShape>[number] | undefined): Record<string, number> {
  const lines = order?.shipmentProducts ?? [];
  return Object.fromEntries(lines.map(({ product, quantity }) => [String(product.id), quantity]));
}
