import { isQuantity, withQuantity } from '../../customers/cart.ts';
import type { MutationResolvers } from '../../generated/resolvers.ts';
import { UpstreamRejectedError } from '../../rest/errors.ts';
import { countQuantities, type ShopperRecord } from '../../rest/user-schema.ts';
import { done, type ShopperChange, updateShopper } from './shopper-mutation.ts';
import {
  notSignedInForCart,
  productNotFound,
  quantityOutOfRange,
  type UserErrorFields,
  userError,
} from './user-errors.ts';

const alreadyInCart = userError('ALREADY_IN_CART', 'Product already in cart!', ['productId']);
const notInCart = userError('NOT_IN_CART', 'This product is not in your cart.', ['productId']);

/** Changes of the cart; their texts are those of requirements.md 8, "Cart". */
export const cartMutations: Pick<MutationResolvers, 'addToCart' | 'setCartQuantity' | 'removeFromCart'> = {
  async addToCart(_, { input: { productId, quantity } }, context) {
    const texts = { notSignedIn: notSignedInForCart, failed: 'Failed to add product to cart' };
    const { customers, catalogue } = context.services;
    const change = await updateShopper(context, texts, async (userId) => {
      const copies = quantity ?? 1;
      if (!isQuantity(copies)) return unchanged(await context.shopper(), quantityOutOfRange);
      const product = await catalogue.getProduct(productId, context.signal);
      if (product === null) return unchanged(await context.shopper(), productNotFound);
      let isThere = false;
      const record = await customers.update(userId, (before) => {
        isThere = countQuantities(before.productIds).has(product.id);
        return isThere ? null : withQuantity(before, product.restId, copies);
      });
      return { record, userErrors: isThere ? [alreadyInCart] : [] };
    });
    return cartPayload(change);
  },

  async setCartQuantity(_, { input: { productId, quantity } }, context) {
    const texts = { notSignedIn: notSignedInForCart, failed: 'Something went wrong!' };
    const change = await updateShopper(context, texts, async (userId) => {
      if (!isQuantity(quantity)) return unchanged(await context.shopper(), quantityOutOfRange);
      let isThere = true;
      const record = await context.services.customers.update(userId, (before) => {
        const present = countQuantities(before.productIds).get(productId);
        isThere = present !== undefined;
        return !isThere || present === quantity ? null : withQuantity(before, productId, quantity);
      });
      return { record, userErrors: isThere ? [] : [notInCart] };
    });
    return cartPayload(change);
  },

  async removeFromCart(_, { input: { productId } }, context) {
    const texts = { notSignedIn: notSignedInForCart, failed: 'There was an error removing the product.' };
    const { customers, rest } = context.services;
    const change = await updateShopper(context, texts, (userId) =>
      customers
        .callThenReconcile(
          userId,
          async ({ productIds }) => {
            if (!countQuantities(productIds).has(productId)) return;
            await rest.removeFromCart(userId, productId).catch(unlessMissing);
          },
          // Some hosts take one copy out, or do not know a product that is no longer listed.
          (record) =>
            countQuantities(record.productIds).has(productId) ? withQuantity(record, productId, 0) : null,
        )
        .then(done),
    );
    return cartPayload(change);
  },
};

function cartPayload({ record, userErrors }: ShopperChange) {
  return { cart: record, userErrors };
}

function unchanged(record: ShopperRecord | null, error: UserErrorFields): ShopperChange {
  return { record, userErrors: [error] };
}

/** Lets pass that the host does not know the product: the record is then put right by a write. */
export function unlessMissing(error: unknown): void {
  if (!(error instanceof UpstreamRejectedError && error.status === 404)) throw error;
}
