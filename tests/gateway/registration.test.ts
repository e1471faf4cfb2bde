import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeNodeId, getOnlyError, mutate } from './graphql-call.ts';
import { setUpRestHost, startGateway, type TestGateway } from './harness.ts';
import { createErrorResponse, hostUrl } from './rest-host.ts';
import { newAddress as address, createOrderRecord } from './rest-records.ts';
import { validRegistration } from './valid-registration.ts';

const rest = setUpRestHost();
let shop: TestGateway;
beforeEach(async () => {
  shop = await startGateway();
});
afterEach(() => shop.close());

describe('registration', () => {
  const register = (changes: Record<string, unknown> = {}) =>
    mutate(shop.graphql, 'register', { ...validRegistration, ...changes }, 'registered');

  /** Registers, and returns what the host received. */
  async function registerAndCapture(changes: Record<string, unknown>): Promise<unknown> {
    let sent: unknown;
    rest.server.use(
      http.post(`${hostUrl}/addUser`, async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({}, { status: 201 });
      }),
    );
    expect(await register(changes)).toEqual({ registered: true, userErrors: [] });
    return sent;
  }

  it('sends the new shopper to the host', async () => {
    const { confirmPassword, ...others } = validRegistration;
    expect(await registerAndCapture({ username: '  New Reader ' })).toEqual({
      ...others,
      cpassword: confirmPassword,
    });
  });

  it('removes invisible characters from the e-mail address and numbers, but not the joiners in names and addresses', async () => {
    const sent = await registerAndCapture({
      username: 'श्री\u200dराम',
      email: '\u202a new.reader\u200b@shop.example\u202c',
      contact: '\u202d9812345678\u202c',
      addresses: [{ ...address, address: 'क्\u200cष', pincode: '\u200e411030' }],
    });
    expect(sent).toMatchObject({
      username: 'श्री\u200dराम',
      email: 'new.reader@shop.example',
      contact: '9812345678',
      addresses: [{ address: 'क्\u200cष', pincode: '411030' }],
    });
  });

  it.each([
    ['an empty list', []],
    ['null', null],
    ['an absent field', undefined],
  ])('accepts %s instead of addresses', async (_, addresses) => {
    expect(await registerAndCapture({ addresses })).toMatchObject({ addresses: [] });
  });

  describe('returns the user, which', () => {
    const selection = `user { id username email contact addresses { pincode } cart { unitCount }
      orders(first: 1) { totalCount } }`;
    const registerAndRead = () => mutate(shop.graphql, 'register', validRegistration, selection);

    it('has the fields that the host saved', async () => {
      const { username, email, contact } = validRegistration;
      expect(await registerAndRead()).toEqual({
        user: {
          id: encodeNodeId('User', rest.host.shoppers.at(-1)?.id ?? ''),
          username,
          email,
          contact,
          addresses: [{ pincode: address.pincode }],
          cart: { unitCount: 0 },
          orders: { totalCount: 0 },
        },
        userErrors: [],
      });
    });

    it('is not read from the host unless it is selected', async () => {
      await register();
      expect(rest.host.calls.filter((call) => /User(Bycontact|ById)|login/.test(call))).toEqual([]);
    });

    it.each([
      ['the login fails', 'post', 'loginByContact', () => createErrorResponse(500, 'out of order')],
      ['the record cannot be read', 'get', 'getUserBycontact', () => HttpResponse.error()],
      [
        'the contact number has another owner',
        'get',
        'getUserBycontact',
        () => HttpResponse.json(rest.host.getShopper(8)),
      ],
    ] as const)(
      'is null without an error if the account exists but %s',
      async (_, method, endpoint, respond) => {
        rest.server.use(http[method](`${hostUrl}/${endpoint}`, respond));
        expect(await registerAndRead()).toEqual({ user: null, userErrors: [] });
      },
    );

    it('is null if the registration is rejected', async () => {
      const input = { ...validRegistration, contact: '1' };
      expect((await mutate(shop.graphql, 'register', input, selection)).user).toBeNull();
    });
  });

  it.each([
    ['no name', { username: ' ' }, 'REQUIRED', 'username'],
    ['a name of invisible characters', { username: '\u200b \u200d\u3164' }, 'REQUIRED', 'username'],
    ['an invalid e-mail address', { email: 'someone' }, 'INVALID', 'email'],
    ['a list of e-mail addresses', { email: 'x,victim@evil.example' }, 'INVALID', 'email'],
    ['an e-mail address with an empty label', { email: 'a@b..com' }, 'INVALID', 'email'],
    ['a landline number', { contact: '0201234567' }, 'INVALID', 'contact'],
    ['nine digits', { contact: '981234567' }, 'INVALID', 'contact'],
    ['a short password', { password: '1234567', confirmPassword: '1234567' }, 'TOO_SHORT', 'password'],
    ['a NUL in the name', { username: 'A\0sha' }, 'UNSUPPORTED_CHARACTERS', 'username'],
    ['a lone surrogate in the name', { username: 'A\ud800sha' }, 'UNSUPPORTED_CHARACTERS', 'username'],
    ['different passwords', { confirmPassword: 'another one' }, 'PASSWORDS_DIFFER', 'confirmPassword'],
    [
      'a PIN code that starts with 0',
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
    [
      'a city of invisible characters',
      { addresses: [{ ...address, city: '\u200b\u0001\u2800' }] },
      'REQUIRED',
      'addresses.0.city',
    ],
  ])('with %s is rejected, and the error names the field', async (_, changes, code, field) => {
    const error = getOnlyError(await register(changes));
    expect([error.code, error.field?.join('.')]).toEqual([code, field]);
    expect(rest.host.countCalls('POST addUser')).toBe(0);
  });

  it('with an e-mail address with which another shopper has placed orders is rejected, even if the host would accept it', async () => {
    rest.host.orders.push(createOrderRecord({ userEmail: validRegistration.email }));
    expect(getOnlyError(await register())).toEqual({
      code: 'EMAIL_TAKEN',
      message: 'This email ID is already present.',
      field: ['email'],
    });
    expect(rest.host.countCalls('POST addUser')).toBe(0);
  });

  it('tells shoppers who already have an account, even one with orders, to log in', async () => {
    const { email, contact } = rest.host.getShopper(7);
    rest.host.orders.push(createOrderRecord({ userEmail: email }));
    expect(getOnlyError(await register({ email, contact }))).toMatchObject({
      code: 'CONTACT_TAKEN',
      message: 'Contact Number is already present! You can try directly logging in.',
    });
  });

  it.each([
    ['404', () => createErrorResponse(404, 'User not found')],
    ['400', () => createErrorResponse(400, 'Unknown e-mail address')],
    ['null', () => HttpResponse.json(null)],
  ])('succeeds if the host responds to the lookup of orders with %s', async (_, respond) => {
    rest.server.use(http.get(`${hostUrl}/OrdersByUserEmail`, respond));
    expect(await register()).toEqual({ registered: true, userErrors: [] });
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
    [400, 'The name is too long.', 'UPSTREAM_REJECTED', 'The name is too long.'],
    [500, 'java.lang.NullPointerException', 'UNAVAILABLE', 'An error occurred. Please try again.'],
    [400, 'see http://10.0.0.5/errors', 'UPSTREAM_REJECTED', 'An error occurred. Please try again.'],
  ])(
    'that fails at the host (%i %s) returns a message for the shopper',
    async (status, hostMessage, code, message) => {
      rest.server.use(http.post(`${hostUrl}/addUser`, () => createErrorResponse(status, hostMessage)));
      expect(getOnlyError(await register())).toMatchObject({ code, message });
    },
  );
});
