import { Alert, Button, Grid } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { formatRupees } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { CouponChooser } from '#web/quote/CouponChooser.tsx';
import { DeliveryText } from '#web/quote/DeliveryEstimate.tsx';
import { OrderSummary } from '#web/quote/OrderSummary.tsx';
import { PurchaseColumns } from '#web/quote/PurchaseColumns.tsx';
import { AddressChoice } from './AddressChoice.tsx';
import { BackLink } from './BackLink.tsx';
import { checkoutPages } from './checkout-pages.ts';
import { OrderLines } from './OrderLines.tsx';
import { canRetry, OrderProblem } from './OrderProblem.tsx';
import { type CheckoutOptions, useCheckout } from './use-checkout.ts';

interface CheckoutFormProps extends CheckoutOptions {
  /** Shown above the form. */
  introduction?: ReactNode;
  /** Whether coupon and quantity are chosen on this page. */
  configurable?: boolean;
  /** Sets a line's quantity; 0 removes the product from the order. */
  onQuantityChange: (productId: string, quantity: number) => void;
}

/** Address, products and total of an order, and the button that places it. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { introduction, configurable = false, onQuantityChange, ...options } = props;
  const { source, lines, order } = options;
  const { t } = useTranslation('checkout');
  const checkout = useCheckout(options);
  const confirmText = t(checkoutPages[source].confirm);
  const placing = order.placing || order.isResuming;
  const { quote, stale, error, retry } = checkout.quoteState;

  return (
    <>
      <h1>{t(checkoutPages[source].title)}</h1>
      {introduction}
      <PurchaseColumns
        side={
          <OrderSummary
            quote={quote}
            stale={stale}
            deliveryDays={quote?.deliveryDays}
            error={error}
            onRetry={retry}
          >
            {checkout.pincode !== null && (
              <p>
                <DeliveryText pincode={checkout.pincode} delivery={stale ? undefined : quote} />
              </p>
            )}
            {checkout.previousTotal !== null && quote !== undefined && (
              <Alert.Root status="warning" role="status">
                {t('totalChanged', {
                  before: formatRupees(checkout.previousTotal),
                  now: formatRupees(quote.grandTotal),
                })}
              </Alert.Root>
            )}
            {order.failure !== null && (
              <OrderProblem
                failure={order.failure}
                failedText={t(checkoutPages[source].failed)}
                onRetry={checkout.confirm}
                onStartNewOrder={order.startNewOrder}
              />
            )}
            <Button
              variant={quote === undefined ? 'outline' : 'solid'}
              width="full"
              aria-disabled={quote === undefined}
              // The button 'Try Again' replaces it.
              hidden={order.failure !== null && canRetry(order.failure)}
              loading={placing}
              loadingText={confirmText}
              aria-busy={placing}
              onClick={checkout.confirm}
            >
              {confirmText}
            </Button>
            <BackLink source={source} width="full" />
          </OrderSummary>
        }
      >
        <Grid gap="9" alignContent="start" minWidth="0">
          <AddressChoice
            addresses={checkout.addresses}
            failed={checkout.addressesFailed}
            onRetry={checkout.retryAddresses}
            selectedId={checkout.addressId}
            missing={checkout.addressMissing}
            onSelect={checkout.selectAddress}
          />
          <OrderLines
            lines={quote?.lines}
            selectable={configurable}
            removable={lines.length > 1}
            onQuantityChange={onQuantityChange}
          />
          {configurable && <CouponChooser selectedId={checkout.couponId} onSelect={checkout.selectCoupon} />}
        </Grid>
      </PurchaseColumns>
    </>
  );
}
