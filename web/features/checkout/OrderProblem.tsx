import { type MouseEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { CheckoutSource, UserErrorCode } from '#web/generated/schema.ts';
import styles from './OrderProblem.module.css';
import type { OrderFailure } from './order-request.ts';

interface OrderProblemProps {
  failure: OrderFailure;
  source: CheckoutSource;
  /** Whether the shopper has looked at My Orders: only then may the order be given up for another. */
  ordersChecked: boolean;
  onRetry: () => void;
  /** Resolves when it is kept that the shopper goes to My Orders. */
  onOpenOrders: () => Promise<void>;
  onStartNewOrder: () => void;
}

const ordersPage = '/profile?section=orders';

/** What the shopper has to see or change before the order can be sent again. */
const needsShopperAction: ReadonlySet<UserErrorCode> = new Set([
  'TOTAL_CHANGED',
  'OUT_OF_STOCK',
  'NOT_IN_CART',
  'IDEMPOTENCY_KEY_REUSED',
  'ADDRESS_REQUIRED',
  'ADDRESS_NOT_FOUND',
]);

/** Whether sending the same order again is what to do; else something has to be changed or looked at first. */
export function canRetry({ code }: OrderFailure): boolean {
  return code === null || !needsShopperAction.has(code);
}

/** Says why the order was not placed, and what to do: read out as soon as it stands there. */
export function OrderProblem(props: OrderProblemProps) {
  const { failure, source, onRetry } = props;
  const { t } = useTranslation('checkout');
  const { code, message } = failure;
  const panel = useRef<HTMLDivElement>(null);
  // The confirming button lost the focus while it was disabled.
  useEffect(() => (panel.current?.querySelector<HTMLElement>('button, a') ?? panel.current)?.focus(), []);
  if (code === 'IDEMPOTENCY_KEY_REUSED' || code === 'OUTCOME_UNKNOWN') {
    return (
      <div ref={panel} role="alert" tabIndex={-1} className={styles.problem}>
        <PossiblyPlaced {...props} />
      </div>
    );
  }
  if (!canRetry(failure)) {
    return (
      <div ref={panel} role="alert" tabIndex={-1} className={styles.problem}>
        <p>{message}</p>
      </div>
    );
  }
  return (
    <div ref={panel} role="alert" tabIndex={-1} className={styles.problem}>
      <p className={styles.title}>{t('problem.title')}</p>
      <p>{message ?? (source === 'PAYMENT_PAGE' ? t('problem.shipmentFailed') : t('problem.orderFailed'))}</p>
      <p className={styles.once}>{t('problem.once')}</p>
      <div className={styles.ways}>
        <button type="button" className="button button--solid" onClick={onRetry}>
          {t('problem.tryAgain')}
        </button>
      </div>
    </div>
  );
}

/** The order may be among the shopper's: it is looked for before another one takes its place. */
function PossiblyPlaced({
  failure,
  ordersChecked,
  onRetry,
  onOpenOrders,
  onStartNewOrder,
}: OrderProblemProps) {
  const { t } = useTranslation('checkout');
  const navigate = useNavigate();
  const isUnknown = failure.code === 'OUTCOME_UNKNOWN';

  function openOrders(event: MouseEvent): void {
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (opensElsewhere) {
      void onOpenOrders();
      return;
    }
    // Leaving at once would cut off what the history is to keep.
    event.preventDefault();
    void onOpenOrders().then(() => navigate(ordersPage));
  }

  return (
    <>
      {isUnknown && <p className={styles.title}>{t('problem.title')}</p>}
      <p>{isUnknown ? (failure.message ?? t('problem.outcomeUnknown')) : t('problem.keyReused')}</p>
      {isUnknown && <p className={styles.once}>{t('problem.once')}</p>}
      <div className={styles.ways}>
        <Link
          to={ordersPage}
          className={`button button--small ${ordersChecked ? '' : 'button--solid'}`}
          onClick={openOrders}
        >
          {t('placed.orders')}
        </Link>
        {isUnknown && (
          <button type="button" className="button button--small" onClick={onRetry}>
            {t('problem.tryAgain')}
          </button>
        )}
        {ordersChecked && (
          <button type="button" className="button button--small" onClick={onStartNewOrder}>
            {t('problem.orderAnew')}
          </button>
        )}
      </div>
    </>
  );
}
