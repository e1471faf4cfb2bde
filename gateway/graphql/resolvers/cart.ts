import { isQuantity, withQuantity } from '../../customers/cart.ts';
import type { MutationResolvers } from '../../generated/resolvers.ts';
import { UpstreamRejectedError } from '../../rest/errors.ts';
import { countQuantities, type ShopperRecord } from '../../rest/user-schema.ts';
import type { GatewayServices } from '../context.ts';
import { type ShopperChange, toSuccess, updateShopper } from './shopper-mutation.ts';
import {
  notSignedInForCart,
  productNotFound,
  quantityOutOfRange,
  type UserErrorFields,
  userError,
} from './user-errors.ts';

const alreadyInCart = userError('ALREADY_IN_CART', 'Product already in cart!', ['productId']);
const notInCart = userError('NOT_IN_CART', 'This product is not in your cart.', ['productId']);

type CartMutations = Pick<MutationResolvers, 'addToCart' | 'setCartQuantity' | 'removeFromCart'>;

/** Cart mutations. The messages are those of requirements.md 8, "Cart". */
export function createCartMutations({
  customers,
  catalogue,
  rest,
  logger,
}: Pick<GatewayServices, 'customers' | 'catalogue' | 'rest' | 'logger'>): CartMutations {
  return {
    async addToCart(_, { input: { productId, quantity } }, context) {
      const errors = { notSignedIn: notSignedInForCart, failed: 'Failed to add product to cart' };
      const change = await updateShopper(logger, context, errors, async (userId) => {
        const desiredQuantity = quantity ?? 1;
        if (!isQuantity(desiredQuantity)) return unchanged(await context.shopper(), quantityOutOfRange);
        const product = await catalogue.getProduct(productId, context.signal);
        if (product === null) return unchanged(await context.shopper(), productNotFound);
        let isInCart = false;
        const record = await customers.update(userId, (before) => {
          isInCart = countQuantities(before.productIds).has(product.id);
          return isInCart ? null : withQuantity(before, product.restId, desiredQuantity);
        });
        return { record, userErrors: isInCart ? [alreadyInCart] : [] };
      });
      return cartPayload(change);
    },

    async setCartQuantity(_, { input: { productId, quantity } }, context) {
      const errors = { notSignedIn: notSignedInForCart, failed: 'Something went wrong!' };
      const change = await updateShopper(logger, context, errors, async (userId) => {
        if (!isQuantity(quantity)) return unchanged(await context.shopper(), quantityOutOfRange);
        let isInCart = true;
        const record = await customers.update(userId, (before) => {
          const current = countQuantities(before.productIds).get(productId);
          isInCart = current !== undefined;
          return !isInCart || current === quantity ? null : withQuantity(before, productId, quantity);
        });
        return { record, userErrors: isInCart ? [] : [notInCart] };
      });
      return cartPayload(change);
    },

    async removeFromCart(_, { input: { productId } }, context) {
      const errors = { notSignedIn: notSignedInForCart, failed: 'There was an error removing the product.' };
      const change = await updateShopper(logger, context, errors, (userId) =>
        customers
          .callThenReconcile(
            userId,
            async ({ productIds }) => {
              if (!countQuantities(productIds).has(productId)) return;
              await rest.removeFromCart(userId, productId).catch(ignoreNotFound);
            },
            // Some hosts remove a single copy only, or do not find products that are no longer listed.
            (record) =>
              countQuantities(record.productIds).has(productId) ? withQuantity(record, productId, 0) : null,
          )
          .then(toSuccess),
      );
      return cartPayload(change);
    },
  };
}

function cartPayload({ record, userErrors }: ShopperChange) {
  return { cart: record, userErrors };
}

function unchanged(record: ShopperRecord | null, error: UserErrorFields): ShopperChange {
  return { record, userErrors: [error] };
}

/** Ignores status 404 for a product that the host no longer knows. The reconciling write then corrects the record. */
export function ignoreNotFound(error: unknown): void {
  if (!(error instanceof UpstreamRejectedError && error.status === 404)) throw error;
}
