import { withQuantity } from '../../customers/cart.ts';
import type { RestId } from '../../domain/product.ts';
import type { MutationResolvers } from '../../generated/resolvers.ts';
import { UpstreamRejectedError } from '../../rest/errors.ts';
import { countQuantities, type ShopperRecord } from '../../rest/user-schema.ts';
import { unlessMissing } from './cart.ts';
import { done, updateShopper } from './shopper-mutation.ts';
import { productNotFound, userError } from './user-errors.ts';

const inCart = userError('ALREADY_IN_CART', 'Product already in cart. Cannot add to wishlist.', [
  'productId',
]);

/** Changes of the wish list; their texts are those of requirements.md 8, "Wish list". */
export const wishlistMutations: Pick<
  MutationResolvers,
  'addToWishlist' | 'moveToCart' | 'removeFromWishlist'
> = {
  async addToWishlist(_, { input: { productId } }, context) {
    const failed = (error: unknown) =>
      error instanceof UpstreamRejectedError && error.hostMessage?.includes('already in cart')
        ? inCart
        : userError('FAILED', 'Error! Unable to add to wishlist.');
    const { customers, catalogue, rest } = context.services;
    const texts = { failed };
    const { record, userErrors } = await updateShopper(context, texts, async (userId) => {
      const product = await catalogue.getProduct(productId, context.signal);
      if (product === null) return { record: await context.shopper(), userErrors: [productNotFound] };
      let isInCart = false;
      const changed = await customers.callThenReconcile(
        userId,
        async (before) => {
          isInCart = holds(before.productIds, productId);
          if (!isInCart && !holds(before.wishlistProductIds, productId))
            await rest.addToWishlist(userId, productId);
        },
        (after) =>
          isInCart || holds(after.wishlistProductIds, productId) ? null : wished(after, product.restId),
      );
      return { record: changed, userErrors: isInCart ? [inCart] : [] };
    });
    return { wishlist: record, userErrors };
  },

  async moveToCart(_, { input: { productId } }, context) {
    const { customers, catalogue, rest } = context.services;
    const texts = { failed: 'Failed to add to cart.' };
    const { record, userErrors } = await updateShopper(context, texts, async (userId) => {
      const product = await catalogue.getProduct(productId, context.signal);
      if (product === null) return { record: await context.shopper(), userErrors: [productNotFound] };
      return customers
        .callThenReconcile(
          userId,
          async (before) => {
            // Moved already, by a double click or another tab: nothing is left to do.
            if (isMoved(before, productId)) return;
            await rest.moveToCart(userId, productId);
          },
          (after) => (isMoved(after, productId) ? null : moved(after, productId, product.restId)),
        )
        .then(done);
    });
    return { cart: record, wishlist: record, userErrors };
  },

  async removeFromWishlist(_, { input: { productId } }, context) {
    const { customers, rest } = context.services;
    const texts = { failed: 'Failed to remove from wishlist.' };
    const { record, userErrors } = await updateShopper(context, texts, (userId) =>
      customers
        .callThenReconcile(
          userId,
          async ({ wishlistProductIds }) => {
            if (!holds(wishlistProductIds, productId)) return;
            await rest.removeFromWishlist(userId, productId).catch(unlessMissing);
          },
          (after) => (holds(after.wishlistProductIds, productId) ? unwished(after, productId) : null),
        )
        .then(done),
    );
    return { wishlist: record, userErrors };
  },
};

function holds(ids: readonly RestId[], id: string): boolean {
  return ids.some((held) => String(held) === id);
}

function isMoved(record: ShopperRecord, id: string): boolean {
  return holds(record.productIds, id) && !holds(record.wishlistProductIds, id);
}

function moved(record: ShopperRecord, id: string, restId: RestId): ShopperRecord {
  const copies = countQuantities(record.productIds).get(id) ?? 1;
  return withQuantity(unwished(record, id), restId, copies);
}

function wished(record: ShopperRecord, restId: RestId): ShopperRecord {
  return { ...record, wishlistProductIds: [...record.wishlistProductIds, restId] };
}

function unwished(record: ShopperRecord, id: string): ShopperRecord {
  return { ...record, wishlistProductIds: record.wishlistProductIds.filter((held) => String(held) !== id) };
}
