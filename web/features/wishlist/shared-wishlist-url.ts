/** More books would make the link longer than some messengers and browsers accept. */
export const maxSharedBooks = 50;

const parameterName = 'books';

/**
 * The path of the page that shows these products, at most `maxSharedBooks` of them, to everybody who has the link. The
 * path does not identify the shopper.
 */
export function buildSharedWishlistPath(productIds: readonly string[]): string {
  const ids = productIds.slice(0, maxSharedBooks).map(encodeURIComponent).join(',');
  return `/shared-wish-list?${parameterName}=${ids}`;
}

/** The product ids in the URL of a shared wish list. */
export function parseSharedProductIds(parameters: URLSearchParams): string[] {
  const ids = (parameters.get(parameterName) ?? '').split(',').filter((id) => id !== '');
  return [...new Set(ids)].slice(0, maxSharedBooks);
}
