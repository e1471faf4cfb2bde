import { Link, NavLink } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Brand } from './Brand.tsx';
import styles from './CheckoutBar.module.css';

/** Replaces the site header on the cart, address and payment pages (requirements.md 2.2). */
export function CheckoutBar() {
  const { t } = useTranslation('shell');
  return (
    <header className={styles.bar}>
      <nav aria-label={t('checkoutBar.label')} className={`container ${styles.row}`}>
        <Link to="/" className={styles.brand}>
          <Brand />
        </Link>
        <NavLink to="/" end className={styles.link}>
          {t('checkoutBar.home')}
        </NavLink>
        <NavLink to="/profile" className={styles.link}>
          {t('checkoutBar.account')}
        </NavLink>
      </nav>
    </header>
  );
}
