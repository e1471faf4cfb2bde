import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatRupees } from '#web/i18n/format.ts';
import type { PlacedOrder } from './checkout-state.ts';
import styles from './OrderPlaced.module.css';

interface OrderPlacedProps {
  order: PlacedOrder;
  title: string;
}

/** The confirmation of an order: its number, total and address, and a link to My Orders. */
export function OrderPlaced({ order: { orderNumber, totalPrice, address }, title }: OrderPlacedProps) {
  const { t } = useTranslation('checkout');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    window.scrollTo(0, 0);
  }, []);
  return (
    <article className={styles.placed}>
      <span className={styles.mark} />
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      <dl className={styles.facts}>
        <div>
          <dt>{t('placed.number')}</dt>
          <dd className={styles.number}>{orderNumber}</dd>
        </div>
        <div>
          <dt>{t('placed.total')}</dt>
          <dd>{formatRupees(totalPrice)}</dd>
        </div>
        <div>
          <dt>{t('placed.address')}</dt>
          <dd>{address}</dd>
        </div>
      </dl>
      <p className={styles.actions}>
        <Link to="/profile?section=orders" className="button button--solid">
          {t('placed.orders')}
        </Link>
        <Link to="/product" className="button">
          {t('placed.browse')}
        </Link>
      </p>
    </article>
  );
}
