import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import styles from './CheckoutSteps.module.css';

/** The top bar of the cart's three pages, in the header's place. */
export function CheckoutSteps() {
  const { t } = useTranslation('shell');
  return (
    <header className={styles.bar}>
      <nav aria-label={t('cartBar.label')} className={`container ${styles.row}`}>
        <NavLink to="/" end className={styles.link}>
          {t('cartBar.home')}
        </NavLink>
        <ol className={styles.steps}>
          <li>
            <NavLink to="/cart-manager" end className={styles.link}>
              {t('cartBar.cart')}
            </NavLink>
          </li>
          <li>
            <NavLink to="/cart-manager/buy-all-cart-products" className={styles.link}>
              {t('cartBar.address')}
            </NavLink>
          </li>
          <li>
            <NavLink to="/cart-manager/cart-user-payment" className={styles.link}>
              {t('cartBar.payment')}
            </NavLink>
          </li>
        </ol>
        <NavLink to="/profile" className={styles.link}>
          {t('cartBar.account')}
        </NavLink>
      </nav>
    </header>
  );
}
