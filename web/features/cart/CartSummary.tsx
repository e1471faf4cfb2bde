import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { browserSession } from '#web/auth/session.ts';
import { deliveryTime } from '#web/quote/delivery-time.ts';
import { OrderSummary } from '#web/quote/OrderSummary.tsx';
import type { SelectedLine } from '#web/quote/purchase-selection.ts';
import type { QuoteState } from '#web/quote/use-quote.ts';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import { useTimeout } from '#web/ui/hooks/use-timeout.ts';
import { useToast } from '#web/ui/toast/toasts.ts';
import styles from './Cart.module.css';

/** How long the spinner stands before the address page opens, in milliseconds (requirements.md 4). */
const spinnerMs = 500;

/** A cart's own words for it; the order itself names its time (requirements.md 9). */
const averageDelivery = '4-5 days';

interface Chosen {
  /** The lines to be ordered. */
  lines: readonly SelectedLine[];
  couponId: string | null;
}

interface CartSummaryProps extends Chosen {
  /** What they cost. */
  priced: QuoteState;
}

/** What the chosen lines cost, and the way on to the address. */
export function CartSummary({ lines, couponId, priced }: CartSummaryProps) {
  const { t } = useTranslation('shopping');
  const { quote, stale, error, retry } = priced;
  const nothing = lines.length === 0;
  return (
    <OrderSummary
      quote={nothing ? emptyQuote : quote}
      stale={stale}
      delivery={t('summary.averageDelivery', { time: deliveryTime(averageDelivery, t) })}
      problem={error && <ErrorMessage message={t('summary.failed')} onRetry={retry} />}
    >
      <ContinueButton
        lines={lines}
        couponId={couponId}
        shownTotal={stale ? null : (quote?.grandTotal ?? null)}
      />
    </OrderSummary>
  );
}

/** Nothing chosen costs nothing: no price has to be asked for. */
const emptyQuote = { itemTotal: 0, shipping: 0, discount: 0, deliveryFee: 0, grandTotal: 0, coupon: null };

interface ContinueButtonProps extends Chosen {
  /** What the shopper was told it costs, in rupees; null when that is not known yet. */
  shownTotal: number | null;
}

function ContinueButton({ lines, couponId, shownTotal }: ContinueButtonProps) {
  const { t } = useTranslation('cart');
  const toast = useToast();
  const navigate = useNavigate();
  const later = useTimeout();
  const [continuing, setContinuing] = useState(false);
  const nothing = lines.length === 0;
  const goOn = () => {
    if (continuing) return;
    if (nothing) {
      toast.warning(t('nothingSelected'));
      return;
    }
    setContinuing(true);
    later(spinnerMs, () => {
      void navigate('/cart-manager/buy-all-cart-products', {
        state: { lines, couponId, shownTotal, shopper: browserSession().current()?.userId },
      });
    });
  };
  return (
    <button
      type="button"
      className={`button ${nothing ? '' : 'button--solid'} ${styles.continue}`}
      // Not `disabled`: whoever presses it hears what is missing.
      aria-disabled={nothing}
      aria-busy={continuing}
      onClick={goOn}
    >
      {continuing && <span className={styles.wheel} aria-hidden="true" />}
      {t('continue')}
    </button>
  );
}
