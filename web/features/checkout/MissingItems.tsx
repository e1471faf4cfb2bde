import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import styles from './CheckoutForm.module.css';

const myOrders = '/profile?section=orders';

/** Says that selected products are no longer in the cart, because another tab ordered or removed them. */
export function MissingItemsNote({ count }: { count: number }) {
  const { t } = useTranslation('checkout');
  return (
    <p role="status" className={styles.missing}>
      {t('missingItems.note', { count })}{' '}
      <Link to={myOrders} className="link">
        {t('placed.orders')}
      </Link>
    </p>
  );
}

/** Replaces the page when none of the selected products is left in the cart. */
export function NoItemsLeft() {
  const { t } = useTranslation('checkout');
  return (
    <div role="status">
      <EmptyState title={t('missingItems.title')} text={t('missingItems.text')} level={1}>
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
