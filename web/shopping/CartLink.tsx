import { skipToken } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { useSession } from '#web/session/session.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { useCartCountQuery } from './CartCount.generated.ts';
import styles from './CartLink.module.css';

/** The way to the cart, with a badge of how many copies it holds. */
export function CartLink() {
  const { t } = useTranslation('shopping');
  const session = useSession();
  const { data } = useCartCountQuery(session === null ? skipToken : {});
  const count = session === null ? 0 : (data?.user?.cart.unitCount ?? 0);
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
