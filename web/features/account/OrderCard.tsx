import { useTranslation } from 'react-i18next';
import { formatDate, formatRupees } from '#web/i18n/format.ts';
import { usePageLanguage } from '#web/i18n/PageLanguage.tsx';
import { OrderAgainButton } from './OrderAgainButton.tsx';
import { OrderCovers } from './OrderCovers.tsx';
import { OrderStatus } from './OrderStatus.tsx';
import type { OrderFieldsFragment } from './Orders.generated.ts';
import styles from './OrdersSection.module.css';

interface OrderCardProps {
  order: OrderFieldsFragment;
  onIntent: () => void;
  onDetails: () => void;
}

/** An order in the list: number, date, total, status and tracking. */
export function OrderCard({ order, onIntent, onDetails }: OrderCardProps) {
  const { t } = useTranslation('account');
  const copies = order.lines.reduce((count, { quantity }) => count + quantity, 0);
  return (
    <article className={styles.card} aria-label={t('orders.number', { number: order.id })}>
      <div className={styles.head}>
        <h3>{t('orders.number', { number: order.id })}</h3>
        <p className={styles.copies}>{t('orders.items', { count: copies })}</p>
      </div>
      <OrderCovers lines={order.lines} />
      <OrderFacts order={order} />
      <div className={styles.actions}>
        <OrderAgainButton order={order} />
        <button
          type="button"
          className="button button--small"
          aria-label={t('orders.detailsOf', { number: order.id })}
          aria-haspopup="dialog"
          onPointerEnter={onIntent}
          onClick={onDetails}
        >
          {t('orders.details')}
        </button>
      </div>
    </article>
  );
}

/** The date, total, status and tracking number of an order. */
export function OrderFacts({ order }: { order: OrderFieldsFragment }) {
  const { t } = useTranslation('account');
  const language = usePageLanguage();
  const { orderDate, totalPrice, status, trackingNo } = order;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('orders.date')}</dt>
        <dd>{formatDate(orderDate, language)}</dd>
      </div>
      <div>
        <dt>{t('orders.total')}</dt>
        <dd>{formatRupees(totalPrice)}</dd>
      </div>
      <div>
        <dt>{t('orders.status')}</dt>
        <dd>
          <OrderStatus status={status} />
        </dd>
      </div>
      <div>
        <dt>{t('orders.tracking')}</dt>
        <dd>{trackingNo == null || trackingNo === '' ? t('orders.noTracking') : trackingNo}</dd>
      </div>
    </dl>
  );
}
