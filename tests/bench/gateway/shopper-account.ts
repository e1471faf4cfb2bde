import { z } from 'zod';
import type { Server } from '../servers.ts';
import { createGraphQLCall, type Headers, send } from './graphql-calls.ts';

const credentials = { contact: '9812345678', password: 'long enough' };

const registration = {
  ...credentials,
  username: 'Reader',
  email: 'reader@shop.example',
  confirmPassword: credentials.password,
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

/** Registers a shopper with an address and signs in. */
export async function registerAndSignIn(gateway: Server): Promise<SignedInShopper> {
  const register = 'mutation ($input: RegisterInput!) { register(input: $input) { registered } }';
  await send(gateway, createGraphQLCall(register, { input: registration }));
  const login = 'mutation ($input: LoginInput!) { login(input: $input) { token user { addresses { id } } } }';
  const { body } = await send(gateway, createGraphQLCall(login, { input: credentials }));
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
