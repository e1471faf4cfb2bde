import { delay, HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onlyError, restSide, signIn, startGateway, type TestGateway } from './harness.ts';
import { homeAddress, hostProduct, hostUrl, refusal } from './rest-host.ts';

const rest = restSide();
let shop: TestGateway;
let token: string;

beforeEach(async () => {
  rest.host.products = Array.from({ length: 60 }, (_, place) =>
    hostProduct(place + 1, place === 4 ? { status: 'Unavailable' } : {}),
  );
  shop = await startGateway();
  token = await signIn(shop);
});
afterEach(() => shop.close());

const cart = 'cart { id unitCount itemTotal lines { id quantity available lineTotal product { id } } }';
const userErrors = 'userErrors { code message field }';

async function call(mutation: string, input: Record<string, unknown>, fields: string) {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { ${mutation}(input: $input) { ${fields} ${userErrors} } }`;
  const { data, errors } = await shop.graphql(query, { input }, token);
  expect(errors).toEqual([]);
  return data[mutation];
}

describe('a write', () => {
  it('keeps what the gateway does not know of the record and its addresses', async () => {
    const shopper = rest.host.shopper(7);
    shopper.addresses = [{ ...homeAddress, verified: true }];
    await call('addToCart', { productId: '1' }, cart);
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
    const added = await call('addToCart', { productId: '1' }, cart);
    expect(added.userErrors).toEqual([]);
    expect(shopper.productIds).toEqual([41, 42, 43, 1]);
    expect(crossed).toBe(4);
  });

  it.each([true, false])('of fifty at once loses none (host with versions: %s)', async (honoursHeaders) => {
    rest.host.honoursHeaders = honoursHeaders;
    const ids = Array.from({ length: 50 }, (_, place) => String(place + 1));
    await Promise.all(ids.map((productId) => call('addToCart', { productId }, cart)));
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
    const add = 'mutation ($id: ID!) { addToCart(input: { productId: $id }) { userErrors { code } } }';
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, place) =>
        (place % 2 === 0 ? first : other).graphql(add, { id: String(place + 1) }, shared),
      ),
    );
    expect(answers.flatMap(({ data }) => data.addToCart.userErrors)).toEqual([]);
    expect(new Set(rest.host.shopper(7).productIds).size).toBe(40);
    expect(rest.host.conflicts).toBeGreaterThan(0);
    await Promise.all([first.close(), other.close()]);
  });
});

describe('the cart', () => {
  it('puts what can be bought first and counts only that into the total', async () => {
    await call('addToCart', { productId: '5' }, cart);
    const added = await call('addToCart', { productId: '1', quantity: 3 }, cart);
    expect(added.cart).toEqual({
      id: '7',
      unitCount: 4,
      itemTotal: 303,
      lines: [
        { id: '7:1', quantity: 3, available: true, lineTotal: 303, product: { id: '1' } },
        { id: '7:5', quantity: 1, available: false, lineTotal: 105, product: { id: '5' } },
      ],
    });
    expect(rest.host.shopper(7).productIds).toEqual([5, 1, 1, 1]);
  });

  it('never takes the same product twice, and says so', async () => {
    await call('addToCart', { productId: '1' }, cart);
    const again = await call('addToCart', { productId: '1', quantity: 5 }, cart);
    expect(onlyError(again)).toMatchObject({ code: 'ALREADY_IN_CART', message: 'Product already in cart!' });
    expect(again.cart.unitCount).toBe(1);
  });

  it('sets a quantity from 1 to 10 and refuses any other', async () => {
    await call('addToCart', { productId: '1' }, cart);
    for (const quantity of [10, 1, 7]) {
      expect((await call('setCartQuantity', { productId: '1', quantity }, cart)).cart.unitCount).toBe(
        quantity,
      );
    }
    for (const quantity of [0, 11, -1]) {
      const refused = await call('setCartQuantity', { productId: '1', quantity }, cart);
      expect(onlyError(refused).code).toBe('QUANTITY_OUT_OF_RANGE');
      expect(refused.cart.unitCount).toBe(7);
      expect(onlyError(await call('addToCart', { productId: '2', quantity }, cart)).code).toBe(
        'QUANTITY_OUT_OF_RANGE',
      );
    }
    expect(onlyError(await call('setCartQuantity', { productId: '2', quantity: 1 }, cart)).code).toBe(
      'NOT_IN_CART',
    );
  });

  it('gives up the whole line, also at a host that takes one copy out', async () => {
    await call('addToCart', { productId: '1', quantity: 4 }, cart);
    const removed = await call('removeFromCart', { productId: '1' }, cart);
    expect(removed).toMatchObject({ cart: { lines: [] }, userErrors: [] });
    expect(rest.host.shopper(7).productIds).toEqual([]);
    expect((await call('removeFromCart', { productId: '1' }, cart)).userErrors).toEqual([]);
  });

  it('gives up a product that the host no longer knows', async () => {
    rest.host.shopper(7).productIds = [999, 1];
    rest.server.use(http.delete(`${hostUrl}/removeProductFromUser`, () => refusal(404, 'Product not found')));
    const removed = await call('removeFromCart', { productId: '999' }, cart);
    expect(removed.userErrors).toEqual([]);
    expect(rest.host.shopper(7).productIds).toEqual([1]);
  });

  it('shows no line for a product that is no longer listed, and ten copies at most', async () => {
    rest.host.shopper(7).productIds = [999, ...Array<number>(12).fill(1)];
    const { data } = await shop.graphql(`{ user { ${cart} } }`, {}, token);
    expect(data.user.cart).toMatchObject({ unitCount: 10, lines: [{ id: '7:1', quantity: 10 }] });
  });
});

describe('the wish list', () => {
  const wishlist = 'wishlist { id products { id } }';

  it('takes products, gives them up, and moves them to the cart', async () => {
    await call('addToWishlist', { productId: '1' }, wishlist);
    await call('addToWishlist', { productId: '1' }, wishlist);
    const added = await call('addToWishlist', { productId: '2' }, wishlist);
    expect(added.wishlist).toEqual({ id: '7', products: [{ id: '1' }, { id: '2' }] });
    const moved = await call('moveToCart', { productId: '1' }, `${wishlist} ${cart}`);
    expect(moved).toMatchObject({
      wishlist: { products: [{ id: '2' }] },
      cart: { unitCount: 1 },
      userErrors: [],
    });
    const twice = await call('moveToCart', { productId: '1' }, `${wishlist} ${cart}`);
    expect(twice).toMatchObject({ cart: { unitCount: 1 }, userErrors: [] });
    const removed = await call('removeFromWishlist', { productId: '2' }, wishlist);
    expect(removed).toMatchObject({ wishlist: { products: [] }, userErrors: [] });
    for (const made of ['POST addToWishlist', 'PUT moveToCart', 'DELETE removeFromWishlist']) {
      expect(rest.host.calledTimes(made), made).toBeGreaterThan(0);
    }
  });

  it('does not take what is in the cart', async () => {
    await call('addToCart', { productId: '1' }, cart);
    const refused = await call('addToWishlist', { productId: '1' }, wishlist);
    expect(onlyError(refused)).toMatchObject({
      code: 'ALREADY_IN_CART',
      message: 'Product already in cart. Cannot add to wishlist.',
    });
  });
});

const { id: _id, ...address } = homeAddress;

describe('the profile', () => {
  it('takes new addresses with ids of their own, and gives them up', async () => {
    const fields = 'address { id city } user { addresses { id } }';
    const [one, other] = await Promise.all([
      call('createAddress', { address }, fields),
      call('createAddress', { address: { ...address, city: ' Nashik ' } }, fields),
    ]);
    expect(other.address.city).toBe('Nashik');
    expect(one.address.id).not.toBe(other.address.id);
    await call('removeAddress', { addressId: one.address.id }, 'user { addresses { id } }');
    const ids = rest.host.shopper(7).addresses.map(({ id }) => String(id));
    expect(ids).toEqual(['11', other.address.id]);
  });

  it('refuses an address with faults, each by its field', async () => {
    const refused = await call(
      'createAddress',
      { address: { ...address, pincode: '012345', area: ' ' } },
      'address { id }',
    );
    expect(refused.address).toBeNull();
    expect(
      refused.userErrors.map(({ code, field }: { code: string; field: string[] }) => [code, field.join('.')]),
    ).toEqual([
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
    expect(contact.user.contact).toBe('9000000001');
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
    const failed = await call(mutation, input, '__typename');
    expect(failed.userErrors).toEqual([{ code: 'FAILED', message, field: null }]);
  });
});
