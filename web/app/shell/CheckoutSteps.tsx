import { NavLink, useLocation } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { buildStepQuery } from '#web/quote/purchase-choice.ts';
import styles from './CheckoutSteps.module.css';

/** Replaces the site header on the cart, address and payment pages. The links to the steps contain the selected products. */
export function CheckoutSteps() {
  const { t } = useTranslation('shell');
  const search = buildStepQuery(useLocation().search);
  return (
    <header className={styles.bar}>
      <nav aria-label={t('checkoutSteps.label')} className={`container ${styles.row}`}>
        <NavLink to="/" end className={styles.link}>
          {t('checkoutSteps.home')}
        </NavLink>
        <ol className={styles.steps}>
          <li>
            <NavLink to={{ pathname: '/cart-manager', search }} end className={styles.link}>
              {t('checkoutSteps.cart')}
            </NavLink>
          </li>
          <li>
            <NavLink to={{ pathname: '/cart-manager/buy-all-cart-products', search }} className={styles.link}>
              {t('checkoutSteps.address')}
            </NavLink>
          </li>
          <li>
            <NavLink to={{ pathname: '/cart-manager/cart-user-payment', search }} className={styles.link}>
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
