import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#web/i18n/format.ts';
import { CouponChooser } from '#web/quote/CouponChooser.tsx';
import { deliveryTime } from '#web/quote/delivery-time.ts';
import { OrderSummary } from '#web/quote/OrderSummary.tsx';
import type { SelectedLine } from '#web/quote/purchase-selection.ts';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import { AddressChoice } from './AddressChoice.tsx';
import styles from './CheckoutForm.module.css';
import { OrderLines } from './OrderLines.tsx';
import { canRetry, OrderProblem } from './OrderProblem.tsx';
import { type CheckoutOptions, useCheckout } from './use-checkout.ts';

interface CheckoutFormProps extends CheckoutOptions {
  title: string;
  /** What the confirming button says. */
  confirmText: string;
  /** Words above the choices. */
  introduction?: ReactNode;
  /** Whether coupon and quantity are chosen here, not before. */
  configurable?: boolean;
  /** The way back, beside the confirming button. */
  back: ReactNode;
}

/** Address, books and total of an order, and its one confirmation. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { title, confirmText, introduction, configurable = false, back, ...options } = props;
  const { t } = useTranslation('checkout');
  const { t: ofShopping } = useTranslation('shopping');
  const { source, lines, couponId } = options;
  const purchase = useCheckout(options);
  const { quote, stale, error, retry } = purchase.priced;

  return (
    <>
      <h1>{title}</h1>
      {introduction}
      <div className={styles.columns}>
        <div className={styles.choices}>
          <AddressChoice
            addresses={purchase.addresses}
            failed={purchase.addressesFailed}
            onRetry={purchase.retryAddresses}
            chosen={purchase.addressId}
            missing={purchase.addressMissing}
            onChoose={purchase.chooseAddress}
          />
          <OrderLines
            lines={quote?.lines}
            selectable={configurable}
            removable={lines.length > 1}
            onQuantity={(id, quantity) => purchase.changeLines(withQuantity(lines, id, quantity))}
          />
          {configurable && <CouponChooser chosen={couponId} onChoose={purchase.chooseCoupon} />}
        </div>
        <div className={styles.side}>
          <OrderSummary
            quote={quote}
            stale={stale}
            delivery={
              quote === undefined
                ? ''
                : ofShopping('summary.averageDelivery', {
                    time: deliveryTime(quote.averageDeliveryTime, ofShopping),
                  })
            }
            problem={error && <ErrorMessage message={ofShopping('summary.failed')} onRetry={retry} />}
          >
            {purchase.previousTotal !== null && quote !== undefined && (
              <p role="status" className={styles.changed}>
                {t('totalChanged', {
                  before: formatRupees(purchase.previousTotal),
                  now: formatRupees(quote.grandTotal),
                })}
              </p>
            )}
            {purchase.failure !== null && (
              <OrderProblem
                failure={purchase.failure}
                source={source}
                ordersChecked={purchase.ordersChecked}
                onRetry={() => void purchase.confirm()}
                onOpenOrders={purchase.markOrdersChecked}
                onStartNewOrder={() => void purchase.startNewOrder()}
              />
            )}
            <button
              type="button"
              className={`button ${quote === undefined ? '' : 'button--solid'} ${styles.confirm}`}
              aria-disabled={quote === undefined}
              // 'Try Again' stands in its place.
              hidden={purchase.failure !== null && canRetry(purchase.failure)}
              disabled={purchase.placing}
              aria-busy={purchase.placing}
              onClick={() => void purchase.confirm()}
            >
              {purchase.placing && <span className={styles.wheel} aria-hidden="true" />}
              {confirmText}
            </button>
            {back}
          </OrderSummary>
        </div>
      </div>
    </>
  );
}

function withQuantity(lines: readonly SelectedLine[], productId: string, quantity: number): SelectedLine[] {
  return lines
    .map((line) => (line.productId === productId ? { ...line, quantity } : line))
    .filter((line) => line.quantity > 0);
}
