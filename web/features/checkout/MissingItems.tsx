import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import styles from './CheckoutForm.module.css';

const myOrders = '/profile?section=orders';

/** Says that chosen books have left the cart while the screen was open: another tab ordered or removed them. */
export function MissingItemsNote({ count }: { count: number }) {
  const { t } = useTranslation('checkout');
  return (
    <p role="status" className={styles.gone}>
      {t('gone.note', { count })}{' '}
      <Link to={myOrders} className="link">
        {t('placed.orders')}
      </Link>
    </p>
  );
}

/** In the screen's place when all of them have. */
export function NoItemsLeft() {
  const { t } = useTranslation('checkout');
  return (
    <div role="status">
      <EmptyState title={t('gone.title')} text={t('gone.text')} level={1}>
        <Link to={myOrders} className="button button--solid">
          {t('placed.orders')}
        </Link>
        <Link to="/cart-manager" className="button">
          {t('backToCart')}
        </Link>
      </EmptyState>
    </div>
  );
}
