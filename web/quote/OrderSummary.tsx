import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent, formatRupees } from '#web/i18n/format.ts';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import styles from './OrderSummary.module.css';
import type { Quote, QuoteError } from './use-quote.ts';

/** The amounts of a quote that the summary shows, in rupees. */
export type QuoteAmounts = Pick<
  Quote,
  'itemTotal' | 'discount' | 'shipping' | 'deliveryFee' | 'grandTotal' | 'coupon'
>;

interface OrderSummaryProps {
  /** Undefined while the first quote is loading. */
  quote: QuoteAmounts | undefined;
  /** True while the amounts belong to an earlier selection. */
  stale?: boolean;
  /** The average delivery time. */
  deliveryDays: Quote['deliveryDays'] | undefined;
  /** Set if the quote failed. */
  error?: QuoteError | undefined;
  onRetry: () => void;
  /** The button that leads to the next step. */
  children: ReactNode;
}

/** The amounts of an order, as the gateway computed them. */
export function OrderSummary(props: OrderSummaryProps) {
  const { quote, stale = false, deliveryDays, error, onRetry, children } = props;
  const { t } = useTranslation('quote');
  const titleId = useId();
  return (
    <section className={styles.summary} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {t('summary.title')}
      </h2>
      {error !== undefined ? (
        <ErrorMessage message={error.message ?? t('summary.failed')} onRetry={onRetry} />
      ) : (
        <dl className={styles.amounts} aria-busy={stale}>
          <Amount label={t('summary.itemTotal')} rupees={quote?.itemTotal} />
          {quote?.coupon != null && (
            <Amount
              label={t('summary.discount', {
                coupon: quote.coupon.name,
                percent: formatPercent(quote.coupon.percentOff),
              })}
              rupees={quote.discount}
              isDeduction
            />
          )}
          <Amount label={t('summary.shipping')} rupees={quote?.shipping} />
          {quote !== undefined && quote.deliveryFee > 0 && (
            <Amount label={t('summary.deliveryFee')} rupees={quote.deliveryFee} />
          )}
          <Amount label={t('summary.grandTotal')} rupees={quote?.grandTotal} isTotal />
        </dl>
      )}
      <p className={styles.delivery}>
        {deliveryDays !== undefined &&
          t('summary.averageDelivery', {
            time: t('summary.days', { from: deliveryDays.min, to: deliveryDays.max }),
          })}
      </p>
      {children}
    </section>
  );
}

interface AmountProps {
  label: string;
  rupees: number | undefined;
  isTotal?: boolean;
  isDeduction?: boolean;
}

function Amount({ label, rupees, isTotal = false, isDeduction = false }: AmountProps) {
  return (
    <div className={isTotal ? styles.total : isDeduction ? styles.deduction : styles.amount}>
      <dt>{label}</dt>
      <dd>{rupees === undefined ? '…' : `${isDeduction ? '−' : ''}${formatRupees(rupees)}`}</dd>
    </div>
  );
}
