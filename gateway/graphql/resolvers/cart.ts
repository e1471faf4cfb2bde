import type { Catalogue } from '../../catalogue/catalogue.ts';
import { type CartCommands, getCartLines } from '../../customers/cart.ts';
import type { ShopperUpdate } from '../../customers/record.ts';
import { createWishlistPage, getWishlistProducts, type WishlistCommands } from '../../customers/wishlist.ts';
import type {
  CartLineResolvers,
  CartResolvers,
  MutationResolvers,
  WishlistResolvers,
} from '../../generated/resolvers.ts';
import type { ShopperRecord } from '../../rest/shoppers.ts';
import type { GatewayContext } from '../context.ts';
import { encodeId, readKey } from '../global-id.ts';
import { getUserErrors } from './arguments.ts';

type CartMutations = Pick<MutationResolvers, 'addToCart' | 'setCartQuantity' | 'removeFromCart'>;

export function createCartMutations(cart: CartCommands): CartMutations {
  const createPayload = <Code extends string>(result: ShopperUpdate<Code>) => ({
    cart: result.record,
    userErrors: getUserErrors(result),
  });
  return {
    addToCart: async (_, { input: { productId, quantity } }, context) =>
      createPayload(
        await cart.add(context, { productId: readProductKey(productId), quantity: quantity ?? 1 }),
      ),
    setCartQuantity: async (_, { input: { productId, quantity } }, context) =>
      createPayload(await cart.setQuantity(context, { productId: readProductKey(productId), quantity })),
    removeFromCart: async (_, { input }, context) =>
      createPayload(await cart.remove(context, readProductKey(input.productId))),
  };
}

function readProductKey(id: string): string {
  return readKey('Product', id, 'productId');
}

type WishlistMutations = Pick<MutationResolvers, 'addToWishlist' | 'moveToCart' | 'removeFromWishlist'>;

export function createWishlistMutations(wishlist: WishlistCommands): WishlistMutations {
  const createPayload = <Code extends string>(result: ShopperUpdate<Code>) => ({
    wishlist: result.record,
    userErrors: getUserErrors(result),
  });
  return {
    addToWishlist: async (_, { input }, context) =>
      createPayload(await wishlist.add(context, readProductKey(input.productId))),
    async moveToCart(_, { input }, context) {
      const result = await wishlist.moveToCart(context, readProductKey(input.productId));
      return { ...createPayload(result), cart: result.record };
    },
    removeFromWishlist: async (_, { input }, context) =>
      createPayload(await wishlist.remove(context, readProductKey(input.productId))),
  };
}

export function createCartResolvers(catalogue: Catalogue): CartResolvers {
  const readLines = (record: ShopperRecord, _: unknown, { signal }: GatewayContext) =>
    getCartLines(record, catalogue, signal);
  return {
    id: ({ id }) => encodeId('Cart', id),
    lines: readLines,
    unitCount: async (record, _, context) =>
      (await readLines(record, _, context)).reduce((units, line) => units + line.quantity, 0),
    // Unavailable lines are not part of the amount.
    itemTotal: async (record, _, context) =>
      (await readLines(record, _, context))
        .filter((line) => line.available)
        .reduce((total, line) => total + line.lineTotal, 0),
  };
}

export const cartLine: CartLineResolvers = {
  id: ({ id }) => encodeId('CartLine', id),
};

export function createWishlistResolvers(catalogue: Catalogue): WishlistResolvers {
  return {
    id: ({ id }) => encodeId('Wishlist', id),
    items: async (record, page, { signal }) =>
      createWishlistPage(await getWishlistProducts(record, catalogue, signal), page),
    products: (record, _, { signal }) => getWishlistProducts(record, catalogue, signal),
  };
}
