import { NavLink } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './CartLink.module.css';
import { useCartIndex } from './CartProvider.tsx';

/** The link to the cart, with a badge that shows the number of items. */
export function CartLink() {
  const { t } = useTranslation('cart');
  const count = useCartIndex(({ unitCount }) => unitCount);
  return (
    <NavLink
      to="/cart-manager"
      className="icon-button"
      aria-label={count === 0 ? t('cartLink.empty') : t('cartLink.filled', { count })}
    >
      <Icon name="cart" />
      {count > 0 && <span className={styles.badge}>{count}</span>}
    </NavLink>
  );
}
