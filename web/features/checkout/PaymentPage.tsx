import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ShopperOnly } from '#web/shopping/ShopperOnly.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import { PageMeta } from '#web/ui/page-head.tsx';
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx';
import { type KeptEntry, useCheckoutEntry } from './checkout-entry.ts';
import { NoLongerInCart, NothingLeftInCart } from './NoLongerInCart.tsx';
import { OrderPlaced } from './OrderPlaced.tsx';
import styles from './PurchaseScreen.module.css';
import { PurchaseScreen } from './PurchaseScreen.tsx';
import { noPaymentProvider } from './payment-provider.ts';
import { useCheckoutLines } from './use-checkout-lines.ts';

const addressPage = '/cart-manager/buy-all-cart-products';

/** The payment page (requirements.md 2.12): without a payment provider, and it says so. */
export function Component() {
  const { t } = useTranslation('checkout');
  return (
    <div className="container page">
      <PageMeta title={t('payment.title')} hidden />
      <ShopperOnly message={t('login')} waiting={<CheckoutSkeleton title={t('payment.title')} />}>
        <KeptPaidOrder />
      </ShopperOnly>
    </div>
  );
}

/** What is to be ordered, or what was. */
function KeptPaidOrder() {
  const { t } = useTranslation('checkout');
  const kept = useCheckoutEntry();
  const { placed } = kept.entry;
  return placed === undefined ? (
    <PaidOrder kept={kept} />
  ) : (
    <OrderPlaced order={placed} title={t('payment.placed')} />
  );
}

function PaidOrder({ kept }: { kept: KeptEntry }) {
  const { t } = useTranslation('checkout');
  const { lines, gone, couponId, error, retry } = useCheckoutLines(kept.entry);
  const back = (
    <Link to={addressPage} className={`button ${styles.back}`}>
      {t('payment.back')}
    </Link>
  );
  if (lines === undefined) {
    return error === undefined ? (
      <CheckoutSkeleton title={t('payment.title')} />
    ) : (
      <ErrorMessage message={t('shopperFailed')} onRetry={retry} />
    );
  }
  if (lines.length === 0 && gone > 0) return <NothingLeftInCart />;
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
    <PurchaseScreen
      source="PAYMENT_PAGE"
      lines={lines}
      couponId={couponId}
      kept={kept}
      provider={noPaymentProvider}
      title={t('payment.title')}
      confirmText={t('payment.confirm')}
      introduction={
        <>
          {!noPaymentProvider.charges && <p className={styles.note}>{t('payment.note')}</p>}
          {gone > 0 && <NoLongerInCart count={gone} />}
        </>
      }
      back={back}
    />
  );
}
