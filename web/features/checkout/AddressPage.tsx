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
import { useCheckoutLines } from './use-checkout-lines.ts';

/** Where the cart's order goes, and its confirmation (requirements.md 2.11). */
export function Component() {
  const { t } = useTranslation('checkout');
  return (
    <div className="container page">
      <PageMeta title={t('address.title')} hidden />
      <RequireShopper message={t('login')} waiting={<CheckoutSkeleton title={t('address.title')} />}>
        <CartCheckout />
      </RequireShopper>
    </div>
  );
}

/** What is to be ordered, or what was. */
function CartCheckout() {
  const { t } = useTranslation('checkout');
  const kept = useCheckoutState();
  const { placed } = kept.entry;
  return placed === undefined ? (
    <CartOrderForm kept={kept} />
  ) : (
    <OrderPlaced order={placed} title={t('placed.title')} />
  );
}

function CartOrderForm({ kept }: { kept: CheckoutStateHandle }) {
  const { t } = useTranslation('checkout');
  const { lines, gone, couponId, error, retry } = useCheckoutLines(kept.entry);
  if (lines === undefined) {
    return error === undefined ? (
      <CheckoutSkeleton title={t('address.title')} />
    ) : (
      <ErrorMessage message={t('shopperFailed')} onRetry={retry} />
    );
  }
  if (lines.length === 0 && gone > 0) return <NoItemsLeft />;
  if (lines.length === 0) {
    return (
      <EmptyState title={t('address.nothing')} level={1}>
        <Link to="/cart-manager" className="button button--solid">
          {t('backToCart')}
        </Link>
      </EmptyState>
    );
  }
  return (
    <CheckoutForm
      source="CART"
      lines={lines}
      couponId={couponId}
      kept={kept}
      title={t('address.title')}
      confirmText={t('address.confirm')}
      introduction={gone > 0 && <MissingItemsNote count={gone} />}
      back={
        <Link to="/cart-manager" className={`button ${styles.back}`}>
          {t('backToCart')}
        </Link>
      }
    />
  );
}
