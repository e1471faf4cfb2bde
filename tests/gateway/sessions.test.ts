import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onlyError, restSide, signIn, startGateway, type TestGateway } from './harness.ts';
import { homeAddress, hostUrl, refusal } from './rest-host.ts';

const rest = restSide();
let shop: TestGateway;
beforeEach(async () => {
  shop = await startGateway();
});
afterEach(() => shop.close());

const me =
  '{ user { id username contact addresses { id } cart { lines { product { id } } } wishlist { products { id } } orders { totalCount } } }';
const { id: _id, ...address } = homeAddress;

async function payload(mutation: string, input: Record<string, unknown>, fields = '', token?: string) {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { ${mutation}(input: $input) { ${fields} userErrors { code message field } } }`;
  const { data, errors } = await shop.graphql(query, { input }, token);
  expect(errors).toEqual([]);
  return data[mutation];
}

describe('login', () => {
  it('gives a token that shows the shopper\u2019s own record and no other', async () => {
    const token = await signIn(shop);
    const { data } = await shop.graphql(me, {}, token);
    expect(data.user).toEqual({
      id: '7',
      username: 'Reader',
      contact: '9000000001',
      addresses: [{ id: '11' }],
      cart: { lines: [] },
      wishlist: { products: [] },
      orders: { totalCount: 0 },
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

describe('a token', () => {
  it('is worthless after logout, which may be called again', async () => {
    const token = await signIn(shop);
    const other = await signIn(shop);
    const logout = 'mutation { logout { loggedOut userErrors { code } } }';
    expect((await shop.graphql(logout, {}, token)).data.logout).toEqual({ loggedOut: true, userErrors: [] });
    expect((await shop.graphql(me, {}, token)).data).toEqual({ user: null });
    expect((await shop.graphql(logout, {}, token)).data.logout.loggedOut).toBe(false);
    expect((await shop.graphql(logout)).data.logout.loggedOut).toBe(false);
    expect((await shop.graphql(me, {}, other)).data.user.id).toBe('7');
  });

  it('of another shop, unsigned, changed or nonsense makes a visitor', async () => {
    const elsewhere = await startGateway();
    const foreign = await signIn(elsewhere);
    await elsewhere.close();
    const [head, claims, signature] = (await signIn(shop)).split('.');
    const other = Buffer.from(
      Buffer.from(String(claims), 'base64url').toString().replace('"sub":"7"', '"sub":"8"'),
    ).toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const token of [foreign, `${head}.${other}.${signature}`, `${none}.${claims}.`, 'x', 'a.b.c']) {
      const { data, errors } = await shop.graphql(`${me}`, {}, token);
      expect({ data, errors }, token).toEqual({ data: { user: null }, errors: [] });
    }
  });

  it('of a shopper whom the host no longer has makes a visitor', async () => {
    const token = await signIn(shop);
    rest.host.shoppers.splice(0, 1);
    expect((await shop.graphql(me, {}, token)).data).toEqual({ user: null });
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

describe('registration', () => {
  const shopper = {
    username: 'New Reader',
    email: 'new@shop.example',
    contact: '9812345678',
    password: 'long enough',
    confirmPassword: 'long enough',
    addresses: [address],
  };
  const register = (changes: Record<string, unknown> = {}) =>
    payload('register', { ...shopper, ...changes }, 'registered');

  it('sends the new shopper to the host', async () => {
    let sent: unknown;
    rest.server.use(
      http.post(`${hostUrl}/addUser`, async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({}, { status: 201 });
      }),
    );
    expect(await register({ username: '  New Reader ' })).toEqual({ registered: true, userErrors: [] });
    const { confirmPassword, ...rest2 } = shopper;
    expect(sent).toEqual({ ...rest2, cpassword: confirmPassword });
  });

  it.each([
    ['no name', { username: ' ' }, 'REQUIRED', 'username'],
    ['no e-mail address', { email: 'someone' }, 'INVALID', 'email'],
    ['a landline number', { contact: '0201234567' }, 'INVALID', 'contact'],
    ['nine digits', { contact: '981234567' }, 'INVALID', 'contact'],
    ['a short password', { password: '1234567', confirmPassword: '1234567' }, 'INVALID', 'password'],
    ['a name with a NUL', { username: 'A\0sha' }, 'INVALID', 'username'],
    ['a name with half a surrogate pair', { username: 'A\ud800sha' }, 'INVALID', 'username'],
    ['two passwords', { confirmPassword: 'another one' }, 'PASSWORDS_DIFFER', 'confirmPassword'],
    ['no address', { addresses: [] }, 'REQUIRED', 'addresses'],
    [
      'a PIN code from 0',
      { addresses: [{ ...address, pincode: '011030' }] },
      'INVALID',
      'addresses.0.pincode',
    ],
    [
      'no landmark',
      { addresses: [address, { ...address, landmark: '' }] },
      'REQUIRED',
      'addresses.1.landmark',
    ],
  ])('with %s is refused by its field', async (_, changes, code, field) => {
    const error = onlyError(await register(changes));
    expect([error.code, error.field?.join('.')]).toEqual([code, field]);
    expect(rest.host.calledTimes('POST addUser')).toBe(0);
  });

  it.each([
    [
      409,
      'Contact number already exists!',
      'CONTACT_TAKEN',
      'Contact Number is already present! You can try directly logging in.',
    ],
    [
      500,
      "Duplicate entry 'a@b.example' for key 'email'",
      'EMAIL_TAKEN',
      'This email ID is already present.',
    ],
    [400, 'The name is too long.', 'FAILED', 'The name is too long.'],
    [500, 'java.lang.NullPointerException', 'FAILED', 'An error occurred. Please try again.'],
    [400, 'see http://10.0.0.5/errors', 'FAILED', 'An error occurred. Please try again.'],
  ])('that the host refuses (%i %s) says why', async (status, said, code, message) => {
    rest.server.use(http.post(`${hostUrl}/addUser`, () => refusal(status, said)));
    expect(onlyError(await register())).toMatchObject({ code, message });
  });
});

describe('a password reset', () => {
  const email = 'reader@shop.example';

  it('goes from the e-mail over the one-time password to the new one, once, and ends all sessions', async () => {
    const token = await signIn(shop);
    expect(await payload('requestPasswordReset', { email }, 'message')).toEqual({
      message: 'OTP sent to your email.',
      userErrors: [],
    });
    const verified = await payload('verifyPasswordReset', { email, otp: '123456' }, 'resetToken message');
    expect(verified).toMatchObject({ message: 'OTP verified.', userErrors: [] });
    const { resetToken } = verified;
    expect(
      onlyError(await payload('resetPassword', { resetToken, newPassword: 'short' }, 'message')).code,
    ).toBe('INVALID');
    const reset = await payload('resetPassword', { resetToken, newPassword: 'a new password' }, 'message');
    expect(reset).toEqual({ message: 'Password reset.', userErrors: [] });
    const again = await payload('resetPassword', { resetToken, newPassword: 'a new password' }, 'message');
    expect(onlyError(again)).toMatchObject({ code: 'RESET_FAILED', message: 'Password reset failed' });
    expect((await shop.graphql(me, {}, token)).data).toEqual({ user: null });
    const fresh = await signIn(shop);
    expect((await shop.graphql(me, {}, fresh)).data.user.id).toBe('7');
  });

  it.each([
    ['requestPasswordReset', { email: '' }, 'REQUIRED', 'Please enter your email'],
    ['verifyPasswordReset', { email, otp: ' ' }, 'REQUIRED', 'Please enter the OTP'],
    ['verifyPasswordReset', { email, otp: '000000' }, 'OTP_INVALID', 'Invalid OTP or OTP expired'],
    [
      'resetPassword',
      { resetToken: 'guessed', newPassword: 'a new password' },
      'RESET_FAILED',
      'Password reset failed',
    ],
  ])('%s %o is refused', async (mutation, input, code, message) => {
    expect(onlyError(await payload(mutation, input))).toMatchObject({ code, message });
    expect(rest.host.calledTimes('PUT resetUserPassword')).toBe(0);
  });

  it('of an unknown e-mail address is refused', async () => {
    rest.server.use(http.post(`${hostUrl}/sendotp`, () => refusal(404, 'Email not found')));
    expect(onlyError(await payload('requestPasswordReset', { email: 'x@y.example' }))).toMatchObject({
      code: 'EMAIL_NOT_FOUND',
      message: 'Email not found',
    });
  });

  it('cannot be used to try many addresses or one-time passwords', async () => {
    for (let tries = 0; tries < 5; tries += 1) await payload('requestPasswordReset', { email });
    expect(onlyError(await payload('requestPasswordReset', { email: email.toUpperCase() })).code).toBe(
      'RATE_LIMITED',
    );
    for (let tries = 0; tries < 10; tries += 1)
      await payload('verifyPasswordReset', { email, otp: '000000' });
    expect(onlyError(await payload('verifyPasswordReset', { email, otp: '123456' })).code).toBe(
      'RATE_LIMITED',
    );
  });
});

describe('an enquiry', () => {
  const enquiry = { name: 'Reader', phoneNumber: '9812345678', remark: 'Do you have the second volume?' };

  it('is sent with the fields the form never fills', async () => {
    let sent: unknown;
    rest.server.use(
      http.post(`${hostUrl}/createContact`, async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ message: 'ok' });
      }),
    );
    expect(await payload('createContact', enquiry, 'received')).toEqual({ received: true, userErrors: [] });
    expect(sent).toEqual({ ...enquiry, productName: '', publisher: '', author: '', language: '' });
  });

  it.each([
    ['without a remark', { remark: '' }, 'REQUIRED'],
    ['with a remark too long', { remark: 'x'.repeat(2_001) }, 'INVALID'],
  ])('%s is refused', async (_, changes, code) => {
    expect(onlyError(await payload('createContact', { ...enquiry, ...changes })).code).toBe(code);
    expect((await payload('createContact', { ...enquiry, remark: 'x'.repeat(2_000) })).userErrors).toEqual(
      [],
    );
  });
});
