import { Alert, Button, Grid } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#web/i18n/format.ts';
import { CouponChooser } from '#web/quote/CouponChooser.tsx';
import { OrderSummary } from '#web/quote/OrderSummary.tsx';
import { PurchaseColumns } from '#web/quote/PurchaseColumns.tsx';
import type { SelectedLine } from '#web/quote/purchase-selection.ts';
import { AddressChoice } from './AddressChoice.tsx';
import { OrderLines } from './OrderLines.tsx';
import { canRetry, OrderProblem } from './OrderProblem.tsx';
import { type CheckoutOptions, useCheckout } from './use-checkout.ts';

interface CheckoutFormProps extends CheckoutOptions {
  title: string;
  /** The text of the confirm button. */
  confirmText: string;
  /** Shown above the form. */
  introduction?: ReactNode;
  /** Whether coupon and quantity are chosen on this page. */
  configurable?: boolean;
  /** The link back, below the confirm button. */
  back: ReactNode;
}

/** Address, products and total of an order, and the button that places it. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { title, confirmText, introduction, configurable = false, back, ...options } = props;
  const { t } = useTranslation('checkout');

  const { source, lines, couponId } = options;
  const checkout = useCheckout(options);
  const { quote, stale, error, retry } = checkout.quoteState;

  return (
    <>
      <h1>{title}</h1>
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
            {checkout.previousTotal !== null && quote !== undefined && (
              <Alert.Root status="warning" role="status">
                {t('totalChanged', {
                  before: formatRupees(checkout.previousTotal),
                  now: formatRupees(quote.grandTotal),
                })}
              </Alert.Root>
            )}
            {checkout.failure !== null && (
              <OrderProblem
                failure={checkout.failure}
                source={source}
                ordersChecked={checkout.ordersChecked}
                onRetry={() => void checkout.confirm()}
                onOpenOrders={checkout.markOrdersChecked}
                onStartNewOrder={() => void checkout.startNewOrder()}
              />
            )}
            <Button
              variant={quote === undefined ? 'outline' : 'solid'}
              width="full"
              aria-disabled={quote === undefined}
              // 'Try Again' takes its place.
              hidden={checkout.failure !== null && canRetry(checkout.failure)}
              loading={checkout.placing}
              loadingText={confirmText}
              aria-busy={checkout.placing}
              onClick={() => void checkout.confirm()}
            >
              {confirmText}
            </Button>
            {back}
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
            onQuantityChange={(id, quantity) => checkout.changeLines(withQuantity(lines, id, quantity))}
          />
          {configurable && <CouponChooser selectedId={couponId} onSelect={checkout.selectCoupon} />}
        </Grid>
      </PurchaseColumns>
    </>
  );
}

/** An only line is not compared: the URL of the page may name its product by the SKU instead of the id. */
function withQuantity(lines: readonly SelectedLine[], productId: string, quantity: number): SelectedLine[] {
  return lines
    .map((line) => (lines.length === 1 || line.productId === productId ? { ...line, quantity } : line))
    .filter((line) => line.quantity > 0);
}
