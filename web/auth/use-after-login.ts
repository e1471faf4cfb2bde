import { useEffect, useRef } from 'react';
import { useNavigationType, useSearchParams } from 'react-router-dom';
import { useSession } from '#web/auth/session.ts';
import { pendingProductId, withoutPendingProduct } from './after-login.ts';

/**
 * Adds the product that the shopper tried to add before the login, once, and removes it from the URL. Adds
 * nothing after a reload, after Back, or when the URL was opened from another website.
 */
export function useAfterLogin(addProduct: (productId: string) => Promise<void>): void {
  const [search, setSearch] = useSearchParams();
  const isInAppNavigation = useNavigationType() !== 'POP';
  const session = useSession();
  const productId = pendingProductId(search);
  const handledId = useRef<string | null>(null);
  useEffect(() => {
    if (session === null || productId === null || handledId.current === productId) return;
    handledId.current = productId;
    setSearch(withoutPendingProduct(search), { replace: true, preventScrollReset: true });
    if (isInAppNavigation) void addProduct(productId);
  });
}
