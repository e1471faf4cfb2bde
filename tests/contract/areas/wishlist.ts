import { shopperSchema } from '#gateway/rest/shoppers.ts';
import { type Area, type Product, type RunState, requestWith, type User } from '../check.ts';
import { bodyMatching, includesMessage, rejection, success } from '../expectations.ts';
import type { Request } from '../host.ts';
import { createReadUserRequest } from './registration.ts';

interface UserAndProductIds {
  readonly userId: User['id'];
  readonly productId: Product['restId'];
}

/**
 * The ids of the test user and of a product that was not in the cart when the user was last saved. The checks below
 * do not save the user, so all of them use the same product, even after its move to the cart.
 */
function selectProductOutsideCart({ products, user }: RunState): UserAndProductIds | undefined {
  const cartProductIds = new Set(user?.productIds?.map(String));
  const product = products.find(({ id }) => !cartProductIds.has(String(id)));
  return user === undefined || product === undefined
    ? undefined
    : { userId: user.id, productId: product.restId };
}

/** The ids of the test user and of a product in the cart. */
function selectProductInCart({ user }: RunState): UserAndProductIds | undefined {
  const productId = user?.productIds?.at(0);
  return user === undefined || productId === undefined ? undefined : { userId: user.id, productId };
}

const missingReason = 'no user was registered, there are too few products, or the cart could not be filled';

const createWishlistRequest =
  (method: Request['method'], path: string, selectIds: (state: RunState) => UserAndProductIds | undefined) =>
  (state: RunState) =>
    requestWith(selectIds(state), missingReason, ({ userId, productId }) => ({
      method,
      path,
      query: { userId: String(userId), productId: String(productId) },
    }));

const includesId = (ids: readonly unknown[] | null | undefined, id: unknown) =>
  (ids ?? []).some((other) => String(other) === String(id));

const expectOnWishlist = (expected: boolean) =>
  bodyMatching(
    shopperSchema,
    expected ? 'a wish list with the product' : 'a wish list without the product',
    (record, state) =>
      includesId(record.wishlistProductIds, selectProductOutsideCart(state)?.productId) === expected
        ? undefined
        : `wishlistProductIds ${JSON.stringify(record.wishlistProductIds)}`,
  );

export const wishlist: Area = {
  name: 'Wish list',
  checks: [
    {
      call: 'POST /addToWishlist?userId=&productId=',
      impact: 'adding to the wish list',
      request: createWishlistRequest('POST', '/addToWishlist', selectProductOutsideCart),
      expects: [success],
    },
    {
      call: 'GET /getUserById/{id} after the addition',
      impact: 'the wish list',
      request: createReadUserRequest,
      expects: [expectOnWishlist(true)],
    },
    {
      call: 'POST /addToWishlist with a product in the cart',
      impact: 'nothing: the gateway itself checks the cart',
      optional: true,
      request: createWishlistRequest('POST', '/addToWishlist', selectProductInCart),
      expects: [rejection, includesMessage('Product already in cart. Cannot add to wishlist.')],
    },
    {
      call: 'DELETE /removeFromWishlist?userId=&productId=',
      impact: 'removal from the wish list',
      request: createWishlistRequest('DELETE', '/removeFromWishlist', selectProductOutsideCart),
      expects: [success],
    },
    {
      call: 'GET /getUserById/{id} after the removal',
      impact: 'removal from the wish list',
      request: createReadUserRequest,
      expects: [expectOnWishlist(false)],
    },
    {
      call: 'POST /addToWishlist again',
      impact: 'adding to the wish list',
      request: createWishlistRequest('POST', '/addToWishlist', selectProductOutsideCart),
      expects: [success],
    },
    {
      call: 'PUT /moveToCart?userId=&productId=',
      impact: 'Add To Cart on the wish list',
      request: createWishlistRequest('PUT', '/moveToCart', selectProductOutsideCart),
      expects: [success],
    },
    {
      call: 'GET /getUserById/{id} after the move',
      impact: 'Add To Cart on the wish list',
      request: createReadUserRequest,
      expects: [
        expectOnWishlist(false),
        bodyMatching(shopperSchema, 'a cart with the product', (record, state) =>
          includesId(record.productIds, selectProductOutsideCart(state)?.productId)
            ? undefined
            : `productIds ${JSON.stringify(record.productIds)}`,
        ),
      ],
    },
  ],
};
