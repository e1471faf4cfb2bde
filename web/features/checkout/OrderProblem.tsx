import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CheckoutSource } from '#web/generated/schema.ts';
import styles from './OrderProblem.module.css';
import type { OrderFailure } from './use-order.ts';

interface OrderProblemProps {
  failure: OrderFailure;
  source: CheckoutSource;
  onRetry: () => void;
  onStartAnew: () => void;
}

/** Whether sending the same order again is what to do; else something has to be changed or looked at first. */
export function mayBeRetried({ code }: OrderFailure): boolean {
  return code !== 'TOTAL_CHANGED' && code !== 'OUT_OF_STOCK' && code !== 'IDEMPOTENCY_KEY_REUSED';
}

/** Says why the order was not placed, and what to do: read out as soon as it stands there. */
export function OrderProblem({ failure, source, onRetry, onStartAnew }: OrderProblemProps) {
  const { t } = useTranslation('checkout');
  const { code, message } = failure;
  const retry = useRef<HTMLButtonElement>(null);
  useEffect(() => retry.current?.focus(), []);
  if (code === 'TOTAL_CHANGED' || code === 'OUT_OF_STOCK') {
    return (
      <div role="alert" className={styles.problem}>
        <p>{message}</p>
      </div>
    );
  }
  if (code === 'IDEMPOTENCY_KEY_REUSED') {
    return (
      <div role="alert" className={styles.problem}>
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
  return (
    <div role="alert" className={styles.problem}>
      <p className={styles.title}>{t('problem.title')}</p>
      <p>{message ?? (source === 'PAYMENT_PAGE' ? t('problem.shipmentFailed') : t('problem.orderFailed'))}</p>
      <p className={styles.once}>{t('problem.once')}</p>
      <div className={styles.ways}>
        <button ref={retry} type="button" className="button button--solid" onClick={onRetry}>
          {t('problem.tryAgain')}
        </button>
      </div>
    </div>
  );
}
