import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { mutate, onlyError, textAt } from './graphql-call.ts';
import { signedInSide, signIn } from './harness.ts';
import { hostUrl, refusal } from './rest-host.ts';
import { newAddress as address, homeAddress } from './rest-records.ts';

const rest = signedInSide();

const { call } = rest;
const currentPassword = 'right-password';

describe('the profile', () => {
  it('takes new addresses with ids of their own, and gives them up', async () => {
    const fields = 'address { id city } user { addresses { id } }';
    const [one, other] = await Promise.all([
      call('createAddress', { address }, fields),
      call('createAddress', { address: { ...address, city: ' Nashik ' } }, fields),
    ]);
    expect(other).toHaveProperty('address.city', 'Nashik');
    const [oneId, otherId] = [textAt(one, 'address.id'), textAt(other, 'address.id')];
    expect(oneId).not.toBe(otherId);
    await call('removeAddress', { addressId: oneId }, 'user { addresses { id } }');
    const ids = rest.host.shopper(7).addresses.map(({ id }) => String(id));
    expect(ids).toEqual(['11', otherId]);
  });

  it('refuses an address with faults, each by its field', async () => {
    const refused = await call(
      'createAddress',
      { address: { ...address, pincode: '012345', area: ' ' } },
      'address { id }',
    );
    expect(refused.address).toBeNull();
    expect(refused.userErrors.map(({ code, field }) => [code, field?.join('.')])).toEqual([
      ['REQUIRED', 'address.area'],
      ['INVALID', 'address.pincode'],
    ]);
  });

  it.each(['updateAddress', 'removeAddress'])('%s finds no address of another shopper', async (mutation) => {
    const input = { addressId: '12', ...(mutation === 'updateAddress' && { address }) };
    const refused = await call(mutation, input, 'user { addresses { id } }');
    expect(onlyError(refused).code).toBe('ADDRESS_NOT_FOUND');
    expect(rest.host.shopper(8).addresses).toEqual([{ ...homeAddress, id: 12 }]);
  });

  it('changes the fields that were given and leaves the others', async () => {
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

  it('refuses a contact number of another account, and an e-mail address the host knows to be taken', async () => {
    const contact = await call(
      'updateProfile',
      { contact: '9000000002', currentPassword },
      'user { contact }',
    );
    expect(onlyError(contact)).toMatchObject({
      code: 'CONTACT_TAKEN',
      message: 'Contact number already exists!',
    });
    expect(contact).toHaveProperty('user.contact', '9000000001');
    rest.server.use(
      http.put(`${hostUrl}/updateUser/:id`, () =>
        refusal(409, "Duplicate entry 'x@y.example' for key 'email'"),
      ),
    );
    const email = await call('updateProfile', { email: 'x@y.example', currentPassword }, 'user { email }');
    expect(onlyError(email)).toMatchObject({
      code: 'EMAIL_TAKEN',
      message: 'This email ID is already present.',
    });
  });

  it('gives nobody the e-mail address that orders were placed with, also at a host that would', async () => {
    rest.host.orders.push({
      orderId: 'ORD-OF-8',
      userEmail: 'other@shop.example',
      orderDate: '2026-11-20',
      totalPrice: 1,
    });
    const taken = await call(
      'updateProfile',
      { email: 'other@shop.example', currentPassword },
      'user { orders { totalCount } }',
    );
    expect(onlyError(taken)).toEqual({
      code: 'EMAIL_TAKEN',
      message: 'This email ID is already present.',
      field: ['email'],
    });
    expect(taken).toHaveProperty('user.orders.totalCount', 0);
    expect(rest.host.shopper(7).email).toBe('reader@shop.example');
    rest.host.orders.push({
      orderId: 'ORD-OF-7',
      userEmail: 'reader@shop.example',
      orderDate: '2026-11-20',
      totalPrice: 1,
    });
    const spelling = { email: 'Reader@shop.example', currentPassword };
    const same = await call('updateProfile', spelling, 'user { email }');
    expect(same).toMatchObject({ user: { email: 'Reader@shop.example' }, userErrors: [] });
  });
});

describe('a new e-mail address or contact number', () => {
  const user = async (token: string) => (await rest.shop.graphql('{ user { id } }', {}, token)).data;

  it.each([
    ['e-mail address', { email: 'new@shop.example' }],
    ['contact number', { contact: '9812345678' }],
  ])('%s asks for the current password', async (_, identity) => {
    const before = structuredClone(rest.host.shopper(7));
    expect(onlyError(await call('updateProfile', identity))).toEqual({
      code: 'REQUIRED',
      message: 'Please enter your current password.',
      field: ['currentPassword'],
    });
    const wrong = await call('updateProfile', { ...identity, currentPassword: 'wrong' });
    expect(onlyError(wrong)).toEqual({
      code: 'WRONG_PASSWORD',
      message: 'The current password is wrong.',
      field: ['currentPassword'],
    });
    expect(rest.host.shopper(7)).toEqual(before);
    const right = await call('updateProfile', { ...identity, currentPassword });
    expect(right.userErrors).toEqual([]);
    expect(rest.host.shopper(7)).toMatchObject(identity);
    expect(rest.host.shopper(7)).not.toHaveProperty('currentPassword');
  });

  it('asks for none where it is the one there is', async () => {
    const { email, contact } = rest.host.shopper(7);
    const same = await call('updateProfile', { username: 'New', email, contact });
    expect(same.userErrors).toEqual([]);
  });

  it('cannot be had by guessing passwords, which count as logins', async () => {
    const guess = { email: 'new@shop.example', currentPassword: 'wrong' };
    for (let tries = 0; tries < 10; tries += 1)
      expect(onlyError(await call('updateProfile', guess)).code).toBe('WRONG_PASSWORD');
    expect(onlyError(await call('updateProfile', { ...guess, currentPassword })).code).toBe('RATE_LIMITED');
    const login = await mutate(rest.shop.graphql, 'login', { contact: '9000000001', password: 'wrong' });
    expect(onlyError(login).code).toBe('RATE_LIMITED');
  });

  it('is not taken for a password of another account', async () => {
    rest.host.passwords.set('9000000001', 'the password of the other');
    rest.server.use(http.get(`${hostUrl}/getUserBycontact`, () => HttpResponse.json(rest.host.shopper(8))));
    const change = { email: 'new@shop.example', currentPassword: 'the password of the other' };
    expect(onlyError(await call('updateProfile', change)).code).toBe('WRONG_PASSWORD');
  });

  it('ends the other sessions of the account, and no others', async () => {
    rest.host.passwords.set('9000000002', 'other-password');
    const other = await signIn(rest.shop);
    const neighbour = await signIn(rest.shop, '9000000002', 'other-password');
    await call('updateProfile', { email: 'new@shop.example', currentPassword });
    expect(await user(other)).toEqual({ user: null });
    expect(await user(rest.token)).toEqual({ user: { id: '7' } });
    expect(await user(neighbour)).toEqual({ user: { id: '8' } });
    expect(await user(await signIn(rest.shop))).toEqual({ user: { id: '7' } });
  });

  it('ends them also where the host\u2019s answer was lost, but not where it refused', async () => {
    const other = await signIn(rest.shop);
    const change = { email: 'new@shop.example', currentPassword };
    const taken = refusal(409, "Duplicate entry 'new@shop.example' for key 'email'");
    const answers = [taken, HttpResponse.error()];
    rest.server.use(http.put(`${hostUrl}/updateUser/:id`, () => answers.shift()));
    expect(onlyError(await call('updateProfile', change)).code).toBe('EMAIL_TAKEN');
    expect(await user(other)).toEqual({ user: { id: '7' } });
    expect(onlyError(await call('updateProfile', change)).code).toBe('FAILED');
    expect([await user(other), await user(rest.token)]).toEqual([{ user: null }, { user: { id: '7' } }]);
  });
});
