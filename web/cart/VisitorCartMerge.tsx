import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { refetchCart } from '#web/apollo/cart-link.ts';
import { getBrowserSession, useSession } from '#web/auth/session.ts';
import { ShopperChangedError } from '#web/auth/session-store.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { successDurationMs, toasts } from '#web/ui/toast/toasts.ts';
import { useReadCart } from './CartProvider.tsx';
import { type ChangeRejectedError, toRejection } from './change-rejected-error.ts';
import { useAddToCartChange, useSetCartQuantityChange } from './use-cart-changes.ts';
import { visitorCartText } from './visitor-cart-storage.ts';
import { readVisitorLines, setVisitorQuantity, type VisitorLine } from './visitor-lines.ts';

interface VisitorCartMergeProps {
  /** Whether the shopper's cart has been loaded. */
  hasCart: boolean;
  onStart: () => void;
  /** Called after each merge, also if it failed. */
  onEnd: () => void;
}

interface MergeResult {
  mergedCount: number;
  /** The number of lines whose product is no longer sold. */
  delistedCount: number;
  /** The error message to show to the shopper; null if there is none. */
  failure: string | null;
}

/**
 * After a login, moves the visitor's cart into the shopper's cart. A book that is in both keeps the larger of the two
 * quantities, so a merge that is repeated, after a lost response or in two tabs, has the same result. A line is removed
 * from local storage only when it is in the shopper's cart, or when its product is no longer sold.
 */
export function VisitorCartMerge({ hasCart, onStart, onEnd }: VisitorCartMergeProps) {
  const { t } = useTranslation('cart');
  const client = useApolloClient();
  const addToCart = useAddToCartChange();
  const setQuantity = useSetCartQuantityChange();
  const readCart = useReadCart();
  const userId = useSession()?.userId;
  const hasStarted = useRef(false);

  useEffect(() => {
    if (!hasCart || hasStarted.current) return;
    hasStarted.current = true;
    void merge();
  });

  async function merge(): Promise<void> {
    onStart();
    const { mergedCount, delistedCount, failure } = await runInOneTab(mergeLines).finally(onEnd);
    if (mergedCount > 0)
      toasts.success(t('visitor.merged', { count: mergedCount }), { durationMs: successDurationMs });
    if (delistedCount > 0) toasts.info(t('visitor.delisted', { count: delistedCount }));
    if (failure !== null) {
      toasts.error(failure, {
        action: { label: t('visitor.mergeAgain'), onClick: () => void merge() },
      });
    }
  }

  async function mergeLines(): Promise<MergeResult> {
    const result: MergeResult = { mergedCount: 0, delistedCount: 0, failure: null };
    for (const line of readVisitorLines()) {
      try {
        const hasChanged = await mergeLine(line);
        result.mergedCount += Number(hasChanged);
      } catch (error) {
        // The shopper has signed out, or another one has signed in. The remaining lines are merged into the next
        // shopper's cart.
        if (error instanceof ShopperChangedError) return result;
        const rejection = toRejection(error);
        if (rejection?.code !== 'PRODUCT_NOT_FOUND')
          return { ...result, failure: describeFailure(rejection) };
        result.delistedCount += 1;
      }
      setVisitorQuantity(line.productId, 0);
    }
    // A stored text without valid lines is not removed by the loop.
    if (readVisitorLines().length === 0) visitorCartText.write(null);
    return result;
  }

  function describeFailure(rejection: ChangeRejectedError | undefined): string {
    const text = t('visitor.mergeFailed');
    return rejection?.code === 'CART_FULL' ? `${text} ${rejection.message}` : text;
  }

  /** Merges a line. Returns false if the shopper's cart already contains at least as many copies. */
  async function mergeLine(line: VisitorLine): Promise<boolean> {
    try {
      return await raiseQuantity(line);
    } catch (error) {
      const code = toRejection(error)?.code;
      if (code !== 'ALREADY_IN_CART' && code !== 'NOT_IN_CART') throw error;
      // The cart was changed elsewhere in the meantime.
      await refetchCart(client);
      return await raiseQuantity(line);
    }
  }

  async function raiseQuantity(line: VisitorLine): Promise<boolean> {
    // After a logout, `readCart` returns the visitor's cart, which contains every line.
    if (getBrowserSession().getShopper()?.userId !== userId) throw new ShopperChangedError();
    const current = readCart().quantities.get(line.productId);
    if (current === undefined) await addToCart(line);
    else if (current < line.quantity) await setQuantity(line);
    else return false;
    return true;
  }

  return null;
}

/**
 * Runs a task in one tab at a time. Browsers offer locks only in secure contexts, and Firefox denies them if it blocks
 * all cookies; without locks, several tabs may run the task at once.
 */
async function runInOneTab<T>(task: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return task();
  try {
    return await navigator.locks.request('visitor-cart', task);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SecurityError') return task();
    throw error;
  }
}
