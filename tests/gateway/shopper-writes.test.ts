import { delay, HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { mutate } from './graphql-call.ts';
import { signedInSide, signIn, startGateway } from './harness.ts';
import { hostUrl } from './rest-host.ts';
import { newAddress as address, homeAddress, hostProduct } from './rest-records.ts';

const rest = signedInSide((host) => {
  host.products = Array.from({ length: 60 }, (_, place) =>
    hostProduct(place + 1, place === 4 ? { status: 'Unavailable' } : {}),
  );
});

const { call } = rest;

describe('a write', () => {
  it('keeps what the gateway does not know of the record and its addresses', async () => {
    const shopper = rest.host.shopper(7);
    shopper.addresses = [{ ...homeAddress, verified: true }];
    await call('addToCart', { productId: '1' });
    await call(
      'updateAddress',
      { addressId: '11', address: { ...address, city: 'Mumbai' } },
      'address { city }',
    );
    expect(shopper).toMatchObject({ loyaltyCard: { number: 'L-1' }, productIds: [1] });
    expect(shopper.addresses).toEqual([{ ...homeAddress, city: 'Mumbai', verified: true }]);
  });

  it('that another program crossed is made again over what the other wrote', async () => {
    const shopper = rest.host.shopper(7);
    let crossed = 0;
    rest.host.beforeUpdate = () => {
      crossed += 1;
      if (crossed <= 3) shopper.productIds = [...shopper.productIds, 40 + crossed];
    };
    const added = await call('addToCart', { productId: '1' });
    expect(added.userErrors).toEqual([]);
    expect(shopper.productIds).toEqual([41, 42, 43, 1]);
    expect(crossed).toBe(4);
  });

  it.each([true, false])('of fifty at once loses none (host with versions: %s)', async (honoursHeaders) => {
    rest.host.honoursHeaders = honoursHeaders;
    const ids = Array.from({ length: 50 }, (_, place) => String(place + 1));
    await Promise.all(ids.map((productId) => call('addToCart', { productId })));
    expect(rest.host.shopper(7).productIds.map(String).sort()).toEqual([...ids].sort());
  });

  it('through two gateways at once loses none, as the host\u2019s versions decide', async () => {
    const other = await startGateway({
      config: { sessionSecret: 'one secret for both gateways, long enough' },
    });
    const first = await startGateway({
      config: { sessionSecret: 'one secret for both gateways, long enough' },
    });
    const shared = await signIn(first);
    rest.host.beforeUpdate = () => delay(5);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, place) =>
        mutate(
          (place % 2 === 0 ? first : other).graphql,
          'addToCart',
          { productId: String(place + 1) },
          '',
          shared,
        ),
      ),
    );
    expect(answers.flatMap(({ userErrors }) => userErrors)).toEqual([]);
    expect(new Set(rest.host.shopper(7).productIds).size).toBe(40);
    expect(rest.host.conflicts).toBeGreaterThan(0);
    await Promise.all([first.close(), other.close()]);
  });
});

describe('a failure of the host', () => {
  it.each([
    ['addToCart', { productId: '1' }, 'Failed to add product to cart'],
    ['removeFromCart', { productId: '2' }, 'There was an error removing the product.'],
    ['addToWishlist', { productId: '1' }, 'Error! Unable to add to wishlist.'],
    ['moveToCart', { productId: '1' }, 'Failed to add to cart.'],
    ['removeFromWishlist', { productId: '3' }, 'Failed to remove from wishlist.'],
    ['updateProfile', { username: 'New' }, 'Failed to update profile.'],
  ])('is told in the words of the specification: %s', async (mutation, input, message) => {
    Object.assign(rest.host.shopper(7), { productIds: [2], wishlistProductIds: [3] });
    const broken = () => HttpResponse.json({ message: 'at jdbc:mysql://10.0.0.5' }, { status: 500 });
    rest.server.use(
      ...(['put', 'post', 'delete'] as const).map((method) => http[method](`${hostUrl}/*`, broken)),
    );
    const failed = await call(mutation, input);
    expect(failed.userErrors).toEqual([{ code: 'FAILED', message, field: null }]);
  });
});
