import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { LoginForm } from '#web/auth/LoginForm.tsx';
import { useReturnLocation } from '#web/auth/return-path.ts';
import { useSession } from '#web/auth/session.ts';
import { PageMeta } from '#web/routing/page-head.tsx';
import { useDialog } from '#web/ui/dialog/use-dialog.ts';
import styles from './LoginPage.module.css';
import { readLoginContact } from './login-contact.ts';

const loadResetDialog = () =>
  import('./ResetPasswordDialog.tsx').then(({ ResetPasswordDialog }) => ResetPasswordDialog);

/** The login page (requirements.md 2.7). Redirects signed-in shoppers to their return URL. */
export function Component() {
  const { t } = useTranslation('account');
  const location = useLocation();
  const { path, state } = useReturnLocation('/profile');
  const session = useSession();
  const { Dialog, isOpen, prepare, open, close } = useDialog(loadResetDialog);
  if (session !== null) return <Navigate to={path} state={state} replace />;
  return (
    <div className="container page">
      <PageMeta title={t('login.title')} noIndex />
      <div className={styles.card}>
        <section className={styles.form} aria-labelledby="login-title">
          <h1 id="login-title">{t('login.title')}</h1>
          <LoginForm
            contact={readLoginContact(location.state)}
            forgot={
              <button
                type="button"
                className={`link ${styles.forgot}`}
                aria-haspopup="dialog"
                onPointerEnter={prepare}
                onClick={open}
              >
                {t('login.forgot')}
              </button>
            }
          />
        </section>
        <aside className={styles.side}>
          <h2>{t('login.hello')}</h2>
          <p>{t('login.invitation')}</p>
          {/* Passes the return URL on to the registration. */}
          <Link to="/registeration" state={location.state} className={`button ${styles.signUp}`}>
            {t('login.signUp')}
          </Link>
        </aside>
      </div>
      {Dialog !== null && <Dialog open={isOpen} onClose={close} />}
    </div>
  );
}
