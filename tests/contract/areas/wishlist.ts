import { type Area, given, type Known } from '../check.ts';
import { refused, says, someWords, status, where } from '../expectations.ts';
import type { Request } from '../host.ts';
import { user } from '../shapes.ts';
import { readUser } from './registration.ts';

/** A product that the cart does not hold. */
function wished({ products, user: shopper }: Known) {
  const inCart = new Set(shopper?.productIds?.map(String));
  const product = products.find(({ id }) => !inCart.has(String(id)));
  return shopper === undefined || product === undefined
    ? undefined
    : { userId: shopper.id, productId: product.id };
}

/** The product that the cart holds already. */
function inCart({ user: shopper }: Known) {
  const productId = shopper?.productIds?.at(0);
  return shopper === undefined || productId === undefined ? undefined : { userId: shopper.id, productId };
}

const missing = 'no user was registered, or the cart could not be filled';

const about = (method: Request['method'], path: string, of: typeof wished) => (known: Known) =>
  given(of(known), missing, ({ userId, productId }) => ({
    method,
    path,
    query: { userId: String(userId), productId: String(productId) },
  }));

const isIn = (ids: readonly unknown[] | null | undefined, id: unknown) =>
  (ids ?? []).some((other) => String(other) === String(id));

const onList = (wanted: boolean) =>
  where(user, wanted ? 'the product on the list' : 'the product not on the list', (found, known) =>
    isIn(found.wishlistProductIds, wished(known)?.productId) === wanted
      ? undefined
      : `wishlistProductIds ${JSON.stringify(found.wishlistProductIds)}`,
  );

export const wishlist: Area = {
  name: 'Wish list',
  checks: [
    {
      call: 'POST /addToWishlist?userId=&productId=',
      loses: 'the heart on every product',
      request: about('POST', '/addToWishlist', wished),
      expects: [status(200, 201)],
    },
    {
      call: 'GET /getUserById/{id} after the heart',
      loses: 'the wish list',
      request: readUser,
      expects: [onList(true)],
    },
    {
      call: 'POST /addToWishlist of a product in the cart',
      loses: 'the message that the product is in the cart already',
      request: about('POST', '/addToWishlist', inCart),
      expects: [refused, says('Product already in cart. Cannot add to wishlist.')],
    },
    {
      call: 'DELETE /removeFromWishlist?userId=&productId=',
      loses: 'removal from the wish list',
      request: about('DELETE', '/removeFromWishlist', wished),
      expects: [status(200), someWords],
    },
    {
      call: 'GET /getUserById/{id} after the removal',
      loses: 'removal from the wish list',
      request: readUser,
      expects: [onList(false)],
    },
    {
      call: 'POST /addToWishlist once more',
      loses: 'the heart on every product',
      request: about('POST', '/addToWishlist', wished),
      expects: [status(200, 201)],
    },
    {
      call: 'PUT /moveToCart?userId=&productId=',
      loses: 'Add To Cart on the wish list',
      request: about('PUT', '/moveToCart', wished),
      expects: [status(200), someWords],
    },
    {
      call: 'GET /getUserById/{id} after the move',
      loses: 'Add To Cart on the wish list',
      request: readUser,
      expects: [
        onList(false),
        where(user, 'the product in the cart', (found, known) =>
          isIn(found.productIds, wished(known)?.productId)
            ? undefined
            : `productIds ${JSON.stringify(found.productIds)}`,
        ),
      ],
    },
  ],
};
