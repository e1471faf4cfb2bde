import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { RequireShopper } from '#web/auth/RequireShopper.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { useProductId } from '#web/routing/use-product-id.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import styles from './CheckoutForm.module.css';
import { CheckoutForm } from './CheckoutForm.tsx';
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx';
import { useCheckoutState } from './checkout-state.ts';
import { OrderPlaced } from './OrderPlaced.tsx';

/** The purchase of a single product (requirements.md 2.14, 9). */
export function Component() {
  const { t } = useTranslation('checkout');
  const productId = useProductId();
  return (
    <div className="container page">
      <PageMeta title={t('single.title')} noIndex />
      {productId === undefined && <CheckoutSkeleton title={t('single.title')} />}
      {productId === null && (
        <EmptyState title={t('single.nothing')} level={1}>
          <Link to="/cart-manager" className="button button--solid">
            {t('single.backToCart')}
          </Link>
        </EmptyState>
      )}
      {productId != null && (
        <RequireShopper message={t('login')} fallback={<CheckoutSkeleton title={t('single.title')} />}>
          <SingleProductCheckout productId={productId} />
        </RequireShopper>
      )}
    </div>
  );
}

function SingleProductCheckout({ productId }: { productId: string }) {
  const { t } = useTranslation('checkout');
  const { state, saveState } = useCheckoutState();
  if (state.placed !== undefined) return <OrderPlaced order={state.placed} title={t('placed.title')} />;
  const lines = state.lines ?? [{ productId, quantity: state.quantity ?? 1 }];
  return (
    <CheckoutForm
      source="SINGLE_PRODUCT"
      lines={lines}
      couponId={state.couponId ?? null}
      // Every new state includes the product id with which the page was opened.
      stateHandle={{
        state: { ...state, productId },
        saveState: (next) => saveState({ ...next, productId }),
      }}
      title={t('single.title')}
      confirmText={t('address.confirm')}
      configurable
      back={
        <Link to="/cart-manager" className={`button ${styles.back}`}>
          {t('single.backToCart')}
        </Link>
      }
    />
  );
}
