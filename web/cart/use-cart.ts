import { skipToken } from '@apollo/client/react';
import { useSession } from '#web/auth/session.ts';
import { type CartAndWishlistQuery, useCartAndWishlistQuery } from './CartAndWishlist.generated.ts';

/** What the shopper holds, looked up by product. */
export interface CartAndWishlist {
  /** How many copies the cart holds in all. */
  unitCount: number;
  /** Copies in the cart, by product id. */
  quantities: ReadonlyMap<string, number>;
  /** The ids of the products on the wish list. */
  wished: ReadonlySet<string>;
}

const nothing: CartAndWishlist = { unitCount: 0, quantities: new Map(), wished: new Set() };

/** Every card asks, so an answer is indexed once. */
const indexed = new WeakMap<CartAndWishlistQuery, CartAndWishlist>();

/** What the shopper holds, the same for every part that asks; nothing for a visitor and while loading. */
export function useCartAndWishlist(): CartAndWishlist {
  const session = useSession();
  const { data } = useCartAndWishlistQuery(session === null ? skipToken : {});
  return session === null ? nothing : indexByProduct(data);
}

function indexByProduct(data: CartAndWishlistQuery | undefined): CartAndWishlist {
  if (data?.user == null) return nothing;
  const { cart, wishlist } = data.user;
  const cartAndWishlist = indexed.get(data) ?? {
    unitCount: cart.unitCount,
    quantities: new Map(cart.lines.map(({ product, quantity }) => [product.id, quantity])),
    wished: new Set(wishlist.products.map(({ id }) => id)),
  };
  indexed.set(data, cartAndWishlist);
  return cartAndWishlist;
}
