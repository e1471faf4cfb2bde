import { useTranslation } from 'react-i18next';
import { RequireShopper } from '#web/auth/RequireShopper.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { useProductId } from '#web/routing/use-product-id.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/form/buttons.tsx';
import { ChakraPage } from '#web/ui/theme/ChakraScope.tsx';
import { CheckoutForm } from './CheckoutForm.tsx';
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx';
import { useCheckoutState } from './checkout-state.ts';
import { OrderPlaced } from './OrderPlaced.tsx';

/** The purchase of a single product (requirements.md 2.14, 9). */
export function Component() {
  const { t } = useTranslation('checkout');
  const productId = useProductId();
  return (
    <ChakraPage>
      <PageMeta title={t('single.title')} noIndex />
      {productId === undefined && <CheckoutSkeleton title={t('single.title')} />}
      {productId === null && (
        <EmptyState title={t('single.nothing')} level={1}>
          <LinkButton to="/cart-manager" variant="solid">
            {t('single.backToCart')}
          </LinkButton>
        </EmptyState>
      )}
      {productId != null && (
        <RequireShopper message={t('login')} fallback={<CheckoutSkeleton title={t('single.title')} />}>
          <SingleProductCheckout productId={productId} />
        </RequireShopper>
      )}
    </ChakraPage>
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
        <LinkButton to="/cart-manager" width="full">
          {t('single.backToCart')}
        </LinkButton>
      }
    />
  );
}
