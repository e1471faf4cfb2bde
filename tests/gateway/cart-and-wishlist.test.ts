import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { encodeNodeId, getOnlyError } from './graphql-call.ts';
import { setUpSignedInShopper } from './harness.ts';
import { createErrorResponse, hostUrl } from './rest-host.ts';
import { createProductRecord } from './rest-records.ts';

const setup = setUpSignedInShopper((host) => {
  host.products = [
    createProductRecord(1),
    createProductRecord(2),
    createProductRecord(5, { status: 'Unavailable' }),
  ];
});

const cart = 'cart { id unitCount itemTotal lines { id quantity available lineTotal product { sku } } }';

const { call } = setup;

describe('the cart', () => {
  it('lists available products first and excludes the others from the total', async () => {
    await call('addToCart', { productId: '5' }, cart);
    const added = await call('addToCart', { productId: '1', quantity: 3 }, cart);
    expect(added.cart).toEqual({
      id: encodeNodeId('Cart', 7),
      unitCount: 4,
      itemTotal: 303,
      lines: [
        {
          id: encodeNodeId('CartLine', '7:1'),
          quantity: 3,
          available: true,
          lineTotal: 303,
          product: { sku: '1' },
        },
        {
          id: encodeNodeId('CartLine', '7:5'),
          quantity: 1,
          available: false,
          lineTotal: 105,
          product: { sku: '5' },
        },
      ],
    });
    expect(setup.host.getShopper(7).productIds).toEqual([5, 1, 1, 1]);
  });

  it('contains what an earlier mutation of the same document has added, even if a later one is rejected', async () => {
    const { data, errors } = await setup.shop.graphql(
      `mutation {
        added: addToCart(input: { productId: "1", quantity: 3 }) { ${cart} }
        rejected: addToCart(input: { productId: "2", quantity: 11 }) { ${cart} userErrors { code } }
      }`,
      {},
      setup.token,
    );
    expect(errors).toEqual([]);
    expect(data).toMatchObject({
      added: { cart: { unitCount: 3 } },
      rejected: { cart: { unitCount: 3 }, userErrors: [{ code: 'QUANTITY_OUT_OF_RANGE' }] },
    });
  });

  it('rejects a product that it already contains', async () => {
    await call('addToCart', { productId: '1' }, cart);
    const again = await call('addToCart', { productId: '1', quantity: 5 }, cart);
    expect(getOnlyError(again)).toMatchObject({
      code: 'ALREADY_IN_CART',
      message: 'Product already in cart!',
    });
    expect(again).toHaveProperty('cart.unitCount', 1);
  });

  it('accepts a quantity from 1 to 10 and rejects any other', async () => {
    await call('addToCart', { productId: '1' }, cart);
    for (const quantity of [10, 1, 7]) {
      const updated = await call('setCartQuantity', { productId: '1', quantity }, cart);
      expect(updated).toHaveProperty('cart.unitCount', quantity);
    }
    for (const quantity of [0, 11, -1]) {
      const rejected = await call('setCartQuantity', { productId: '1', quantity }, cart);
      expect(getOnlyError(rejected).code).toBe('QUANTITY_OUT_OF_RANGE');
      expect(rejected).toHaveProperty('cart.unitCount', 7);
      expect(getOnlyError(await call('addToCart', { productId: '2', quantity }, cart)).code).toBe(
        'QUANTITY_OUT_OF_RANGE',
      );
    }
  });

  it('can shrink if another program has filled it beyond the limit', async () => {
    setup.host.getShopper(7).productIds = [1, 1, ...Array<number>(1001).fill(2)];
    const updated = await call('setCartQuantity', { productId: '1', quantity: 1 });
    expect(updated.userErrors).toEqual([]);
    expect(setup.host.getShopper(7).productIds).toHaveLength(1002);
    const rejected = await call('setCartQuantity', { productId: '1', quantity: 2 });
    expect(getOnlyError(rejected).code).toBe('CART_FULL');
  });

  it('rejects a new quantity of a product that it does not contain', async () => {
    expect(getOnlyError(await call('setCartQuantity', { productId: '2', quantity: 1 }, cart)).code).toBe(
      'NOT_IN_CART',
    );
  });

  it('removes all copies of a product, even if the host removes only one per call, and reports no error for a product that is not in it', async () => {
    await call('addToCart', { productId: '1', quantity: 4 }, cart);
    const removed = await call('removeFromCart', { productId: '1' }, cart);
    expect(removed).toMatchObject({ cart: { lines: [] }, userErrors: [] });
    expect(setup.host.getShopper(7).productIds).toEqual([]);
    expect((await call('removeFromCart', { productId: '1' }, cart)).userErrors).toEqual([]);
  });

  it('removes a product that the host no longer has', async () => {
    setup.host.getShopper(7).productIds = [999, 1];
    setup.server.use(
      http.delete(`${hostUrl}/removeProductFromUser`, () => createErrorResponse(404, 'Product not found')),
    );
    const removed = await call('removeFromCart', { productId: '999' }, cart);
    expect(removed.userErrors).toEqual([]);
    expect(setup.host.getShopper(7).productIds).toEqual([1]);
  });

  it('omits products that are no longer sold, and limits a line to ten copies', async () => {
    setup.host.getShopper(7).productIds = [999, ...Array<number>(12).fill(1)];
    const { data } = await setup.shop.graphql(`{ user { ${cart} } }`, {}, setup.token);
    expect(data).toMatchObject({
      user: { cart: { unitCount: 10, lines: [{ id: encodeNodeId('CartLine', '7:1'), quantity: 10 }] } },
    });
  });
});

describe('the wish list', () => {
  const wishlist = 'wishlist { id products { sku } }';

  it('adds products, removes them, and moves them to the cart', async () => {
    await call('addToWishlist', { productId: '1' }, wishlist);
    await call('addToWishlist', { productId: '1' }, wishlist);
    const added = await call('addToWishlist', { productId: '2' }, wishlist);
    expect(added.wishlist).toEqual({
      id: encodeNodeId('Wishlist', 7),
      products: [{ sku: '1' }, { sku: '2' }],
    });
    const moved = await call('moveToCart', { productId: '1' }, `${wishlist} ${cart}`);
    expect(moved).toMatchObject({
      wishlist: { products: [{ sku: '2' }] },
      cart: { unitCount: 1 },
      userErrors: [],
    });
    const movedAgain = await call('moveToCart', { productId: '1' }, `${wishlist} ${cart}`);
    expect(movedAgain).toMatchObject({ cart: { unitCount: 1 }, userErrors: [] });
    const removed = await call('removeFromWishlist', { productId: '2' }, wishlist);
    expect(removed).toMatchObject({ wishlist: { products: [] }, userErrors: [] });
    for (const endpoint of ['POST addToWishlist', 'PUT moveToCart', 'DELETE removeFromWishlist']) {
      expect(setup.host.countCalls(endpoint), endpoint).toBeGreaterThan(0);
    }
  });

  it('loses no copy from the cart when a product that is in both is moved, even if the host does nothing', async () => {
    Object.assign(setup.host.getShopper(7), { productIds: [1, 1, 1], wishlistProductIds: [1] });
    setup.server.use(http.put(`${hostUrl}/moveToCart`, () => HttpResponse.json({ message: 'Moved' })));
    const moved = await call('moveToCart', { productId: '1' }, `${wishlist} ${cart}`);
    expect(moved).toMatchObject({ wishlist: { products: [] }, cart: { unitCount: 3 }, userErrors: [] });
  });

  it('rejects a product that is in the cart', async () => {
    await call('addToCart', { productId: '1' }, cart);
    const rejected = await call('addToWishlist', { productId: '1' }, wishlist);
    expect(getOnlyError(rejected)).toMatchObject({
      code: 'ALREADY_IN_CART',
      message: 'Product already in cart. Cannot add to wishlist.',
    });
  });
});
