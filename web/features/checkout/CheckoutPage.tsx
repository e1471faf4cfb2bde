import { Navigate, useLocation, useMatch } from 'react-router-dom';
import { RequireShopper } from '#web/auth/RequireShopper.tsx';
import { useSession } from '#web/auth/session.ts';
import { BestProducts } from '#web/catalogue/BestProducts.tsx';
import { useTranslation } from '#web/i18n/translation.tsx';
import { type PurchaseStep, PurchaseSteps } from '#web/quote/PurchaseSteps.tsx';
import { buildChoiceQuery, parseChoice, singleAddressPath, stepPaths } from '#web/quote/purchase-choice.ts';
import { PageMeta } from '#web/routing/page-head.tsx';
import { useProductId } from '#web/routing/use-product-id.ts';
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts';
import { useMotion } from '#web/ui/hooks/use-motion.ts';
import { QueryFallback } from '#web/ui/QueryFallback.tsx';
import { ChakraPage } from '#web/ui/theme/ChakraScope.tsx';
import { CartOrder, NothingToOrder, SingleProductOrder } from './CheckoutOrder.tsx';
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx';
import { type CheckoutPageName, checkoutPages } from './checkout-pages.ts';
import { OrderPlaced } from './OrderPlaced.tsx';
import { useOrder } from './use-order.ts';

interface CheckoutPageProps {
  page: CheckoutPageName;
}

/** The address page of the cart (requirements.md 2.11) or of a single product, or the payment page (2.12). */
export function Component() {
  const isPayment = useMatch(stepPaths.payment) !== null;
  const isSingle = useMatch(singleAddressPath) !== null;
  if (isSingle) return <SingleProductPage />;
  return <CheckoutPage page={isPayment ? 'payment' : 'address'} />;
}

/** The purchase of a single product, identified by the URL or the navigation state (requirements.md 2.14 and 9). */
function SingleProductPage() {
  const { t } = useTranslation('checkout');
  const { productId } = parseChoice(useLocation().search);
  const passedId = useProductId();
  const hydrated = useHydrated();
  if (productId !== null) return <CheckoutPage page="single" />;
  // The server cannot redirect while it renders.
  if (passedId != null && hydrated)
    return <Navigate to={{ search: buildChoiceQuery({ productId: passedId }) }} replace />;
  return (
    <ChakraPage>
      <PageMeta title={t('single.title')} noIndex />
      {passedId === null ? <NothingToOrder page="single" /> : <CheckoutSkeleton title={t('single.title')} />}
    </ChakraPage>
  );
}

function CheckoutPage({ page }: CheckoutPageProps) {
  const { t } = useTranslation('checkout');
  const session = useSession();
  const title = t(checkoutPages[page].title);
  const fallback = (
    <>
      <PurchaseSteps current={getStep(page)} />
      <CheckoutSkeleton title={title} />
    </>
  );
  return (
    <ChakraPage>
      {/* The key remounts it when the shopper changes: the title that `Checkout` has set for the previous shopper's
          confirmation must not stay. */}
      <PageMeta key={session?.userId} title={title} noIndex />
      <RequireShopper message={t('login')} fallback={fallback}>
        <Checkout page={page} />
      </RequireShopper>
    </ChakraPage>
  );
}

/**
 * The form in which the shopper confirms an order. Once the order has been placed, here or on the payment page, the
 * confirmation replaces the form.
 */
function Checkout({ page }: CheckoutPageProps) {
  const { t } = useTranslation('checkout');
  const order = useOrder(page);
  const isSingle = parseChoice(useLocation().search).productId !== null;
  // The animation of the confirmation loads while the shopper is still on the form.
  useMotion();
  const { placed, lookup, linkState, placing } = order;
  const { title, placed: placedTitle } = checkoutPages[page];
  if (placed !== null) {
    // The shopper can come back to this page after cancelling the order.
    const isCancelled = placed.status === 'CANCELLED';
    const heading = isCancelled ? t('placed.cancelled', { number: placed.number }) : t(placedTitle);
    return (
      <>
        <PageMeta title={heading} noIndex />
        {!isCancelled && <PurchaseSteps current="confirmation" />}
        <OrderPlaced order={placed} title={heading} />
        <BestProducts addFlow="row" />
      </>
    );
  }
  const Order = page === 'single' || (page === 'payment' && isSingle) ? SingleProductOrder : CartOrder;
  return (
    <>
      <PurchaseSteps current={getStep(page)} state={linkState} placing={placing} />
      {lookup === undefined ? (
        <Order page={page} order={order} />
      ) : (
        <QueryFallback
          query={lookup}
          skeleton={<CheckoutSkeleton title={t(title)} />}
          errorMessage={t('userFailed')}
          heading={t(title)}
        />
      )}
    </>
  );
}

function getStep(page: CheckoutPageName): PurchaseStep {
  return page === 'payment' ? 'payment' : 'address';
}
