import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { loginPath } from '#web/auth/return-path.ts';
import { PageMeta } from '#web/routing/page-head.tsx';
import { RegistrationForm } from './RegistrationForm.tsx';
import styles from './RegistrationPage.module.css';

/** The registration page (requirements.md 2.8). */
export function Component() {
  const { t } = useTranslation('account');
  const { state } = useLocation();
  return (
    <div className="container page">
      <PageMeta title={t('registration.title')} noIndex />
      <div className={styles.page}>
        <h1>{t('registration.title')}</h1>
        <p className={styles.intro}>
          {t('registration.intro')}{' '}
          <Link to={loginPath} state={state} className="link">
            {t('registration.login')}
          </Link>
        </p>
        <RegistrationForm />
      </div>
    </div>
  );
}
