import { reportChangeError } from '#web/cart/change-rejected-error.ts';
import { useSetCartQuantityChange } from '#web/cart/use-cart-changes.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { usePurchaseChoice } from '#web/quote/purchase-choice.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { QueryFallback } from '#web/ui/QueryFallback.tsx';
import { BackLink } from './BackLink.tsx';
import { CheckoutForm } from './CheckoutForm.tsx';
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx';
import { type CheckoutPageName, checkoutPages } from './checkout-pages.ts';
import { MissingItemsNote, NoItemsLeft } from './MissingItems.tsx';
import { useCheckoutLines } from './use-checkout-lines.ts';
import type { PageOrder } from './use-order.ts';

interface OrderProps {
  page: CheckoutPageName;
  order: PageOrder;
}

/** An order for the lines that the shopper selected in the cart. */
export function CartOrder({ page, order }: OrderProps) {
  const { t } = useTranslation('checkout');
  const { t: tCart } = useTranslation('cart');
  const setCartQuantity = useSetCartQuantityChange();
  const [{ excludedIds, shownTotal }, changeChoice] = usePurchaseChoice();
  const { lines: selectedLines, hasUnavailableLines, missingCount, query } = useCheckoutLines(excludedIds);
  // A retry of an order that may have been placed sends the same lines, although the cart may no longer contain them.
  const lines = order.sent?.lines ?? selectedLines;
  const changeQuantity = async (productId: string, quantity: number) => {
    order.clear();
    changeChoice({
      excludedIds: quantity === 0 ? [...excludedIds, productId] : excludedIds,
      shownTotal: null,
    });
    if (quantity === 0) return;
    try {
      await setCartQuantity({ productId, quantity });
    } catch (error) {
      reportChangeError(error, tCart('quantityFailed'), tCart('oops'));
    }
  };
  if (lines === undefined) {
    const title = t(checkoutPages[page].title);
    return (
      <QueryFallback
        query={query}
        skeleton={<CheckoutSkeleton title={title} />}
        errorMessage={t('userFailed')}
        heading={title}
      />
    );
  }
  if (lines.length === 0) {
    // The URL has a total only if the shopper had selected something.
    return missingCount > 0 || shownTotal !== null ? (
      // Missing books had been selected, so they are the reason. The unavailable books in the cart may never have been
      // selected.
      <NoItemsLeft areUnavailable={missingCount === 0 && hasUnavailableLines} failure={order.failure} />
    ) : (
      <NothingToOrder page={page} />
    );
  }
  return (
    <CheckoutForm
      page={page}
      source={page === 'payment' ? 'PAYMENT_PAGE' : 'CART'}
      lines={lines}
      order={order}
      introduction={missingCount > 0 && order.sent === null && <MissingItemsNote count={missingCount} />}
      onQuantityChange={(productId, quantity) => void changeQuantity(productId, quantity)}
    />
  );
}

/** An order for the single product in the URL. */
export function SingleProductOrder({ page, order }: OrderProps) {
  const [{ productId, quantity }, changeChoice] = usePurchaseChoice();
  if (productId === null) return <NothingToOrder page={page} />;
  return (
    <CheckoutForm
      page={page}
      source="SINGLE_PRODUCT"
      lines={[{ productId, quantity }]}
      order={order}
      onQuantityChange={(_, newQuantity) => {
        order.clear();
        changeChoice({ quantity: newQuantity, shownTotal: null });
      }}
    />
  );
}

/** Shown in place of the order when nothing was selected. */
export function NothingToOrder({ page }: { page: CheckoutPageName }) {
  const { t } = useTranslation('checkout');
  return (
    <EmptyState icon="cart" title={t(checkoutPages[page].noProducts)} level={1}>
      <BackLink page={page} />
    </EmptyState>
  );
}
