import { Link, useLocation } from 'react-router-dom';
import { formatRupees } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { useCartIndex } from './CartProvider.tsx';
import styles from './SmallCart.module.css';
import { closeSmallCart } from './small-cart.ts';

/** The number of copies in the cart and their total, with the link to it. */
export function SmallCart() {
  const { t } = useTranslation('cart');
  const count = useCartIndex(({ unitCount }) => unitCount);
  const itemTotal = useCartIndex((cart) => cart.itemTotal);
  const { pathname } = useLocation();
  const isInCheckout = pathname.startsWith('/cart-manager') || pathname === '/buy-single-product';
  if (count === 0 || isInCheckout) return null;
  return (
    <section className={`no-print ${styles.cart}`} aria-label={t('title')}>
      <Icon name="cart" />
      <p className={styles.text}>
        {t('small.count', { count })}
        {itemTotal !== null && <strong className={styles.total}>{formatRupees(itemTotal)}</strong>}
      </p>
      <Link to="/cart-manager" className="button button--small button--solid">
        {t('small.open')}
      </Link>
      <button type="button" className="icon-button" aria-label={t('small.close')} onClick={closeSmallCart}>
        <Icon name="close" size={18} />
      </button>
    </section>
  );
}
