import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { onlyError, textAt } from './graphql-call.ts';
import { signedInSide } from './harness.ts';
import { hostUrl, refusal } from './rest-host.ts';
import { newAddress as address, homeAddress } from './rest-records.ts';

const rest = signedInSide();

const { call } = rest;

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
    const contact = await call('updateProfile', { contact: '9000000002' }, 'user { contact }');
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
    const email = await call('updateProfile', { email: 'x@y.example' }, 'user { email }');
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
      { email: 'other@shop.example' },
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
    const same = await call('updateProfile', { email: 'Reader@shop.example' }, 'user { email }');
    expect(same).toMatchObject({ user: { email: 'Reader@shop.example' }, userErrors: [] });
  });
});
