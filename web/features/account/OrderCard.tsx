import { useTranslation } from 'react-i18next';
import { Cover } from '#web/catalogue/Cover.tsx';
import { formatDate, formatRupees, textLanguage } from '#web/i18n/format.ts';
import { usePageLanguage } from '#web/i18n/PageLanguage.tsx';
import { OrderAgainButton } from './OrderAgainButton.tsx';
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
    <article className={styles.card} aria-label={t('orders.number', { number: order.number })}>
      <div className={styles.head}>
        <h3>{t('orders.number', { number: order.number })}</h3>
        <p className={styles.copies}>{t('orders.items', { count: copies })}</p>
      </div>
      <OrderCovers lines={order.lines} />
      <OrderFacts order={order} />
      <div className={styles.actions}>
        <OrderAgainButton order={order} />
        <button
          type="button"
          className="button button--small"
          aria-label={t('orders.detailsOf', { number: order.number })}
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
  const { orderDate, totalPrice, trackingNumber } = order;
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
          <OrderStatus order={order} />
        </dd>
      </div>
      <div>
        <dt>{t('orders.tracking')}</dt>
        <dd>{trackingNumber ?? t('orders.noTracking')}</dd>
      </div>
    </dl>
  );
}

const maxCovers = 3;

/** Small covers of the first products of an order. Decorative: the order's details name the products. */
function OrderCovers({ lines }: Pick<OrderFieldsFragment, 'lines'>) {
  return (
    <div className={styles.covers} aria-hidden="true">
      {lines.slice(0, maxCovers).map(({ product, productName }, place) => (
        // An order may contain a title twice, and a product that is no longer listed has no id.
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change.
        <span key={place} className={styles.cover}>
          <Cover src={product?.thumbnail ?? product?.images[0]} name={productName} slot="lineItem" />
        </span>
      ))}
      {lines.length > maxCovers && <span className={styles.rest}>+{lines.length - maxCovers}</span>}
    </div>
  );
}

/** The status of an order. An unknown status is shown as the REST host returned it. */
export function OrderStatus({ order }: { order: Pick<OrderFieldsFragment, 'status' | 'statusText'> }) {
  const { t } = useTranslation('account');
  const language = usePageLanguage();
  const { status, statusText } = order;
  const text = status === 'UNKNOWN' ? statusText : t(`orders.statuses.${status}`);
  return (
    <span className={styles.status} lang={textLanguage(text, language)}>
      {text}
    </span>
  );
}
