import { delay, HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { mutate } from './graphql-call.ts';
import { setUpSignedInShopper, signIn, startGateway } from './harness.ts';
import { createErrorResponse, hostUrl } from './rest-host.ts';
import { newAddress as address, createProductRecord, homeAddress } from './rest-records.ts';

const setup = setUpSignedInShopper((host) => {
  host.products = Array.from({ length: 50 }, (_, index) => createProductRecord(index + 1));
});

const { call } = setup;

describe('a change to a shopper\u2019s record', () => {
  it('preserves unknown fields of the record and of its addresses', async () => {
    const shopper = setup.host.getShopper(7);
    shopper.addresses = [{ ...homeAddress, verified: true }];
    await call('addToCart', { productId: '1' });
    await call(
      'updateAddress',
      { addressId: '11', address: { ...address, city: 'Mumbai' } },
      'address { city }',
    );
    expect(shopper).toMatchObject({ loyaltyCard: { number: 'L-1' }, productIds: [1] });
    expect(shopper.addresses).toEqual([{ ...address, id: 11, city: 'Mumbai', verified: true }]);
  });

  it('is retried if another program changed the record meanwhile', async () => {
    const shopper = setup.host.getShopper(7);
    let writes = 0;
    setup.host.beforeUpdate = () => {
      writes += 1;
      if (writes <= 3) shopper.productIds = [...shopper.productIds, 40 + writes];
    };
    const added = await call('addToCart', { productId: '1' });
    expect(added.userErrors).toEqual([]);
    expect(shopper.productIds).toEqual([41, 42, 43, 1]);
    expect(writes).toBe(4);
  });

  it('is saved by a host with weak ETags, which never match If-Match', async () => {
    setup.host.hasWeakEtags = true;
    const added = await call('addToCart', { productId: '1' });
    expect(added.userErrors).toEqual([]);
    expect(setup.host.getShopper(7).productIds).toEqual([1]);
  });

  it.each([
    ['addToCart', 'put', '/updateUser/:id'],
    ['removeFromCart', 'delete', '/removeProductFromUser'],
    ['moveToCart', 'put', '/moveToCart'],
  ] as const)('is sent once if its response is lost: %s', async (mutation, method, path) => {
    Object.assign(setup.host.getShopper(7), { productIds: [1], wishlistProductIds: [2] });
    let callCount = 0;
    const loseResponse = () => {
      callCount += 1;
      return HttpResponse.error();
    };
    setup.server.use(http[method](`${hostUrl}${path}`, loseResponse));
    const productId = { addToCart: '3', removeFromCart: '1', moveToCart: '2' }[mutation];
    const { userErrors } = await call(mutation, { productId });
    expect(userErrors).toMatchObject([{ code: 'OUTCOME_UNKNOWN' }]);
    expect(callCount).toBe(1);
  });

  it('has an unknown outcome if the host carries out a part of it and then fails', async () => {
    // The fake host removes one copy per call. The gateway then removes the other one from the record.
    setup.host.getShopper(7).productIds = [1, 1];
    setup.server.use(http.put(`${hostUrl}/updateUser/:id`, () => createErrorResponse(500, 'Overloaded')));
    const { userErrors } = await call('removeFromCart', { productId: '1' });
    expect(userErrors).toMatchObject([{ code: 'OUTCOME_UNKNOWN' }]);
    expect(setup.host.getShopper(7).productIds).toEqual([1]);
  });

  it.each([true, false])(
    'is never lost among fifty concurrent ones (host supports ETag: %s)',
    async (supportsEtagsAndKeys) => {
      setup.host.supportsEtagsAndKeys = supportsEtagsAndKeys;
      const ids = Array.from({ length: 50 }, (_, index) => String(index + 1));
      await Promise.all(ids.map((productId) => call('addToCart', { productId })));
      expect(setup.host.getShopper(7).productIds.map(String).sort()).toEqual([...ids].sort());
    },
  );

  it('is never lost among forty concurrent ones in two gateways, if the host supports ETag', async () => {
    const other = await startGateway({
      config: { sessionSecret: 'one secret for both gateways, long enough' },
    });
    const first = await startGateway({
      config: { sessionSecret: 'one secret for both gateways, long enough' },
    });
    const token = await signIn(first);
    setup.host.beforeUpdate = () => delay(5);
    const payloads = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        mutate(
          (index % 2 === 0 ? first : other).graphql,
          'addToCart',
          { productId: String(index + 1) },
          '',
          token,
        ),
      ),
    );
    expect(payloads.flatMap(({ userErrors }) => userErrors)).toEqual([]);
    expect(new Set(setup.host.getShopper(7).productIds).size).toBe(40);
    expect(setup.host.conflictCount).toBeGreaterThan(0);
    await Promise.all([first.close(), other.close()]);
  });
});

describe('a server error of the host', () => {
  it.each([
    ['addToCart', { productId: '1' }, 'Failed to add product to cart'],
    ['removeFromCart', { productId: '2' }, 'There was an error removing the product.'],
    ['addToWishlist', { productId: '1' }, 'Error! Unable to add to wishlist.'],
    ['moveToCart', { productId: '1' }, 'Failed to add to cart.'],
    ['removeFromWishlist', { productId: '3' }, 'Failed to remove from wishlist.'],
    ['updateProfile', { username: 'New' }, 'Failed to update profile.'],
  ])('is reported with the message of requirements.md by %s', async (mutation, input, message) => {
    Object.assign(setup.host.getShopper(7), { productIds: [2], wishlistProductIds: [3] });
    const fail = () => HttpResponse.json({ message: 'at jdbc:mysql://10.0.0.5' }, { status: 500 });
    setup.server.use(
      ...(['put', 'post', 'delete'] as const).map((method) => http[method](`${hostUrl}/*`, fail)),
    );
    const failed = await call(mutation, input);
    expect(failed.userErrors).toEqual([{ code: 'UNAVAILABLE', message, field: null }]);
  });
});
