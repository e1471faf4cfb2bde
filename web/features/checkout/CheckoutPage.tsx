import { Navigate, useLocation, useMatch } from 'react-router-dom';
import { RequireShopper } from '#web/auth/RequireShopper.tsx';
import type { CheckoutSource } from '#web/generated/schema.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { buildChoiceQuery, parseChoice } from '#web/quote/purchase-choice.ts';
import { PageMeta } from '#web/routing/page-head.tsx';
import { useProductId } from '#web/routing/use-product-id.ts';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts';
import { useMotion } from '#web/ui/hooks/use-motion.ts';
import { ChakraPage } from '#web/ui/theme/ChakraScope.tsx';
import { CartOrder, NothingToOrder, SingleProductOrder } from './CheckoutOrder.tsx';
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx';
import { checkoutPages } from './checkout-pages.ts';
import { OrderPlaced } from './OrderPlaced.tsx';
import { useOrder } from './use-order.ts';

interface CheckoutPageProps {
  source: CheckoutSource;
}

/**
 * One page with three sources: the cart with the choice of an address (requirements.md 2.11), the cart at the payment,
 * which tells the shopper that nothing is charged yet (2.12), and a single product.
 */
export function Component() {
  const isPayment = useMatch('/cart-manager/cart-user-payment') !== null;
  const isSingle = useMatch('/buy-single-product') !== null;
  if (isSingle) return <SingleProductPage />;
  return <CheckoutPage source={isPayment ? 'PAYMENT_PAGE' : 'CART'} />;
}

/** The purchase of a single product, which the query or the navigation state names (requirements.md 2.14, 9). */
function SingleProductPage() {
  const { t } = useTranslation('checkout');
  const { productId } = parseChoice(useLocation().search);
  const passedId = useProductId();
  const hydrated = useHydrated();
  if (productId !== null) return <CheckoutPage source="SINGLE_PRODUCT" />;
  // The server cannot redirect while it renders.
  if (passedId != null && hydrated)
    return <Navigate to={{ search: buildChoiceQuery({ productId: passedId }) }} replace />;
  return (
    <ChakraPage>
      <PageMeta title={t('single.title')} noIndex />
      {passedId === null ? (
        <NothingToOrder source="SINGLE_PRODUCT" />
      ) : (
        <CheckoutSkeleton title={t('single.title')} />
      )}
    </ChakraPage>
  );
}

function CheckoutPage({ source }: CheckoutPageProps) {
  const { t } = useTranslation('checkout');
  const title = t(checkoutPages[source].title);
  return (
    <ChakraPage>
      <PageMeta title={title} noIndex />
      <RequireShopper message={t('login')} fallback={<CheckoutSkeleton title={title} />}>
        <Checkout source={source} />
      </RequireShopper>
    </ChakraPage>
  );
}

/** The order to confirm, or the confirmation of the one that was placed from this page. */
function Checkout({ source }: CheckoutPageProps) {
  const { t } = useTranslation('checkout');
  const order = useOrder();
  // The animation of the confirmation loads while the shopper is still on the form.
  useMotion();
  const { placed, lookup } = order;
  if (placed !== null) return <OrderPlaced order={placed} title={t(checkoutPages[source].placed)} />;
  if (lookup.error !== undefined) return <ErrorMessage message={t('userFailed')} onRetry={lookup.retry} />;
  if (lookup.loading) return <CheckoutSkeleton title={t(checkoutPages[source].title)} />;
  return source === 'SINGLE_PRODUCT' ? (
    <SingleProductOrder order={order} />
  ) : (
    <CartOrder source={source} order={order} />
  );
}
