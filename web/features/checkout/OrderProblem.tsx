import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CheckoutSource, UserErrorCode } from '#web/generated/schema.ts';
import styles from './OrderProblem.module.css';
import type { OrderFailure } from './order-attempt.ts';

interface OrderProblemProps {
  failure: OrderFailure;
  source: CheckoutSource;
  onRetry: () => void;
  onStartAnew: () => void;
}

/** What the shopper has to see or change before the order can be sent again. */
const needsTheShopper: ReadonlySet<UserErrorCode> = new Set([
  'TOTAL_CHANGED',
  'OUT_OF_STOCK',
  'NOT_IN_CART',
  'IDEMPOTENCY_KEY_REUSED',
  'ADDRESS_REQUIRED',
  'ADDRESS_NOT_FOUND',
]);

/** Whether sending the same order again is what to do; else something has to be changed or looked at first. */
export function mayBeRetried({ code }: OrderFailure): boolean {
  return code === null || !needsTheShopper.has(code);
}

/** Says why the order was not placed, and what to do: read out as soon as it stands there. */
export function OrderProblem({ failure, source, onRetry, onStartAnew }: OrderProblemProps) {
  const { t } = useTranslation('checkout');
  const { code, message } = failure;
  const panel = useRef<HTMLDivElement>(null);
  // The confirming button lost the focus while it was disabled.
  useEffect(() => (panel.current?.querySelector('button') ?? panel.current)?.focus(), []);
  if (code === 'IDEMPOTENCY_KEY_REUSED') {
    return (
      <div ref={panel} role="alert" tabIndex={-1} className={styles.problem}>
        <p>{t('problem.keyReused')}</p>
        <div className={styles.ways}>
          <Link to="/profile?section=orders" className="button button--small">
            {t('placed.orders')}
          </Link>
          <button type="button" className="button button--small" onClick={onStartAnew}>
            {t('problem.orderAnew')}
          </button>
        </div>
      </div>
    );
  }
  if (!mayBeRetried(failure)) {
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
