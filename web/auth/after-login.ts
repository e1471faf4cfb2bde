import type { NavigateOptions } from 'react-router-dom';

/**
 * What a visitor meant to do, kept through login and registration: the login leads to a screen whose
 * query says it, and that screen does it.
 */
const pendingParameter = 'add';

/** The cart's address for who wants a product in it: opened from within the shop, it puts it there. */
export function addToCartUrl(productId: string): string {
  return withPendingProduct('/cart-manager', productId);
}

/** Navigation options for the login page: after it, the cart opens with the product in it. */
export function addToCartAfterLogin(productId: string): NavigateOptions {
  return { state: { returnTo: addToCartUrl(productId) } };
}

/** Navigation options for the login page: after it, the wish list opens with the product on it. */
export function addToWishlistAfterLogin(productId: string): NavigateOptions {
  return { state: { returnTo: withPendingProduct('/wish-list', productId) } };
}

/** The product a screen was opened to add; null when it was opened for itself. */
export function pendingProductId(search: URLSearchParams): string | null {
  return search.get(pendingParameter);
}

/** The query of a screen once the wish is done. */
export function withoutPendingProduct(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search);
  rest.delete(pendingParameter);
  return rest;
}

function withPendingProduct(path: string, productId: string): string {
  return `${path}?${new URLSearchParams({ [pendingParameter]: productId })}`;
}
