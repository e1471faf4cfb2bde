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
import { MissingItemsNote, NoItemsLeft, Note } from './MissingItems.tsx';
import { OrderPlaced } from './OrderPlaced.tsx';
import { noPaymentProvider } from './payment-provider.ts';
import { useCheckoutLines } from './use-checkout-lines.ts';

const addressPage = '/cart-manager/buy-all-cart-products';

/** The payment page (requirements.md 2.12). It tells the shopper that nothing is charged yet. */
export function Component() {
  const { t } = useTranslation('checkout');
  return (
    <ChakraPage>
      <PageMeta title={t('payment.title')} noIndex />
      <RequireShopper message={t('login')} fallback={<CheckoutSkeleton title={t('payment.title')} />}>
        <PaymentCheckout />
      </RequireShopper>
    </ChakraPage>
  );
}

/** The form, or the confirmation of the order that was placed. */
function PaymentCheckout() {
  const { t } = useTranslation('checkout');
  const stateHandle = useCheckoutState();
  const { placed } = stateHandle.state;
  return placed === undefined ? (
    <PaymentOrderForm stateHandle={stateHandle} />
  ) : (
    <OrderPlaced order={placed} title={t('payment.placed')} />
  );
}

function PaymentOrderForm({ stateHandle }: { stateHandle: CheckoutStateHandle }) {
  const { t } = useTranslation('checkout');
  const { lines, missingCount, couponId, error, retry } = useCheckoutLines(stateHandle.state);
  const back = (
    <LinkButton to={addressPage} width="full">
      {t('payment.back')}
    </LinkButton>
  );
  if (lines === undefined) {
    return error === undefined ? (
      <CheckoutSkeleton title={t('payment.title')} />
    ) : (
      <ErrorMessage message={t('userFailed')} onRetry={retry} />
    );
  }
  if (lines.length === 0 && missingCount > 0) return <NoItemsLeft />;
  if (lines.length === 0) {
    return (
      <EmptyState title={t('payment.nothing')} level={1}>
        <LinkButton to={addressPage}>{t('payment.back')}</LinkButton>
      </EmptyState>
    );
  }
  return (
    <CheckoutForm
      source="PAYMENT_PAGE"
      lines={lines}
      couponId={couponId}
      stateHandle={stateHandle}
      provider={noPaymentProvider}
      title={t('payment.title')}
      confirmText={t('payment.confirm')}
      introduction={
        <>
          {!noPaymentProvider.charges && <Note status="neutral">{t('payment.note')}</Note>}
          {missingCount > 0 && <MissingItemsNote count={missingCount} />}
        </>
      }
      back={back}
    />
  );
}
