import { z } from 'zod';
import type { Server } from '../servers.ts';
import { createGraphQLCall, type Headers, send } from './graphql-calls.ts';

const password = 'long enough';

const registration = {
  password,
  username: 'Reader',
  confirmPassword: password,
  addresses: [
    {
      address: '12 Laxmi Road',
      area: 'Sadashiv Peth',
      city: 'Pune',
      district: 'Pune',
      state: 'Maharashtra',
      pincode: '412105',
      landmark: 'Near the temple',
    },
  ],
};

const loginResponseSchema = z.object({
  data: z.object({
    login: z.object({
      token: z.string(),
      user: z.object({ addresses: z.tuple([z.object({ id: z.string() })]) }),
    }),
  }),
});

/** A signed-in shopper. */
export interface SignedInShopper {
  /** The headers of the shopper's requests. */
  readonly headers: Headers;
  readonly addressId: string;
}

/** Registers a shopper with an address and signs in. Shoppers with different indexes are different shoppers. */
export async function registerAndSignIn(gateway: Server, index = 0): Promise<SignedInShopper> {
  const contact = String(9_812_345_678 + index);
  const email = `reader${index}@shop.example`;
  const register = 'mutation ($input: RegisterInput!) { register(input: $input) { registered } }';
  await send(gateway, createGraphQLCall(register, { input: { ...registration, contact, email } }));
  const login = 'mutation ($input: LoginInput!) { login(input: $input) { token user { addresses { id } } } }';
  const { body } = await send(gateway, createGraphQLCall(login, { input: { contact, password } }));
  const { token, user } = loginResponseSchema.parse(JSON.parse(body)).data.login;
  return { headers: { authorization: `Bearer ${token}` }, addressId: user.addresses[0].id };
}

/** Adds two copies of a product to the cart. */
export async function addToCart(
  gateway: Server,
  { headers }: SignedInShopper,
  productId: string,
): Promise<void> {
  const mutation = 'mutation ($input: AddToCartInput!) { addToCart(input: $input) { cart { unitCount } } }';
  await send(gateway, createGraphQLCall(mutation, { input: { productId, quantity: 2 } }, headers));
}
