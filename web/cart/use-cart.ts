import { skipToken } from '@apollo/client/react';
import { useSession } from '#web/auth/session.ts';
import { type CartAndWishlistQuery, useCartAndWishlistQuery } from './CartAndWishlist.generated.ts';
import type { CartFieldsFragment } from './CartFragment.generated.ts';

export type CartLine = CartFieldsFragment['lines'][number];

/** The shopper's cart and wish list, indexed by product. */
export interface CartAndWishlist {
  /** The total number of copies in the cart. */
  unitCount: number;
  /** Copies in the cart, by product id. */
  quantities: ReadonlyMap<string, number>;
  /** The ids of the products on the wish list. */
  wishlistIds: ReadonlySet<string>;
}

const empty: CartAndWishlist = { unitCount: 0, quantities: new Map(), wishlistIds: new Set() };

/** Every product card needs the index, so it is built once per query result. */
const indexed = new WeakMap<CartAndWishlistQuery, CartAndWishlist>();

/** The shopper's cart and wish list; empty for a visitor and while loading. */
export function useCartAndWishlist(): CartAndWishlist {
  const session = useSession();
  const { data } = useCartAndWishlistQuery(session === null ? skipToken : {});
  return session === null ? empty : indexByProduct(data);
}

function indexByProduct(data: CartAndWishlistQuery | undefined): CartAndWishlist {
  if (data?.user == null) return empty;
  const { cart, wishlist } = data.user;
  const cartAndWishlist = indexed.get(data) ?? {
    unitCount: cart.unitCount,
    quantities: new Map(cart.lines.map(({ product, quantity }) => [product.id, quantity])),
    wishlistIds: new Set(wishlist.products.map(({ id }) => id)),
  };
  indexed.set(data, cartAndWishlist);
  return cartAndWishlist;
}
