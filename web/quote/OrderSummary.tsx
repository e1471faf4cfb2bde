import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent, formatRupees } from '#web/i18n/format.ts';
import styles from './OrderSummary.module.css';
import type { QuoteFieldsFragment } from './QuoteFragment.generated.ts';

/** What is shown of a quote; amounts in rupees. */
export type QuoteAmounts = Pick<
  QuoteFieldsFragment,
  'itemTotal' | 'discount' | 'shipping' | 'deliveryFee' | 'grandTotal' | 'coupon'
>;

interface OrderSummaryProps {
  /** Undefined while the first one is asked for. */
  quote: QuoteAmounts | undefined;
  /** True while the amounts belong to an earlier choice. */
  stale?: boolean;
  /** How long delivery takes, in words. */
  delivery: string;
  /** What went wrong with the amounts. */
  problem?: ReactNode | undefined;
  /** The way on. */
  children: ReactNode;
}

/** What an order costs, each amount as the gateway computed it. */
export function OrderSummary({ quote, stale = false, delivery, problem, children }: OrderSummaryProps) {
  const { t } = useTranslation('shopping');
  const title = useId();
  return (
    <section className={styles.summary} aria-labelledby={title}>
      <h2 id={title} className={styles.title}>
        {t('summary.title')}
      </h2>
      {problem ?? (
        <dl className={styles.amounts} aria-busy={stale}>
          <Amount label={t('summary.itemTotal')} rupees={quote?.itemTotal} />
          {quote?.coupon != null && (
            <Amount
              label={t('summary.discount', {
                coupon: quote.coupon.couponName,
                percent: formatPercent(quote.coupon.discount),
              })}
              rupees={quote.discount}
              taken
            />
          )}
          <Amount label={t('summary.shipping')} rupees={quote?.shipping} />
          {quote !== undefined && quote.deliveryFee > 0 && (
            <Amount label={t('summary.deliveryFee')} rupees={quote.deliveryFee} />
          )}
          <Amount label={t('summary.grandTotal')} rupees={quote?.grandTotal} grand />
        </dl>
      )}
      <p className={styles.delivery}>{delivery}</p>
      {children}
    </section>
  );
}

interface AmountProps {
  label: string;
  rupees: number | undefined;
  grand?: boolean;
  /** The amount is taken off. */
  taken?: boolean;
}

function Amount({ label, rupees, grand = false, taken = false }: AmountProps) {
  return (
    <div className={grand ? styles.grand : taken ? styles.taken : styles.amount}>
      <dt>{label}</dt>
      <dd>{rupees === undefined ? '…' : `${taken ? '−' : ''}${formatRupees(rupees)}`}</dd>
    </div>
  );
}
