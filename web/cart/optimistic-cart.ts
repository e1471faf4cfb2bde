import type { ApolloCache } from '@apollo/client';
import {
  type ProductCardFragment,
  ProductCardFragmentDoc,
} from '#web/apollo/ProductCardFragment.generated.ts';
import { type CartFieldsFragment, CartFieldsFragmentDoc } from './CartFragment.generated.ts';
import { type WishlistFieldsFragment, WishlistFieldsFragmentDoc } from './WishlistFragment.generated.ts';

/** The largest quantity of a cart line (requirements.md 9). */
export const maxQuantity = 10;

export type CartLine = CartFieldsFragment['lines'][number];

/*
 * The `cache…` functions store the expected result of a change in the cache, where it stays until the gateway's
 * response arrives. Apollo applies a change again whenever the result of an earlier one arrives, so these functions are
 * idempotent.
 */

/**
 * Adds a product to the cached cart, unless it is already there. A product that is not completely cached cannot be
 * shown; it appears with the gateway's response.
 */
export function cacheAddedProduct(cache: ApolloCache, productId: string, quantity: number): void {
  const product = cache.readFragment<ProductCardFragment>({
    id: `Product:${productId}`,
    fragment: ProductCardFragmentDoc,
    fragmentName: 'ProductCard',
    optimistic: true,
  });
  if (product === null) return;
  updateLines(cache, (lines, cart) => {
    if (lines.some((line) => line.product.id === productId)) return lines;
    return [...lines, toCartLine(`${cart.id}:${productId}`, product, quantity)];
  });
}

/** Creates a line as the gateway would return it. The id may be provisional. */
export function toCartLine(
  id: string,
  product: ProductCardFragment,
  quantity: number,
): CartLine & { __typename: 'CartLine' } {
  const { available, price } = product;
  const lineTotal = multiplyRupees(price, quantity);
  return { __typename: 'CartLine', id, product, quantity, available, lineTotal };
}

/** Sets the quantity of a product in the cached cart. */
export function cacheQuantity(cache: ApolloCache, productId: string, quantity: number): void {
  updateLines(cache, (lines) =>
    lines.map((line) =>
      line.product.id === productId
        ? { ...line, quantity, lineTotal: multiplyRupees(line.product.price, quantity) }
        : line,
    ),
  );
}

/** Removes a product from the cached cart. */
export function cacheRemovedProduct(cache: ApolloCache, productId: string): void {
  updateLines(cache, (lines) => lines.filter(({ product }) => product.id !== productId));
}

/** Puts a product on the cached wish list, or removes it. */
export function cacheWishlistMembership(cache: ApolloCache, productId: string, isOnWishlist: boolean): void {
  cache.updateFragment<WishlistFieldsFragment>(
    { id: 'Wishlist:{}', fragment: WishlistFieldsFragmentDoc, fragmentName: 'WishlistFields' },
    (wishlist) => {
      if (wishlist === null) return undefined;
      const others = wishlist.products.filter(({ id }) => id !== productId);
      const product: { __typename: 'Product'; id: string } = { __typename: 'Product', id: productId };
      return { ...wishlist, products: isOnWishlist ? [...others, product] : others };
    },
  );
}

/** Changes the lines of the cached cart and its totals. Available lines come first, as in the gateway's responses. */
function updateLines(
  cache: ApolloCache,
  update: (lines: readonly CartLine[], cart: CartFieldsFragment) => readonly CartLine[],
): void {
  cache.updateFragment<CartFieldsFragment>(
    { id: 'Cart:{}', fragment: CartFieldsFragmentDoc, fragmentName: 'CartFields' },
    (cart) => {
      if (cart === null) return undefined;
      const lines = update(cart.lines, cart);
      const availableLines = lines.filter(({ available }) => available);
      return {
        ...cart,
        lines: [...availableLines, ...lines.filter(({ available }) => !available)],
        unitCount: lines.reduce((count, { quantity }) => count + quantity, 0),
        itemTotal: addLineTotals(availableLines),
      };
    },
  );
}

/** The total of lines, in rupees. */
export function addLineTotals(lines: readonly CartLine[]): number {
  return lines.reduce((paise, { lineTotal }) => paise + Math.round(lineTotal * 100), 0) / 100;
}

/** Multiplies in whole paise, so that 3 × 0.1 is exactly 0.3. */
export function multiplyRupees(price: number, quantity: number): number {
  return (Math.round(price * 100) * quantity) / 100;
}
