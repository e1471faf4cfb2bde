import { describe, expect, test } from 'vitest';
import { userRecord } from '#rest-api/shoppers/user-record.ts';
import { createRegistration, getInvalidFields, register } from './calls.ts';
import { onEachEngine } from './engines.ts';
import { setUpService } from './service-setup.ts';

onEachEngine((start) => {
  const { call, fetchUser } = setUpService(start);

  describe('PUT /updateUser', () => {
    test('stores the whole user and returns the same as a subsequent GET', async () => {
      const user = await register(call);
      const changed = {
        ...user,
        username: 'Another Name',
        addresses: [
          { ...user.addresses[0], id: 1_763_600_000_000, landmark: 'Behind the mill' },
          { ...user.addresses[0], id: 2 },
        ],
        productIds: [3, 1, 3],
        wishlistProductIds: [2, 7],
      };
      const response = await call(`PUT /updateUser/${user.id}`, { body: changed });
      expect(response.status).toBe(200);
      expect(response.body).toEqual({ ...changed, productIds: [3, 3, 1] });
      expect(await fetchUser(user.id)).toEqual(response.body);
    });

    test('missing fields stay unchanged, and an empty password does not replace the current one', async () => {
      const registration = createRegistration();
      const user = userRecord.parse((await call('POST /addUser', { body: registration })).body);
      await call(`PUT /updateUser/${user.id}`, { body: { productIds: [1] } });
      const response = await call(`PUT /updateUser/${user.id}`, { body: { username: 'New', password: '' } });
      expect(response.body).toEqual({ ...user, username: 'New', productIds: [1] });
      const { contact, password } = registration;
      expect((await call('POST /loginByContact', { body: { contact, password } })).status).toBe(200);
    });

    test('a new password replaces the old one', async () => {
      const { id, contact } = await register(call);
      await call(`PUT /updateUser/${id}`, { body: { password: 'a better one', cpassword: 'a better one' } });
      const login = (password: string) => call('POST /loginByContact', { body: { contact, password } });
      expect((await login('a good password')).status).toBe(401);
      expect((await login('a better one')).status).toBe(200);
    });

    test('unknown fields are stored', async () => {
      const user = await register(call);
      const unknown = { institutecode: 'PUNE-7', tags: [{ deep: [1, null, 'क'] }] };
      const address = { ...user.addresses[0], floor: 3 };
      await call(`PUT /updateUser/${user.id}`, { body: { ...user, ...unknown, addresses: [address] } });
      await call(`PUT /updateUser/${user.id}`, { body: { productIds: [2] } });
      expect(await fetchUser(user.id)).toEqual({
        ...user,
        ...unknown,
        addresses: [address],
        productIds: [2],
      });
    });

    test.each([
      [{ productIds: Array(11).fill(1) }, ['productIds']],
      [{ productIds: [999] }, ['productIds']],
      [{ productIds: ['x'] }, ['productIds.0']],
      [{ wishlistProductIds: [1, 999] }, ['wishlistProductIds']],
      [{ addresses: [null] }, ['addresses.0']],
      [{ id: 1_000_000 }, ['id']],
      [{ password: 'short' }, ['password']],
      [{ passwordHash: 'x', note: { oldPassword: 'y' } }, ['passwordHash', 'note.oldPassword']],
      [{ note: Object.fromEntries([['__proto__', 1]]) }, ['note.__proto__']],
      [{ note: Array.from({ length: 21 }).reduce((inner) => [inner], 'x') }, ['note.0.0']],
    ])('%j is rejected and changes nothing', async (change, fields) => {
      const user = await register(call);
      const response = await call(`PUT /updateUser/${user.id}`, {
        body: { ...user, username: 'X', ...change },
      });
      expect(response.status).toBe(400);
      expect(getInvalidFields(response)).toEqual(fields);
      expect(await fetchUser(user.id)).toEqual(user);
    });

    test('a response names at most 100 invalid fields', async () => {
      const { id } = await register(call);
      const body = { productIds: Array(101).fill('x') };
      expect(getInvalidFields(await call(`PUT /updateUser/${id}`, { body }))).toHaveLength(100);
    });

    test('a number that is too large for a double is rejected', async () => {
      const user = await register(call);
      const response = await call(`PUT /updateUser/${user.id}`, { body: '{"seen":{"times":1e400}}' });
      expect([response.status, getInvalidFields(response)]).toEqual([400, ['seen.times']]);
      expect(await fetchUser(user.id)).toEqual(user);
    });

    test('a user record cannot exceed the maximum body size', async () => {
      const { id } = await register(call);
      const write = async (body: object) => (await call(`PUT /updateUser/${id}`, { body })).status;
      expect(await write({ first: 'x'.repeat(200_000) })).toBe(200);
      expect(await write({ second: 'x'.repeat(200_000) })).toBe(413);
      expect(await write(await fetchUser(id))).toBe(200);
    });

    test('an address without an id gets an unused one, which can be sent back', async () => {
      const user = await register(call);
      const { id: _, ...home } = user.addresses[0] ?? {};
      const largest = { ...home, id: 999_999_999_999_999 };
      const response = await call(`PUT /updateUser/${user.id}`, {
        body: { addresses: [largest, { ...home, id: 1 }, home] },
      });
      const { addresses } = userRecord.parse(response.body);
      expect(addresses.map(({ id }) => id)).toEqual([largest.id, 1, 2]);
      expect((await call(`PUT /updateUser/${user.id}`, { body: { addresses } })).body).toEqual(response.body);
    });

    test('a contact or e-mail of another user is rejected', async () => {
      const [user, other] = [await register(call), await register(call)];
      const contact = await call(`PUT /updateUser/${user.id}`, { body: { contact: other.contact } });
      expect([contact.status, contact.body]).toEqual([409, { message: 'Contact number already exists!' }]);
      const email = await call(`PUT /updateUser/${user.id}`, { body: { email: other.email } });
      expect(email.status).toBe(409);
      expect(await fetchUser(user.id)).toEqual(user);
    });

    test('an unknown user is rejected with 404', async () => {
      expect((await call('PUT /updateUser/999999', { body: { username: 'X' } })).status).toBe(404);
      expect((await call('GET /getUserById/999999')).status).toBe(404);
    });

    test('with If-Match only one of three concurrent writers succeeds, so no change is lost', async () => {
      const { id } = await register(call);
      const etag = (await call(`GET /getUserById/${id}`)).headers.get('etag') ?? '';
      // The header can list several versions.
      const headers = { 'If-Match': `"another version", ${etag}` };
      const responses = await Promise.all(
        [1, 2, 3].map((product) =>
          call(`PUT /updateUser/${id}`, { body: { productIds: [product] }, headers }),
        ),
      );
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
      const written = responses.find(({ status }) => status === 200);
      expect(await fetchUser(id)).toEqual(written?.body);
      expect((await call(`GET /getUserById/${id}`)).headers.get('etag')).toBe(written?.headers.get('etag'));
    });

    test('with If-Match a weak ETag is rejected with 412', async () => {
      const user = await register(call);
      const etag = (await call(`GET /getUserById/${user.id}`)).headers.get('etag');
      const headers = { 'If-Match': `W/${etag}` };
      const response = await call(`PUT /updateUser/${user.id}`, { body: { productIds: [1] }, headers });
      expect(response.status).toBe(412);
      expect(await fetchUser(user.id)).toEqual(user);
    });

    test('a change of the wish list changes the ETag of the user', async () => {
      const { id } = await register(call);
      const before = (await call(`GET /getUserById/${id}`)).headers.get('etag');
      await call(`POST /addToWishlist?userId=${id}&productId=1`);
      expect((await call(`GET /getUserById/${id}`)).headers.get('etag')).not.toBe(before);
    });
  });

  describe('cart and wish list', () => {
    test('DELETE /removeProductFromUser removes the whole line, and can be repeated', async () => {
      const { id } = await register(call);
      await call(`PUT /updateUser/${id}`, { body: { productIds: [1, 2, 2, 2] } });
      for (const _ of [1, 2]) {
        const response = await call(`DELETE /removeProductFromUser?userId=${id}&productId=2`);
        expect([response.status, response.body]).toEqual([200, { message: expect.any(String) }]);
      }
      expect((await fetchUser(id)).productIds).toEqual([1]);
    });

    test('POST /addToWishlist adds a product once, unless it is in the cart', async () => {
      const { id } = await register(call);
      await call(`PUT /updateUser/${id}`, { body: { productIds: [1] } });
      for (const _ of [1, 2]) {
        expect((await call(`POST /addToWishlist?userId=${id}&productId=2`)).status).toBe(200);
      }
      const rejected = await call(`POST /addToWishlist?userId=${id}&productId=1`);
      const message = 'Product already in cart. Cannot add to wishlist.';
      expect([rejected.status, rejected.body]).toEqual([409, { message }]);
      expect((await fetchUser(id)).wishlistProductIds).toEqual([2]);
    });

    test('PUT /moveToCart moves a product and DELETE /removeFromWishlist removes one', async () => {
      const { id } = await register(call);
      await call(`PUT /updateUser/${id}`, { body: { wishlistProductIds: [3, 2, 1] } });
      expect((await call(`PUT /moveToCart?userId=${id}&productId=2`)).status).toBe(200);
      expect((await call(`DELETE /removeFromWishlist?userId=${id}&productId=1`)).status).toBe(200);
      expect(await fetchUser(id)).toMatchObject({ productIds: [2], wishlistProductIds: [3] });
    });

    test('an added product comes last, even after a removal', async () => {
      const { id } = await register(call);
      await call(`PUT /updateUser/${id}`, {
        body: { productIds: [5, 6, 7], wishlistProductIds: [8, 9, 2, 1] },
      });
      await call(`DELETE /removeProductFromUser?userId=${id}&productId=5`);
      await call(`DELETE /removeFromWishlist?userId=${id}&productId=8`);
      await call(`POST /addToWishlist?userId=${id}&productId=3`);
      await call(`PUT /moveToCart?userId=${id}&productId=1`);
      expect(await fetchUser(id)).toMatchObject({ productIds: [6, 7, 1], wishlistProductIds: [9, 2, 3] });
    });

    test('if ten products are each added twice, all concurrently, none is lost and none is stored twice', async () => {
      const { id } = await register(call);
      await Promise.all(
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].flatMap((product) =>
          ['POST /addToWishlist', 'POST /addToWishlist'].map((endpoint) =>
            call(`${endpoint}?userId=${id}&productId=${product}`),
          ),
        ),
      );
      expect((await fetchUser(id)).wishlistProductIds.toSorted((a, b) => a - b)).toEqual([
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
      ]);
    });

    test.each([
      'DELETE /removeProductFromUser',
      'POST /addToWishlist',
      'PUT /moveToCart',
      'DELETE /removeFromWishlist',
    ])(
      '%s rejects unknown ids with 404, and names the parameter if an id is malformed or missing',
      async (endpoint) => {
        const { id } = await register(call);
        expect((await call(`${endpoint}?userId=999999&productId=1`)).status).toBe(404);
        expect((await call(`${endpoint}?userId=${id}&productId=999`)).status).toBe(404);
        expect(getInvalidFields(await call(`${endpoint}?userId=me&productId=1`))).toEqual(['userId']);
        expect(getInvalidFields(await call(`${endpoint}?userId=${id}`))).toEqual(['productId']);
      },
    );
  });

  test('POST /createContact accepts an enquiry, and rejects one with a blank required field, which is named', async () => {
    const enquiry = { name: 'A', phoneNumber: '020 123', remark: 'Hello', productName: '', author: '' };
    expect((await call('POST /createContact', { body: enquiry })).status).toBe(201);
    const response = await call('POST /createContact', { body: { ...enquiry, remark: '' } });
    expect([response.status, getInvalidFields(response)]).toEqual([400, ['remark']]);
  });
});
