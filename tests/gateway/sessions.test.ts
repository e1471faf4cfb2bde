import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Sessions } from '#gateway/auth/sessions.ts';
import { MemoryStore } from '#gateway/storage/key-value.ts';
import { encodeNodeId, getOnlyError, mutate } from './graphql-call.ts';
import { setUpRestHost, signIn, startGateway, type TestGateway } from './harness.ts';
import { hostUrl } from './rest-host.ts';
import { newAddress as address } from './rest-records.ts';

const rest = setUpRestHost();
let shop: TestGateway;
beforeEach(async () => {
  shop = await startGateway();
});
afterEach(() => shop.close());

const userQuery =
  '{ user { id username contact addresses { id } cart { lines { product { id } } } wishlist { products { id } } orders { totalCount } } }';

const sendMutation = (mutation: string, input: Record<string, unknown>, fields = '', token?: string) =>
  mutate(shop.graphql, mutation, input, fields, token);

describe('login', () => {
  it('returns a token that gives access to the shopper\u2019s own data and contains no personal data', async () => {
    const token = await signIn(shop);
    const { data } = await shop.graphql(userQuery, {}, token);
    expect(data).toEqual({
      user: {
        id: encodeNodeId('User', 7),
        username: 'Reader',
        contact: '9000000001',
        addresses: [{ id: encodeNodeId('Address', '7:11') }],
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
  ])('with %s is rejected', async (_, input, code, message) => {
    const rejected = await sendMutation('login', input, 'token user { id } expiresAt');
    expect(getOnlyError(rejected)).toMatchObject({ code, message });
    expect(rejected).toMatchObject({ token: null, user: null, expiresAt: null });
  });

  it('is blocked for a while after ten wrong passwords, even if the next one is right', async () => {
    const wrong = { contact: '9000000001', password: 'wrong' };
    for (let tries = 0; tries < 10; tries += 1)
      expect(getOnlyError(await sendMutation('login', wrong)).code).toBe('LOGIN_FAILED');
    const limited = await sendMutation('login', { ...wrong, password: 'right-password' }, 'token');
    expect(getOnlyError(limited)).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'Too many attempts. Please try again in 15 minutes.',
    });
    expect(limited.token).toBeNull();
    expect(rest.host.countCalls('POST loginByContact')).toBe(10);
  });

  it('is blocked for the same time if the clock is set back', async () => {
    const wrong = { contact: '9000000001', password: 'wrong' };
    for (let tries = 0; tries < 10; tries += 1) await sendMutation('login', wrong);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(getOnlyError(await sendMutation('login', wrong))).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'Too many attempts. Please try again in 15 minutes.',
    });
  });

  it('is rejected if the host returns the record of a shopper with another contact', async () => {
    rest.server.use(
      http.get(`${hostUrl}/getUserBycontact`, () => HttpResponse.json(rest.host.getShopper(8))),
    );
    const rejected = await sendMutation(
      'login',
      { contact: '9000000001', password: 'right-password' },
      'token',
    );
    expect(rejected.token).toBeNull();
  });

  it('is tried again if the host closes the connection', async () => {
    rest.server.use(http.post(`${hostUrl}/loginByContact`, () => HttpResponse.error(), { once: true }));
    const login = { contact: '9000000001', password: 'right-password' };
    expect(await sendMutation('login', login, 'token')).toEqual({
      token: expect.any(String),
      userErrors: [],
    });
  });

  it('reports an unavailable service, not wrong credentials, while the host is down', async () => {
    rest.host.down = true;
    const rejected = await sendMutation(
      'login',
      { contact: '9000000001', password: 'right-password' },
      'token',
    );
    expect(getOnlyError(rejected).code).toBe('UNAVAILABLE');
    expect(rejected.token).toBeNull();
  });
});

/** Expects that a query with the token returns the data that needs no login, and an error for the shopper's data. */
async function expectSessionEnded(token: string): Promise<void> {
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

describe('a session token', () => {
  it('is invalid after logout, and logging out twice is no error', async () => {
    const token = await signIn(shop);
    const other = await signIn(shop);
    const logout = 'mutation { logout { loggedOut userErrors { code } } }';
    expect((await shop.graphql(logout, {}, token)).data).toEqual({
      logout: { loggedOut: true, userErrors: [] },
    });
    await expectSessionEnded(token);
    expect((await shop.graphql(logout, {}, token)).data).toHaveProperty('logout.loggedOut', false);
    expect((await shop.graphql(logout)).data).toHaveProperty('logout.loggedOut', false);
    expect((await shop.graphql(userQuery, {}, other)).data).toHaveProperty(
      'user.id',
      encodeNodeId('User', 7),
    );
  });

  it('is rejected if it is another shop\u2019s, unsigned, altered or malformed', async () => {
    const otherShop = await startGateway();
    const foreign = await signIn(otherShop);
    await otherShop.close();
    const [head, claims, signature] = (await signIn(shop)).split('.');
    const other = Buffer.from(
      Buffer.from(String(claims), 'base64url').toString().replace('"sub":"7"', '"sub":"8"'),
    ).toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const altered = [`${head}.${other}.${signature}`, `${none}.${claims}.`];
    for (const token of [foreign, ...altered, 'x', 'a.b.c']) await expectSessionEnded(token);
  });

  it('is rejected once it has expired, even if it was accepted before', async () => {
    const token = await signIn(shop);
    expect((await shop.graphql(userQuery, {}, token)).data).toHaveProperty(
      'user.id',
      encodeNodeId('User', 7),
    );
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12 * 60 * 60 * 1000 });
    try {
      await expectSessionEnded(token);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is rejected once the host no longer has the shopper', async () => {
    const token = await signIn(shop);
    rest.host.shoppers.splice(0, 1);
    await expectSessionEnded(token);
    expect(getOnlyError(await sendMutation('addToCart', { productId: '1' }, '', token)).code).toBe(
      'NOT_SIGNED_IN',
    );
  });
});

describe('a session that ends the others', () => {
  it.each(['shopper-sessions-ended', 'continued'])(
    'stays valid if another gateway ends the others right after this gateway has read the key with the prefix `%s`',
    async (lastReadKeyPrefix) => {
      const store = new MemoryStore();
      let [timestamp, lastRead, afterRead] = [0, Promise.resolve(), async (_key: string) => {}];
      const secrets = { current: 'a secret that is long enough', previous: [] };
      const clock = { getNextTimestamp: async () => ++timestamp };
      const sessions = new Sessions(
        secrets,
        {
          set: (key, value, ttlSeconds) => store.set(key, value, ttlSeconds),
          // Like Redis, reads one value after another. Another gateway can write in between.
          get(key) {
            const read = lastRead.then(() => store.get(key));
            lastRead = read.then(() => afterRead(key));
            return read;
          },
        },
        clock,
      );
      const sessionsOfOtherGateway = new Sessions(secrets, store, clock);
      const { token } = await sessions.open('7', 'reader@shop.example', await sessions.getLoginStartTime());
      const session = await sessions.read(token);
      if (session === null) return expect.fail();
      let hasEndedOthers = false;
      afterRead = async (key) => {
        if (!key.startsWith(lastReadKeyPrefix)) return;
        hasEndedOthers = true;
        await sessionsOfOtherGateway.endOthers(session, 'new@shop.example');
      };
      expect(await sessions.read(token)).toEqual(session);
      expect(hasEndedOthers).toBe(true);
      await store.close();
    },
  );
});

describe('without a login', () => {
  const cartMessage = 'Please login or create your account for the cart';
  const message = 'Please Login or Create your account';
  it.each([
    ['addToCart', { productId: '1' }, cartMessage],
    ['setCartQuantity', { productId: '1', quantity: 1 }, cartMessage],
    ['removeFromCart', { productId: '1' }, cartMessage],
    ['addToWishlist', { productId: '1' }, message],
    ['moveToCart', { productId: '1' }, message],
    ['removeFromWishlist', { productId: '1' }, message],
    ['updateProfile', { username: 'x' }, message],
    ['createAddress', { address }, message],
    ['updateAddress', { addressId: '11', address }, message],
    ['removeAddress', { addressId: '11' }, message],
    ['cancelOrder', { orderId: 'ORD-1' }, message],
  ])('%s changes nothing and asks the visitor to sign in', async (mutation, input, expected) => {
    const readRecords = () => structuredClone([rest.host.shoppers, rest.host.orders]);
    const before = readRecords();
    expect(getOnlyError(await sendMutation(mutation, input))).toEqual({
      code: 'NOT_SIGNED_IN',
      message: expected,
      field: null,
    });
    expect(readRecords()).toEqual(before);
  });
});
