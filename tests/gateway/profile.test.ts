import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { encodeNodeId, getOnlyError, mutate, postGraphQL, textAt } from './graphql-call.ts';
import { setUpSignedInShopper, signIn } from './harness.ts';
import { createErrorResponse, hostUrl } from './rest-host.ts';
import { newAddress as address, homeAddress } from './rest-records.ts';

const setup = setUpSignedInShopper();

const { call } = setup;
const query = async (document: string) => (await setup.shop.graphql(document, {}, setup.token)).data;
const currentPassword = 'right-password';
const defaultAddressQuery = '{ user { defaultAddress { id } } }';
const lastUsedAddressQuery = '{ user { lastUsedAddress { id } } }';

describe('the profile', () => {
  it('stores new addresses with unique ids, even in the same millisecond, and removes them', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    const fields = 'address { id city } user { addresses { id } }';
    const [first, second] = await Promise.all([
      call('createAddress', { address }, fields),
      call('createAddress', { address: { ...address, city: ' Nashik ' } }, fields),
    ]);
    expect(second).toHaveProperty('address.city', 'Nashik');
    const [firstId, secondId] = [textAt(first, 'address.id'), textAt(second, 'address.id')];
    expect(firstId).not.toBe(secondId);
    await call('removeAddress', { addressId: firstId }, 'user { addresses { id } }');
    const ids = setup.host.getShopper(7).addresses.map(({ id }) => String(id));
    expect(ids[0]).toBe('11');
    expect(secondId).toBe(encodeNodeId('Address', `7:${ids[1]}`));
    expect(ids).toHaveLength(2);
  });

  it('returns a saved address even if the host replaces the ids', async () => {
    const shopper = setup.host.getShopper(7);
    let nextId = 500;
    setup.server.use(
      http.put(`${hostUrl}/updateUser/:id`, async ({ request }) => {
        const sent: unknown = await request.json();
        Object.assign(shopper, sent);
        for (const stored of shopper.addresses) stored.id = nextId++;
        return HttpResponse.json(shopper);
      }),
    );
    const created = await call('createAddress', { address }, 'address { id city }');
    expect(created.address).toEqual({ id: encodeNodeId('Address', '7:501'), city: 'Pune' });
    const update = { addressId: textAt(created, 'address.id'), address: { ...address, city: ' Nashik ' } };
    const updated = await call('updateAddress', update, 'address { id city }');
    expect(updated.address).toEqual({ id: encodeNodeId('Address', '7:503'), city: 'Nashik' });
  });

  it('stores an address once if the response was lost and the shopper tries again', async () => {
    setup.server.use(
      http.put(
        `${hostUrl}/updateUser/:id`,
        async ({ request }) => {
          Object.assign(setup.host.getShopper(7), await request.json());
          return HttpResponse.error();
        },
        { once: true },
      ),
    );
    const lost = await call('createAddress', { address }, 'address { id }');
    expect(getOnlyError(lost).code).toBe('OUTCOME_UNKNOWN');
    const repeated = await call('createAddress', { address }, 'address { id } user { addresses { id } }');
    expect(repeated.userErrors).toEqual([]);
    expect(setup.host.getShopper(7).addresses).toHaveLength(2);
    expect(repeated).toHaveProperty('user.addresses.1.id', textAt(repeated, 'address.id'));
  });

  it('rejects an invalid address and reports each invalid field', async () => {
    const rejected = await call(
      'createAddress',
      { address: { ...address, pincode: '012345', area: ' ' } },
      'address { id }',
    );
    expect(rejected.address).toBeNull();
    expect(rejected.userErrors.map(({ code, field }) => [code, field?.join('.')])).toEqual([
      ['REQUIRED', 'address.area'],
      ['INVALID', 'address.pincode'],
    ]);
  });

  it.each(['updateAddress', 'removeAddress', 'setDefaultAddress'])(
    'rejects %s for an address of another shopper',
    async (mutation) => {
      const input = { addressId: '12', ...(mutation === 'updateAddress' && { address }) };
      const rejected = await call(mutation, input, 'user { addresses { id } }');
      expect(getOnlyError(rejected).code).toBe('ADDRESS_NOT_FOUND');
      expect(setup.host.getShopper(8).addresses).toEqual([{ ...homeAddress, id: 12 }]);
    },
  );

  it('remembers the default address until the address is removed', async () => {
    const fields = 'user { defaultAddress { id } }';
    expect(await query(defaultAddressQuery)).toEqual({ user: { defaultAddress: null } });
    const created = await call('createAddress', { address }, 'address { id }');
    const addressId = textAt(created, 'address.id');
    expect(await call('setDefaultAddress', { addressId }, fields)).toMatchObject({
      user: { defaultAddress: { id: addressId } },
      userErrors: [],
    });
    expect(await query(defaultAddressQuery)).toEqual({
      user: { defaultAddress: { id: addressId } },
    });
    expect(await call('removeAddress', { addressId }, fields)).toMatchObject({
      user: { defaultAddress: null },
    });
  });

  it('reports that the host did not save the default address', async () => {
    setup.server.use(
      http.put(`${hostUrl}/updateUser/:id`, () => HttpResponse.json(setup.host.getShopper(7))),
    );
    const payload = await call('setDefaultAddress', { addressId: '11' }, 'user { defaultAddress { id } }');
    expect(getOnlyError(payload).code).toBe('UPSTREAM_REJECTED');
    expect(payload).toHaveProperty('user.defaultAddress', null);
  });

  it('reports that the host kept the earlier default address', async () => {
    const shopper = setup.host.getShopper(7);
    Object.assign(shopper, { addresses: [homeAddress, { ...homeAddress, id: 13 }], defaultAddressId: 11 });
    setup.server.use(http.put(`${hostUrl}/updateUser/:id`, () => HttpResponse.json(shopper)));
    const payload = await call('setDefaultAddress', { addressId: '13' }, 'user { defaultAddress { id } }');
    expect(getOnlyError(payload).code).toBe('UPSTREAM_REJECTED');
    expect(payload).toHaveProperty('user.defaultAddress.id', encodeNodeId('Address', '7:11'));
  });

  it('has at most ten addresses, even if they are created concurrently', async () => {
    const created = await Promise.all(
      Array.from({ length: 11 }, (_, index) =>
        call('createAddress', { address: { ...address, area: `Sector ${index}` } }),
      ),
    );
    const errors = created.flatMap(({ userErrors }) => userErrors.map(({ code }) => code));
    expect(errors).toEqual(['TOO_MANY_ADDRESSES', 'TOO_MANY_ADDRESSES']);
    expect(setup.host.getShopper(7).addresses).toHaveLength(10);
  });

  it('returns the saved address of the latest order', async () => {
    const second = textAt(
      await call('createAddress', { address: { ...address, area: 'Kothrud' } }, 'address { id }'),
      'address.id',
    );
    expect(await query(lastUsedAddressQuery)).toEqual({ user: { lastUsedAddress: null } });
    for (const addressId of [second, encodeNodeId('Address', '7:11')]) {
      await call('addToCart', { productId: '1' });
      const order = { source: 'CART', lines: [{ productId: '1', quantity: 1 }], addressId };
      await call('createShipment', { ...order, expectedTotal: 111, idempotencyKey: `order-to-${addressId}` });
      expect(await query(lastUsedAddressQuery)).toEqual({ user: { lastUsedAddress: { id: addressId } } });
    }
    // The latest order contains the address from before the update, which no longer matches a saved address.
    const changedHome = { ...address, address: homeAddress.address, landmark: 'Opposite the bank' };
    await call('updateAddress', { addressId: '11', address: changedHome });
    expect(await query(lastUsedAddressQuery)).toEqual({ user: { lastUsedAddress: null } });
    // A part that the host omits does not count as different.
    Object.assign(setup.host.orders.at(-1) ?? {}, { landmark: null });
    expect(await query(lastUsedAddressQuery)).toEqual({
      user: { lastUsedAddress: { id: encodeNodeId('Address', '7:11') } },
    });
  });

  it('reads the addresses even if the orders cannot be read', async () => {
    setup.server.use(http.get(`${hostUrl}/OrdersByUserEmail`, () => HttpResponse.error()));
    const { data, errors } = await setup.shop.graphql(
      '{ user { addresses { id } lastUsedAddress { id } } }',
      {},
      setup.token,
    );
    expect(data).toMatchObject({
      user: { addresses: [{ id: encodeNodeId('Address', '7:11') }], lastUsedAddress: null },
    });
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['SERVICE_UNAVAILABLE']);
  });

  it('trims the new name, and does not change fields that are null or missing', async () => {
    const changed = await call(
      'updateProfile',
      { username: ' New Name ', email: null },
      'user { username email contact }',
    );
    expect(changed.user).toEqual({
      username: 'New Name',
      email: 'reader@shop.example',
      contact: '9000000001',
    });
  });

  it('ignores invisible characters in the e-mail address and the contact number', async () => {
    const copied = { email: 'reader\u200b@shop.example\u200b', contact: '\u202d9000000001\u202c' };
    const { user, userErrors } = await call('updateProfile', copied, 'user { email contact }');
    // Nothing has changed, so the password is not required.
    expect(userErrors).toEqual([]);
    expect(user).toEqual({ email: 'reader@shop.example', contact: '9000000001' });
  });

  it('rejects a contact number or e-mail address that another account uses', async () => {
    const contact = await call(
      'updateProfile',
      { contact: '9000000002', currentPassword },
      'user { contact }',
    );
    expect(getOnlyError(contact)).toMatchObject({
      code: 'CONTACT_TAKEN',
      message: 'Contact number already exists!',
    });
    expect(contact).toHaveProperty('user.contact', '9000000001');
    setup.server.use(
      http.put(`${hostUrl}/updateUser/:id`, () =>
        createErrorResponse(409, "Duplicate entry 'x@y.example' for key 'email'"),
      ),
    );
    const email = await call('updateProfile', { email: 'x@y.example', currentPassword }, 'user { email }');
    expect(getOnlyError(email)).toMatchObject({
      code: 'EMAIL_TAKEN',
      message: 'This email ID is already present.',
    });
  });

  it("tells the host the shopper's language when the e-mail address changes", async () => {
    const query = `mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { user { email } } }`;
    await postGraphQL(
      setup.shop.url,
      { query, variables: { input: { email: 'new@shop.example', currentPassword } } },
      { authorization: `Bearer ${setup.token}`, 'accept-language': 'mr' },
    );
    expect([setup.host.getShopper(7).email, setup.host.emailLanguages]).toEqual(['new@shop.example', ['mr']]);
  });

  it('rejects an e-mail address that another shopper has used for orders, even if the host would accept it', async () => {
    setup.host.orders.push({
      orderId: 'ORD-OF-8',
      userEmail: 'other@shop.example',
      orderDate: '2026-11-20',
      totalPrice: 1,
    });
    const rejected = await call(
      'updateProfile',
      { email: 'other@shop.example', currentPassword },
      'user { orders { totalCount } }',
    );
    expect(getOnlyError(rejected)).toEqual({
      code: 'EMAIL_TAKEN',
      message: 'This email ID is already present.',
      field: ['email'],
    });
    expect(rejected).toHaveProperty('user.orders.totalCount', 0);
    expect(setup.host.getShopper(7).email).toBe('reader@shop.example');
    // Hosts that ignore letter case find the shopper's own orders by the new address. These do not prevent the change.
    setup.host.orders.push({
      orderId: 'ORD-OF-7',
      userEmail: 'Reader@shop.example',
      orderDate: '2026-11-20',
      totalPrice: 1,
    });
    const otherCase = { email: 'Reader@shop.example', currentPassword };
    const accepted = await call('updateProfile', otherCase, 'user { email }');
    expect(accepted).toMatchObject({ user: { email: 'Reader@shop.example' }, userErrors: [] });
  });
});

describe('a change of e-mail address or contact number', () => {
  const fetchUser = async (token: string) => (await setup.shop.graphql('{ user { id } }', {}, token)).data;

  it.each([
    ['e-mail address', { email: 'new@shop.example' }],
    ['contact number', { contact: '9812345678' }],
  ])('(%s) requires the current password', async (_, change) => {
    const before = structuredClone(setup.host.getShopper(7));
    expect(getOnlyError(await call('updateProfile', change))).toEqual({
      code: 'REQUIRED',
      message: 'Please enter your current password.',
      field: ['currentPassword'],
    });
    const wrong = await call('updateProfile', { ...change, currentPassword: 'wrong' });
    expect(getOnlyError(wrong)).toEqual({
      code: 'WRONG_PASSWORD',
      message: 'The current password is wrong.',
      field: ['currentPassword'],
    });
    expect(setup.host.getShopper(7)).toEqual(before);
    const right = await call('updateProfile', { ...change, currentPassword });
    expect(right.userErrors).toEqual([]);
    expect(setup.host.getShopper(7)).toMatchObject(change);
    expect(setup.host.getShopper(7)).not.toHaveProperty('currentPassword');
  });

  it.each([
    ['an empty response', ''],
    ['null', 'null'],
  ])('is accepted if the host reports with %s that nobody has the new contact number', async (_, body) => {
    setup.server.use(
      http.get(`${hostUrl}/getUserBycontact`, ({ request }) =>
        new URL(request.url).searchParams.get('contact') === '9812345678'
          ? HttpResponse.text(body)
          : undefined,
      ),
    );
    const changed = await call(
      'updateProfile',
      { contact: '9812345678', currentPassword },
      'user { contact }',
    );
    expect(changed).toEqual({ user: { contact: '9812345678' }, userErrors: [] });
  });

  it('requires no password if the value stays the same', async () => {
    const { email, contact } = setup.host.getShopper(7);
    const same = await call('updateProfile', { username: 'New', email, contact });
    expect(same.userErrors).toEqual([]);
  });

  it('cannot be made by guessing passwords, since wrong passwords count as login attempts', async () => {
    const guess = { email: 'new@shop.example', currentPassword: 'wrong' };
    for (let tries = 0; tries < 10; tries += 1)
      expect(getOnlyError(await call('updateProfile', guess)).code).toBe('WRONG_PASSWORD');
    expect(getOnlyError(await call('updateProfile', { ...guess, currentPassword })).code).toBe(
      'RATE_LIMITED',
    );
    const login = await mutate(setup.shop.graphql, 'login', { contact: '9000000001', password: 'wrong' });
    expect(getOnlyError(login).code).toBe('RATE_LIMITED');
  });

  it('is rejected if the password belongs to another account', async () => {
    setup.host.passwords.set('9000000001', 'password of another account');
    setup.server.use(
      http.get(`${hostUrl}/getUserBycontact`, () => HttpResponse.json(setup.host.getShopper(8))),
    );
    const change = { email: 'new@shop.example', currentPassword: 'password of another account' };
    expect(getOnlyError(await call('updateProfile', change)).code).toBe('WRONG_PASSWORD');
  });

  it('is rejected if the password belongs to another account with the same contact number', async () => {
    setup.host.getShopper(8).contact = setup.host.getShopper(7).contact;
    setup.host.shoppers.reverse();
    const change = { email: 'new@shop.example', currentPassword };
    expect(getOnlyError(await call('updateProfile', change)).code).toBe('WRONG_PASSWORD');
    expect(setup.host.getShopper(7).email).toBe('reader@shop.example');
  });

  it('ends all other sessions of the account, and no sessions of other accounts', async () => {
    setup.host.passwords.set('9000000002', 'other-password');
    const other = await signIn(setup.shop);
    const otherAccount = await signIn(setup.shop, '9000000002', 'other-password');
    await call('updateProfile', { email: 'new@shop.example', currentPassword });
    expect(await fetchUser(other)).toEqual({ user: null });
    expect(await fetchUser(setup.token)).toEqual({ user: { id: encodeNodeId('User', 7) } });
    expect(await fetchUser(otherAccount)).toEqual({ user: { id: encodeNodeId('User', 8) } });
    expect(await fetchUser(await signIn(setup.shop))).toEqual({ user: { id: encodeNodeId('User', 7) } });
  });

  it('ends the other sessions even if the host\u2019s response was lost, but not if the host rejected the change', async () => {
    const other = await signIn(setup.shop);
    const change = { email: 'new@shop.example', currentPassword };
    const taken = createErrorResponse(409, "Duplicate entry 'new@shop.example' for key 'email'");
    const responses = [taken, HttpResponse.error()];
    setup.server.use(http.put(`${hostUrl}/updateUser/:id`, () => responses.shift()));
    expect(getOnlyError(await call('updateProfile', change)).code).toBe('EMAIL_TAKEN');
    expect(await fetchUser(other)).toEqual({ user: { id: encodeNodeId('User', 7) } });
    expect(getOnlyError(await call('updateProfile', change)).code).toBe('OUTCOME_UNKNOWN');
    expect([await fetchUser(other), await fetchUser(setup.token)]).toEqual([
      { user: null },
      { user: { id: encodeNodeId('User', 7) } },
    ]);
  });
});
