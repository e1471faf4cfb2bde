import type { NavigateOptions } from 'react-router-dom';

/**
 * What a visitor meant to do, kept through login and registration: the login leads to a screen whose
 * query says it, and that screen does it.
 */
const wishParameter = 'add';

/** The cart's address for who wants a product in it: opened from within the shop, it puts it there. */
export function cartToFill(productId: string): string {
  return withWish('/cart-manager', productId);
}

/** Navigation options for the login page: after it, the cart opens with the product in it. */
export function wishingForCart(productId: string): NavigateOptions {
  return { state: { returnTo: cartToFill(productId) } };
}

/** Navigation options for the login page: after it, the wish list opens with the product on it. */
export function wishingForWishlist(productId: string): NavigateOptions {
  return { state: { returnTo: withWish('/wish-list', productId) } };
}

/** The product a screen was opened to add; null when it was opened for itself. */
export function wishedProduct(search: URLSearchParams): string | null {
  return search.get(wishParameter);
}

/** The query of a screen once the wish is done. */
export function withoutWish(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search);
  rest.delete(wishParameter);
  return rest;
}

function withWish(path: string, productId: string): string {
  return `${path}?${new URLSearchParams({ [wishParameter]: productId })}`;
}
