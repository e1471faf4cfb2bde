import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mutate, onlyError } from './graphql-call.ts';
import { restSide, signIn, startGateway, type TestGateway } from './harness.ts';
import { hostUrl } from './rest-host.ts';
import { newAddress as address } from './rest-records.ts';

const rest = restSide();
let shop: TestGateway;
beforeEach(async () => {
  shop = await startGateway();
});
afterEach(() => shop.close());

const me =
  '{ user { id username contact addresses { id } cart { lines { product { id } } } wishlist { products { id } } orders { totalCount } } }';

const payload = (mutation: string, input: Record<string, unknown>, fields = '', token?: string) =>
  mutate(shop.graphql, mutation, input, fields, token);

describe('login', () => {
  it('gives a token that shows the shopper\u2019s own record and no other', async () => {
    const token = await signIn(shop);
    const { data } = await shop.graphql(me, {}, token);
    expect(data).toEqual({
      user: {
        id: '7',
        username: 'Reader',
        contact: '9000000001',
        addresses: [{ id: '11' }],
        cart: { lines: [] },
        wishlist: { products: [] },
        orders: { totalCount: 0 },
      },
    });
    const [, claims = ''] = token.split('.');
    expect(Buffer.from(claims, 'base64url').toString()).not.toMatch(/9000000001|reader/);
  });

  it.each([
    [
      'a wrong password',
      { contact: '9000000001', password: 'wrong' },
      'LOGIN_FAILED',
      'Login failed. Please check your credentials.',
    ],
    [
      'an unknown contact',
      { contact: '9000000009', password: 'right-password' },
      'LOGIN_FAILED',
      'Login failed. Please check your credentials.',
    ],
    ['no contact', { contact: ' ', password: 'x' }, 'REQUIRED', 'Please enter both contact and password'],
    [
      'no password',
      { contact: '9000000001', password: '' },
      'REQUIRED',
      'Please enter both contact and password',
    ],
  ])('with %s is refused', async (_, input, code, message) => {
    const refused = await payload('login', input, 'token user { id } expiresAt');
    expect(onlyError(refused)).toMatchObject({ code, message });
    expect(refused).toMatchObject({ token: null, user: null, expiresAt: null });
  });

  it('is refused for a while after ten wrong passwords, also with the right one', async () => {
    const wrong = { contact: '9000000001', password: 'wrong' };
    for (let tries = 0; tries < 10; tries += 1)
      expect(onlyError(await payload('login', wrong)).code).toBe('LOGIN_FAILED');
    const limited = await payload('login', { ...wrong, password: 'right-password' }, 'token');
    expect(onlyError(limited)).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'Too many attempts. Please try again in 15 minutes.',
    });
    expect(limited.token).toBeNull();
    expect(rest.host.calledTimes('POST loginByContact')).toBe(10);
  });

  it('never opens another account than the one the password was for', async () => {
    rest.server.use(http.get(`${hostUrl}/getUserBycontact`, () => HttpResponse.json(rest.host.shopper(8))));
    const refused = await payload('login', { contact: '9000000001', password: 'right-password' }, 'token');
    expect(refused.token).toBeNull();
  });

  it('while the host is down is no fault of the shopper\u2019s', async () => {
    rest.host.down = true;
    const login =
      'mutation { login(input: { contact: "9000000001", password: "right-password" }) { token } }';
    const { errors } = await shop.graphql(login);
    expect(errors[0]?.extensions.code).toBe('SERVICE_UNAVAILABLE');
  });
});

/** The gateway no longer takes the token, says so by an error's code, and still answers what anybody may see. */
async function expectEnded(token: string): Promise<void> {
  const { status, data, errors } = await shop.graphql('{ user { id } categories { name } }', {}, token);
  expect({ status, data }, token).toEqual({
    status: 200,
    data: { user: null, categories: [{ name: 'Novels' }] },
  });
  expect(errors, token).toEqual([
    {
      message: 'Your session has ended. Please log in again.',
      path: ['user'],
      extensions: { code: 'UNAUTHENTICATED', requestId: expect.any(String) },
    },
  ]);
}

describe('a token', () => {
  it('is worthless after logout, which may be called again', async () => {
    const token = await signIn(shop);
    const other = await signIn(shop);
    const logout = 'mutation { logout { loggedOut userErrors { code } } }';
    expect((await shop.graphql(logout, {}, token)).data).toEqual({
      logout: { loggedOut: true, userErrors: [] },
    });
    await expectEnded(token);
    expect((await shop.graphql(logout, {}, token)).data).toHaveProperty('logout.loggedOut', false);
    expect((await shop.graphql(logout)).data).toHaveProperty('logout.loggedOut', false);
    expect((await shop.graphql(me, {}, other)).data).toHaveProperty('user.id', '7');
  });

  it('of another shop, unsigned, changed or nonsense is refused', async () => {
    const elsewhere = await startGateway();
    const foreign = await signIn(elsewhere);
    await elsewhere.close();
    const [head, claims, signature] = (await signIn(shop)).split('.');
    const other = Buffer.from(
      Buffer.from(String(claims), 'base64url').toString().replace('"sub":"7"', '"sub":"8"'),
    ).toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const changed = [`${head}.${other}.${signature}`, `${none}.${claims}.`];
    for (const token of [foreign, ...changed, 'x', 'a.b.c']) await expectEnded(token);
  });

  it('is refused once its time is over', async () => {
    const token = await signIn(shop);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12 * 60 * 60 * 1000 });
    try {
      await expectEnded(token);
    } finally {
      vi.useRealTimers();
    }
  });

  it('of a shopper whom the host no longer has is over too', async () => {
    const token = await signIn(shop);
    rest.host.shoppers.splice(0, 1);
    await expectEnded(token);
    expect(onlyError(await payload('addToCart', { productId: '1' }, '', token)).code).toBe('NOT_SIGNED_IN');
  });
});

describe('without a session', () => {
  const cartText = 'Please login or create your account for the cart';
  const text = 'Please Login or Create your account';
  it.each([
    ['addToCart', { productId: '1' }, cartText],
    ['setCartQuantity', { productId: '1', quantity: 1 }, cartText],
    ['removeFromCart', { productId: '1' }, cartText],
    ['addToWishlist', { productId: '1' }, text],
    ['moveToCart', { productId: '1' }, text],
    ['removeFromWishlist', { productId: '1' }, text],
    ['updateProfile', { username: 'x' }, text],
    ['createAddress', { address }, text],
    ['updateAddress', { addressId: '11', address }, text],
    ['removeAddress', { addressId: '11' }, text],
  ])('%s changes nothing and says so', async (mutation, input, message) => {
    const before = structuredClone(rest.host.shoppers);
    expect(onlyError(await payload(mutation, input))).toEqual({
      code: 'NOT_SIGNED_IN',
      message,
      field: null,
    });
    expect(rest.host.shoppers).toEqual(before);
  });
});
