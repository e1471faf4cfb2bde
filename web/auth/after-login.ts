import type { NavigateOptions } from 'react-router-dom';

/**
 * Carries the product that a visitor tried to add through login and registration: after the login, the
 * cart or wish list opens with the product id in this query parameter and adds it.
 */
const pendingParameter = 'add';

/** The URL of the cart that adds a product when it is opened from within the shop. */
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

/** The product that the page was opened to add; null if there is none. */
export function pendingProductId(search: URLSearchParams): string | null {
  return search.get(pendingParameter);
}

/** The query without the pending product. */
export function withoutPendingProduct(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search);
  rest.delete(pendingParameter);
  return rest;
}

function withPendingProduct(path: string, productId: string): string {
  return `${path}?${new URLSearchParams({ [pendingParameter]: productId })}`;
}
