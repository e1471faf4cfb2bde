import { Card, DataList, Text } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { formatPercent, formatRupees } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import type { Quote, QuoteError } from './use-quote.ts';

/** The part of a quote that the summary shows. */
type SummarizedQuote = Pick<
  Quote,
  'itemTotal' | 'discount' | 'shipping' | 'deliveryFee' | 'grandTotal' | 'coupon'
> & { deliveryDays?: Quote['deliveryDays'] };

interface OrderSummaryProps {
  /** Undefined if there is none, for example while the first one is loading. */
  quote: SummarizedQuote | undefined;
  /** True while a new quote is loading. The amounts are then those of the previous one, if any. */
  stale: boolean;
  /** Set if the quote failed. */
  error: QuoteError | undefined;
  onRetry: () => void;
  /** Shown below the amounts: the delivery estimate for the PIN code, notices, and the buttons of the page. */
  children: ReactNode;
}

/** The amounts of an order, as the gateway computed them. */
export function OrderSummary(props: OrderSummaryProps) {
  const { quote, stale, error, onRetry, children } = props;
  const deliveryDays = quote?.deliveryDays;
  const { t } = useTranslation('quote');
  const titleId = useId();
  return (
    <Card.Root as="section" aria-labelledby={titleId}>
      <Card.Body>
        <Text as="h2" id={titleId} fontSize="var(--title-3)">
          {t('summary.title')}
        </Text>
        {error !== undefined ? (
          <ErrorMessage message={error.message ?? t('summary.failed')} onRetry={onRetry} />
        ) : (
          <DataList.Root {...dimIfStale(stale)}>
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
            <Amount
              label={t('summary.shipping')}
              rupees={quote?.shipping}
              {...(quote !== undefined && quote.itemTotal > 0 && { zeroText: t('summary.free') })}
            />
            {quote !== undefined && quote.deliveryFee > 0 && (
              <Amount label={t('summary.deliveryFee')} rupees={quote.deliveryFee} />
            )}
            <Amount label={t('summary.grandTotal')} rupees={quote?.grandTotal} isTotal />
          </DataList.Root>
        )}
        <Text color="fg.muted" fontSize="sm">
          {deliveryDays !== undefined &&
            t('summary.averageDelivery', {
              time: t('summary.days', { from: deliveryDays.min, to: deliveryDays.max }),
            })}
        </Text>
        {children}
      </Card.Body>
    </Card.Root>
  );
}

/** Dims with a colour: `opacity` would leave too little contrast (WCAG 1.4.3). */
export function dimIfStale(stale: boolean) {
  return {
    'aria-busy': stale,
    color: stale ? 'fg.muted' : 'fg',
    transition: 'color var(--duration-fast) var(--delay-short)',
  };
}

interface AmountProps {
  label: string;
  /** Undefined while it is being calculated. */
  rupees: number | undefined;
  isTotal?: boolean;
  isDeduction?: boolean;
  /** Shown instead of an amount of zero. */
  zeroText?: string;
}

/** An entry of a `DataList` of amounts. The total has a rule above it. */
export function Amount({ label, rupees, isTotal = false, isDeduction = false, zeroText }: AmountProps) {
  return (
    <DataList.Item {...(isTotal && totalStyles)} {...(isDeduction && { color: 'fg.success' })}>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue>
        {rupees === undefined && '…'}
        {rupees === 0 && zeroText !== undefined
          ? zeroText
          : rupees !== undefined && formatRupees(isDeduction ? -rupees : rupees)}
      </DataList.ItemValue>
    </DataList.Item>
  );
}

const totalStyles = {
  marginBlockStart: '1',
  paddingBlockStart: '3',
  borderBlockStartWidth: '1px',
  fontSize: 'lg',
  fontWeight: 'semibold',
} as const;
