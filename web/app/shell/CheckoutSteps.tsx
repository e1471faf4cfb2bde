import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import styles from './CheckoutSteps.module.css';

/** Replaces the site header on the cart, address and payment pages. */
export function CheckoutSteps() {
  const { t } = useTranslation('shell');
  return (
    <header className={styles.bar}>
      <nav aria-label={t('checkoutSteps.label')} className={`container ${styles.row}`}>
        <NavLink to="/" end className={styles.link}>
          {t('checkoutSteps.home')}
        </NavLink>
        <ol className={styles.steps}>
          <li>
            <NavLink to="/cart-manager" end className={styles.link}>
              {t('checkoutSteps.cart')}
            </NavLink>
          </li>
          <li>
            <NavLink to="/cart-manager/buy-all-cart-products" className={styles.link}>
              {t('checkoutSteps.address')}
            </NavLink>
          </li>
          <li>
            <NavLink to="/cart-manager/cart-user-payment" className={styles.link}>
              {t('checkoutSteps.payment')}
            </NavLink>
          </li>
        </ol>
        <NavLink to="/profile" className={styles.link}>
          {t('checkoutSteps.account')}
        </NavLink>
      </nav>
    </header>
  );
}
