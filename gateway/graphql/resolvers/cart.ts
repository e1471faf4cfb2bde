import type { Catalogue } from '../../catalogue/catalogue.ts';
import { type Cart, cartLines } from '../../customers/cart.ts';
import type { ShopperUpdate } from '../../customers/record.ts';
import { type Wishlist, wishlistPage, wishlistProducts } from '../../customers/wishlist.ts';
import type { CartResolvers, MutationResolvers, WishlistResolvers } from '../../generated/resolvers.ts';
import type { ShopperRecord } from '../../rest/shoppers.ts';
import type { GatewayContext } from '../context.ts';
import { errorsOf } from './arguments.ts';

type CartMutations = Pick<MutationResolvers, 'addToCart' | 'setCartQuantity' | 'removeFromCart'>;

export function createCartMutations(cart: Cart): CartMutations {
  const payload = (result: ShopperUpdate) => ({ cart: result.record, userErrors: errorsOf(result) });
  return {
    addToCart: async (_, { input: { productId, quantity } }, context) =>
      payload(await cart.add(context, { productId, quantity: quantity ?? 1 })),
    setCartQuantity: async (_, { input }, context) => payload(await cart.setQuantity(context, input)),
    removeFromCart: async (_, { input }, context) => payload(await cart.remove(context, input.productId)),
  };
}

type WishlistMutations = Pick<MutationResolvers, 'addToWishlist' | 'moveToCart' | 'removeFromWishlist'>;

export function createWishlistMutations(wishlist: Wishlist): WishlistMutations {
  const payload = (result: ShopperUpdate) => ({ wishlist: result.record, userErrors: errorsOf(result) });
  return {
    addToWishlist: async (_, { input }, context) => payload(await wishlist.add(context, input.productId)),
    async moveToCart(_, { input }, context) {
      const result = await wishlist.moveToCart(context, input.productId);
      return { ...payload(result), cart: result.record };
    },
    removeFromWishlist: async (_, { input }, context) =>
      payload(await wishlist.remove(context, input.productId)),
  };
}

/** The total of a cart counts available products only. */
export function createCartResolvers(catalogue: Catalogue): CartResolvers {
  const readLines = (record: ShopperRecord, _: unknown, { signal }: GatewayContext) =>
    cartLines(record, catalogue, signal);
  return {
    id: ({ id }) => String(id),
    lines: readLines,
    unitCount: async (record, _, context) =>
      (await readLines(record, _, context)).reduce((units, line) => units + line.quantity, 0),
    itemTotal: async (record, _, context) =>
      (await readLines(record, _, context))
        .filter((line) => line.available)
        .reduce((total, line) => total + line.lineTotal, 0),
  };
}

export function createWishlistResolvers(catalogue: Catalogue): WishlistResolvers {
  return {
    id: ({ id }) => String(id),
    items: async (record, page, { signal }) =>
      wishlistPage(await wishlistProducts(record, catalogue, signal), page),
    products: (record, _, { signal }) => wishlistProducts(record, catalogue, signal),
  };
}
