import { withQuantity } from '../../customers/cart.ts';
import type { RestId } from '../../domain/product.ts';
import type { MutationResolvers } from '../../generated/resolvers.ts';
import { UpstreamRejectedError } from '../../rest/errors.ts';
import { countQuantities, type ShopperRecord } from '../../rest/user-schema.ts';
import type { GatewayServices } from '../context.ts';
import { ignoreNotFound } from './cart.ts';
import { toSuccess, updateShopper } from './shopper-mutation.ts';
import { productNotFound, userError } from './user-errors.ts';

const alreadyInCart = userError('ALREADY_IN_CART', 'Product already in cart. Cannot add to wishlist.', [
  'productId',
]);

type WishlistMutations = Pick<MutationResolvers, 'addToWishlist' | 'moveToCart' | 'removeFromWishlist'>;

/** Wish list mutations. The messages are those of requirements.md 8, "Wish list". */
export function createWishlistMutations({
  customers,
  catalogue,
  rest,
  logger,
}: Pick<GatewayServices, 'customers' | 'catalogue' | 'rest' | 'logger'>): WishlistMutations {
  return {
    async addToWishlist(_, { input: { productId } }, context) {
      const failed = (error: unknown) =>
        error instanceof UpstreamRejectedError && error.hostMessage?.includes('already in cart')
          ? alreadyInCart
          : userError('FAILED', 'Error! Unable to add to wishlist.');
      const errors = { failed };
      const { record, userErrors } = await updateShopper(logger, context, errors, async (userId) => {
        const product = await catalogue.getProduct(productId, context.signal);
        if (product === null) return { record: await context.shopper(), userErrors: [productNotFound] };
        let isInCart = false;
        const changed = await customers.callThenReconcile(
          userId,
          async (before) => {
            isInCart = includesId(before.productIds, productId);
            if (!isInCart && !includesId(before.wishlistProductIds, productId))
              await rest.addToWishlist(userId, productId);
          },
          (after) =>
            isInCart || includesId(after.wishlistProductIds, productId)
              ? null
              : addWishlistProduct(after, product.restId),
        );
        return { record: changed, userErrors: isInCart ? [alreadyInCart] : [] };
      });
      return { wishlist: record, userErrors };
    },

    async moveToCart(_, { input: { productId } }, context) {
      const errors = { failed: 'Failed to add to cart.' };
      const { record, userErrors } = await updateShopper(logger, context, errors, async (userId) => {
        const product = await catalogue.getProduct(productId, context.signal);
        if (product === null) return { record: await context.shopper(), userErrors: [productNotFound] };
        return customers
          .callThenReconcile(
            userId,
            async (before) => {
              // A double click or another tab has already moved it.
              if (isMoved(before, productId)) return;
              await rest.moveToCart(userId, productId);
            },
            (after) =>
              isMoved(after, productId) ? null : moveProductToCart(after, productId, product.restId),
          )
          .then(toSuccess);
      });
      return { cart: record, wishlist: record, userErrors };
    },

    async removeFromWishlist(_, { input: { productId } }, context) {
      const errors = { failed: 'Failed to remove from wishlist.' };
      const { record, userErrors } = await updateShopper(logger, context, errors, (userId) =>
        customers
          .callThenReconcile(
            userId,
            async ({ wishlistProductIds }) => {
              if (!includesId(wishlistProductIds, productId)) return;
              await rest.removeFromWishlist(userId, productId).catch(ignoreNotFound);
            },
            (after) =>
              includesId(after.wishlistProductIds, productId)
                ? removeWishlistProduct(after, productId)
                : null,
          )
          .then(toSuccess),
      );
      return { wishlist: record, userErrors };
    },
  };
}

function includesId(ids: readonly RestId[], id: string): boolean {
  return ids.some((item) => String(item) === id);
}

function isMoved(record: ShopperRecord, id: string): boolean {
  return includesId(record.productIds, id) && !includesId(record.wishlistProductIds, id);
}

function moveProductToCart(record: ShopperRecord, id: string, restId: RestId): ShopperRecord {
  const quantity = countQuantities(record.productIds).get(id) ?? 1;
  return withQuantity(removeWishlistProduct(record, id), restId, quantity);
}

function addWishlistProduct(record: ShopperRecord, restId: RestId): ShopperRecord {
  return { ...record, wishlistProductIds: [...record.wishlistProductIds, restId] };
}

function removeWishlistProduct(record: ShopperRecord, id: string): ShopperRecord {
  return { ...record, wishlistProductIds: record.wishlistProductIds.filter((item) => String(item) !== id) };
}
