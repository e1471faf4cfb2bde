import { useEffect, useRef } from 'react';
import { useNavigationType, useSearchParams } from 'react-router-dom';
import { useSession } from '#web/auth/session.ts';
import { pendingProductId, withoutPendingProduct } from './after-login.ts';

/**
 * Does what the shopper meant to do before the login, once, and takes it out of the address. Only for
 * who comes from within the shop: a link from elsewhere, a reload or Back adds nothing.
 */
export function useAfterLogin(addProduct: (productId: string) => Promise<void>): void {
  const [search, setSearch] = useSearchParams();
  const comesFromWithin = useNavigationType() !== 'POP';
  const session = useSession();
  const productId = pendingProductId(search);
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (session === null || productId === null || done.current === productId) return;
    done.current = productId;
    setSearch(withoutPendingProduct(search), { replace: true, preventScrollReset: true });
    if (comesFromWithin) void addProduct(productId);
  });
}
