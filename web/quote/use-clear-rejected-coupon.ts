import { useApolloClient } from '@apollo/client/react';
import { useEffect } from 'react';
import { toasts } from '#web/ui/toast/toasts.ts';
import { CouponsDocument } from './Coupons.generated.ts';
import { usePurchaseChoice } from './purchase-choice.ts';
import type { QuoteError } from './use-quote.ts';

/** Clears the selected coupon once a quote or an order has rejected it, and refetches the coupons that pages offer. */
export function useClearRejectedCoupon(quoteError: QuoteError | undefined, isRejectedByOrder = false): void {
  const client = useApolloClient();
  const [{ couponId }, changeChoice] = usePurchaseChoice();
  const message = quoteError?.code === 'COUPON_NOT_FOUND' ? quoteError.message : null;
  const isRejected = couponId !== null && (message !== null || isRejectedByOrder);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the coupon is rejected.
  useEffect(() => {
    if (!isRejected) return;
    // The page already shows the message of a rejected order.
    if (message !== null) toasts.warning(message);
    // Every quote with this coupon would fail. `shownTotal` stays, so that the page points out the difference.
    changeChoice({ couponId: null });
    void client.query({ query: CouponsDocument, fetchPolicy: 'network-only' }).catch(() => undefined);
  }, [isRejected]);
}
