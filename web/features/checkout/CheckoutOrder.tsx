import { useSetCartQuantityChange } from '#web/cart/use-cart-changes.ts';
import type { CheckoutSource } from '#web/generated/schema.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { usePurchaseChoice } from '#web/quote/purchase-choice.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import { useToast } from '#web/ui/toast/toasts.ts';
import { BackLink } from './BackLink.tsx';
import { CheckoutForm } from './CheckoutForm.tsx';
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx';
import { checkoutPages } from './checkout-pages.ts';
import { MissingItemsNote, NoItemsLeft, Note } from './MissingItems.tsx';
import { noPaymentProvider } from './payment-provider.ts';
import { useCheckoutLines } from './use-checkout-lines.ts';
import type { PageOrder } from './use-order.ts';

interface CartOrderProps {
  source: Exclude<CheckoutSource, 'SINGLE_PRODUCT'>;
  order: PageOrder;
}

/** The order of what the shopper selected in the cart. */
export function CartOrder({ source, order }: CartOrderProps) {
  const { t } = useTranslation('checkout');
  const { t: tCart } = useTranslation('cart');
  const setCartQuantity = useSetCartQuantityChange();
  const toast = useToast();
  const [{ without, shownTotal }, changeChoice] = usePurchaseChoice();
  const { lines: selected, missingCount, error, retry } = useCheckoutLines(without);
  // An order that may have been placed took its lines out of the cart. It is sent again as it was.
  const lines = order.sent?.lines ?? selected;
  const changeQuantity = async (productId: string, quantity: number) => {
    order.clear();
    changeChoice({ without: quantity === 0 ? [...without, productId] : without, shownTotal: null });
    if (quantity === 0) return;
    try {
      await setCartQuantity(productId, quantity);
    } catch {
      toast.error(tCart('quantityFailed'));
    }
  };
  if (lines === undefined) {
    return error === undefined ? (
      <CheckoutSkeleton title={t(checkoutPages[source].title)} />
    ) : (
      <ErrorMessage message={t('userFailed')} onRetry={retry} />
    );
  }
  if (lines.length === 0) {
    // A shopper who has seen a total had selected something.
    return missingCount > 0 || shownTotal !== null ? <NoItemsLeft /> : <NothingToOrder source={source} />;
  }
  return (
    <CheckoutForm
      source={source}
      lines={lines}
      order={order}
      introduction={
        <>
          {source === 'PAYMENT_PAGE' && !noPaymentProvider.charges && (
            <Note status="neutral">{t('payment.note')}</Note>
          )}
          {missingCount > 0 && order.sent === null && <MissingItemsNote count={missingCount} />}
        </>
      }
      onQuantityChange={(productId, quantity) => void changeQuantity(productId, quantity)}
    />
  );
}

/** The order of the single product in the URL, whose quantity and coupon are chosen on the page. */
export function SingleProductOrder({ order }: { order: PageOrder }) {
  const [{ productId, quantity }, changeChoice] = usePurchaseChoice();
  if (productId === null) return <NothingToOrder source="SINGLE_PRODUCT" />;
  return (
    <CheckoutForm
      source="SINGLE_PRODUCT"
      lines={[{ productId, quantity }]}
      order={order}
      configurable
      onQuantityChange={(_, newQuantity) => {
        order.clear();
        changeChoice({ quantity: newQuantity, shownTotal: null });
      }}
    />
  );
}

/** Shown in place of the order when nothing was selected. */
export function NothingToOrder({ source }: { source: CheckoutSource }) {
  const { t } = useTranslation('checkout');
  return (
    <EmptyState title={t(checkoutPages[source].nothing)} level={1}>
      <BackLink source={source} />
    </EmptyState>
  );
}
