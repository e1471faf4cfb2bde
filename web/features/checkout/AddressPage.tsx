import { useTranslation } from 'react-i18next';
import { RequireShopper } from '#web/auth/RequireShopper.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import { LinkButton } from '#web/ui/form/buttons.tsx';
import { ChakraPage } from '#web/ui/theme/ChakraScope.tsx';
import { CheckoutForm } from './CheckoutForm.tsx';
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx';
import { type CheckoutStateHandle, useCheckoutState } from './checkout-state.ts';
import { MissingItemsNote, NoItemsLeft } from './MissingItems.tsx';
import { OrderPlaced } from './OrderPlaced.tsx';
import { useCheckoutLines } from './use-checkout-lines.ts';

/** The page to choose an address and order the cart (requirements.md 2.11). */
export function Component() {
  const { t } = useTranslation('checkout');
  return (
    <ChakraPage>
      <PageMeta title={t('address.title')} noIndex />
      <RequireShopper message={t('login')} fallback={<CheckoutSkeleton title={t('address.title')} />}>
        <CartCheckout />
      </RequireShopper>
    </ChakraPage>
  );
}

/** The form, or the confirmation of the order that was placed. */
function CartCheckout() {
  const { t } = useTranslation('checkout');
  const stateHandle = useCheckoutState();
  const { placed } = stateHandle.state;
  return placed === undefined ? (
    <CartOrderForm stateHandle={stateHandle} />
  ) : (
    <OrderPlaced order={placed} title={t('placed.title')} />
  );
}

function CartOrderForm({ stateHandle }: { stateHandle: CheckoutStateHandle }) {
  const { t } = useTranslation('checkout');
  const { lines, missingCount, couponId, error, retry } = useCheckoutLines(stateHandle.state);
  if (lines === undefined) {
    return error === undefined ? (
      <CheckoutSkeleton title={t('address.title')} />
    ) : (
      <ErrorMessage message={t('userFailed')} onRetry={retry} />
    );
  }
  if (lines.length === 0 && missingCount > 0) return <NoItemsLeft />;
  if (lines.length === 0) {
    return (
      <EmptyState title={t('address.nothing')} level={1}>
        <LinkButton to="/cart-manager" variant="solid">
          {t('backToCart')}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <CheckoutForm
      source="CART"
      lines={lines}
      couponId={couponId}
      stateHandle={stateHandle}
      title={t('address.title')}
      confirmText={t('address.confirm')}
      introduction={missingCount > 0 && <MissingItemsNote count={missingCount} />}
      back={
        <LinkButton to="/cart-manager" width="full">
          {t('backToCart')}
        </LinkButton>
      }
    />
  );
}
