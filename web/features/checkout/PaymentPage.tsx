import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { RequireShopper } from '#web/auth/RequireShopper.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import styles from './CheckoutForm.module.css';
import { CheckoutForm } from './CheckoutForm.tsx';
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx';
import { type CheckoutStateHandle, useCheckoutState } from './checkout-state.ts';
import { MissingItemsNote, NoItemsLeft } from './MissingItems.tsx';
import { OrderPlaced } from './OrderPlaced.tsx';
import { noPaymentProvider } from './payment-provider.ts';
import { useCheckoutLines } from './use-checkout-lines.ts';

const addressPage = '/cart-manager/buy-all-cart-products';

/** The payment page (requirements.md 2.12). It tells the shopper that nothing is charged yet. */
export function Component() {
  const { t } = useTranslation('checkout');
  return (
    <div className="container page">
      <PageMeta title={t('payment.title')} noIndex />
      <RequireShopper message={t('login')} fallback={<CheckoutSkeleton title={t('payment.title')} />}>
        <PaymentCheckout />
      </RequireShopper>
    </div>
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
    <Link to={addressPage} className={`button ${styles.back}`}>
      {t('payment.back')}
    </Link>
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
        <Link to={addressPage} className="button">
          {t('payment.back')}
        </Link>
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
          {!noPaymentProvider.charges && <p className={styles.note}>{t('payment.note')}</p>}
          {missingCount > 0 && <MissingItemsNote count={missingCount} />}
        </>
      }
      back={back}
    />
  );
}
