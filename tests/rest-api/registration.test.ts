import { describe, expect, test } from 'vitest';
import { userRecord } from '#rest-api/shoppers/user-record.ts';
import { createRegistration, getInvalidFields, register } from './calls.ts';
import { onEachEngine } from './engines.ts';
import { setUpService } from './service-setup.ts';

onEachEngine((start) => {
  const { call, fetchUser, getService } = setUpService(start);

  describe('registration', () => {
    test('POST /addUser returns 201 with the user, without a password', async () => {
      const registration = createRegistration();
      const response = await call('POST /addUser', { body: registration });
      expect(response.status).toBe(201);
      const { username, email, contact, addresses } = registration;
      expect(response.body).toEqual({
        username,
        email,
        contact,
        id: expect.any(Number),
        addresses: [{ id: 1, ...addresses[0] }],
        productIds: [],
        wishlistProductIds: [],
      });
      expect(JSON.stringify(response.body)).not.toContain('password');
    });

    test.each([
      '/getUserById/{id}',
      '/getUserBycontact?contact={contact}',
      '/OrdersByUserEmail?email={email}',
    ])('the response of GET %s, which contains personal data, must not be cached', async (path) => {
      const { id, contact, email } = await register(call);
      const target = path.replace('{id}', String(id)).replace('{contact}', contact).replace('{email}', email);
      const response = await call(`GET ${target}`);
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    });

    test('a contact or e-mail that is already registered is rejected, each with its own message', async () => {
      const first = createRegistration();
      await call('POST /addUser', { body: first });
      const contactResponse = await call('POST /addUser', {
        body: { ...createRegistration(), contact: first.contact },
      });
      expect([contactResponse.status, contactResponse.body]).toEqual([
        409,
        { message: 'Contact number already exists!' },
      ]);
      const emailResponse = await call('POST /addUser', {
        body: { ...createRegistration(), email: first.email.toUpperCase() },
      });
      expect(emailResponse.status).toBe(409);
      expect(emailResponse.body).toEqual({
        message: `Duplicate entry '${first.email.toUpperCase()}' for key 'email'`,
      });
    });

    test('invisible characters in an e-mail address or contact do not make it a different one', async () => {
      const { email, contact, ...others } = createRegistration();
      const copied = { email: `\u200b ${email}\u200b`, contact: `\u202d${contact}\u202c` };
      const created = await call('POST /addUser', { body: { ...others, ...copied } });
      expect(created.body).toMatchObject({ email, contact });
      const repeated = await call('POST /addUser', {
        body: { ...createRegistration(), email: copied.email },
      });
      expect([repeated.status, repeated.body]).toEqual([
        409,
        { message: `Duplicate entry '${email}' for key 'email'` },
      ]);
    });

    test('of ten concurrent registrations with the same contact, one succeeds', async () => {
      const contact = createRegistration().contact;
      const responses = await Promise.all(
        Array.from({ length: 10 }, () =>
          call('POST /addUser', { body: { ...createRegistration(), contact } }),
        ),
      );
      expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
    });

    test.each([
      [{ email: 'nobody' }, ['email']],
      [{ email: 'x,victim@evil.example' }, ['email']],
      [{ email: 'g:victim@evil.example;' }, ['email']],
      [{ email: 'a(b)victim@evil.example' }, ['email']],
      [{ email: 'a@[127.0.0.1].example' }, ['email']],
      [{ email: 'a\\b@example.com' }, ['email']],
      [{ email: 'a@b..com' }, ['email']],
      [{ contact: '12345' }, ['contact']],
      [{ password: 'short', cpassword: 'short' }, ['password']],
      [{ cpassword: 'another one' }, ['cpassword']],
      [{ username: ' ' }, ['username']],
      [{ username: 7, email: null }, ['username', 'email']],
      [
        { addresses: [{ address: 'x' }] },
        [
          'addresses.0.area',
          'addresses.0.city',
          'addresses.0.district',
          'addresses.0.state',
          'addresses.0.pincode',
          'addresses.0.landmark',
        ],
      ],
      [{ addresses: 'none' }, ['addresses']],
      [{ role: 'admin' }, ['role']],
      [{ username: 'a\u0000b' }, ['username']],
      [{ username: 'half \ud83d' }, ['username']],
    ])('%j is rejected, and the fields are named', async (change, fields) => {
      const response = await call('POST /addUser', { body: { ...createRegistration(), ...change } });
      expect(response.status).toBe(400);
      expect(getInvalidFields(response)).toEqual(fields);
    });

    test('an empty body is rejected, and every required field is named', async () => {
      const response = await call('POST /addUser', { body: {} });
      expect(response.body).toEqual({
        message: 'username: Is missing; email: Is missing; contact: Is missing; password: Is missing',
        errors: ['username', 'email', 'contact', 'password'].map((field) => ({
          field,
          message: 'Is missing',
        })),
      });
    });

    test.each([
      ['truncated JSON', 400, '{"username":'],
      ['a string', 400, '"text"'],
      ['a list', 400, '[]'],
      ['null', 400, 'null'],
      ['too long', 413, JSON.stringify({ username: 'x'.repeat(300_000) })],
    ])('a body that is %s is rejected with %i', async (_, status, body) => {
      const response = await call('POST /addUser', { body });
      expect(response.status).toBe(status);
      expect(response.body).toMatchObject({ message: expect.any(String) });
    });

    test('a body that is not UTF-8 is rejected with 400 instead of being stored with replacement characters', async () => {
      const registration = createRegistration();
      const response = await fetch(`${getService().url}/addUser`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: Buffer.from(JSON.stringify({ ...registration, username: 'André' }), 'latin1'),
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ message: 'The body contains bytes that are not valid UTF-8' });
    });

    test('headers larger than 16 kB are rejected with 431 and a message', async () => {
      const response = await call('GET /AllCoupons', { headers: { 'X-Large': 'x'.repeat(20_000) } });
      expect([response.status, response.body]).toEqual([431, { message: expect.any(String) }]);
    });

    test('a body that is not sent as JSON is rejected with 415', async () => {
      const response = await call('POST /addUser', {
        body: 'a=b',
        headers: { 'Content-Type': 'text/plain' },
      });
      expect(response.status).toBe(415);
    });

    test('markup and SQL are returned unchanged', async () => {
      const username = `Robert'); drop table users;-- <script>alert("x")</script> \\ % _ \u202e`;
      const response = await call('POST /addUser', { body: { ...createRegistration(), username } });
      expect((await fetchUser(userRecord.parse(response.body).id)).username).toBe(username);
    });
  });

  describe('login', () => {
    test('POST /loginByContact accepts only the right password', async () => {
      const registration = createRegistration();
      await call('POST /addUser', { body: registration });
      const { contact, password } = registration;
      expect((await call('POST /loginByContact', { body: { contact, password } })).status).toBe(200);
      const loginFailed = { message: 'Login failed. Please check your credentials.' };
      for (const wrongCredentials of [
        { contact, password: 'a bad password' },
        { contact: '9999999999', password },
      ]) {
        const response = await call('POST /loginByContact', { body: wrongCredentials });
        expect([response.status, response.body]).toEqual([401, loginFailed]);
      }
    });

    test('GET /getUserBycontact returns the user, or 404 if there is none', async () => {
      const user = await register(call);
      expect((await call(`GET /getUserBycontact?contact=${user.contact}`)).body).toEqual(user);
      expect((await call('GET /getUserBycontact?contact=9999999999')).status).toBe(404);
    });
  });
});
