import { useEffect, useRef, useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router-dom';
import { useSession } from '#web/auth/session.ts';

/**
 * The query parameter with the id of the product that a visitor tried to add. After login or registration, the
 * cart or wish list opens with this parameter and adds the product.
 */
const pendingParameter = 'add';

/** The query parameter with the number of copies to add to the cart; absent for one. */
const quantityParameter = 'addQuantity';

/** A URL of the cart. If it is opened from within the shop, the cart page adds the product, by default one copy. */
export function getAddToCartUrl(productId: string, quantity = 1): string {
  const search = new URLSearchParams({ [pendingParameter]: productId });
  if (quantity > 1) search.set(quantityParameter, String(quantity));
  return `/cart-manager?${search}`;
}

/** A URL of the wish list. If it is opened from within the shop, the page adds the product. */
export function getAddToWishlistUrl(productId: string): string {
  return `/wish-list?${new URLSearchParams({ [pendingParameter]: productId })}`;
}

/** How many copies to add. The gateway checks the maximum. */
function getPendingQuantity(search: URLSearchParams): number {
  const quantity = Number(search.get(quantityParameter));
  return Number.isInteger(quantity) && quantity >= 1 ? quantity : 1;
}

/** Returns the query without the pending product. */
function removePendingProduct(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search);
  rest.delete(pendingParameter);
  rest.delete(quantityParameter);
  return rest;
}

/**
 * Adds the product that the shopper tried to add before the login, once, and removes it from the URL. Adds nothing
 * unless a link or redirect within the shop opened the URL. Returns whether the page was opened with a product that is
 * still being added.
 */
export function useAfterLogin(addProduct: (productId: string, quantity: number) => Promise<void>): boolean {
  const [search, setSearch] = useSearchParams();
  const isInAppNavigation = useNavigationType() !== 'POP';
  const session = useSession();
  const productId = search.get(pendingParameter);
  const handledId = useRef<string | null>(null);
  const [isAdding, setIsAdding] = useState(productId !== null && isInAppNavigation);
  useEffect(() => {
    if (session === null || productId === null || handledId.current === productId) return;
    handledId.current = productId;
    setSearch(removePendingProduct(search), { replace: true, preventScrollReset: true });
    if (isInAppNavigation)
      void addProduct(productId, getPendingQuantity(search)).finally(() => setIsAdding(false));
  });
  return isAdding;
}
