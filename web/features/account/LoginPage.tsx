import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { LoginForm } from '#web/session/LoginForm.tsx';
import { useReturnPath } from '#web/session/return-path.ts';
import { useSession } from '#web/session/session.ts';
import { useNotice } from '#web/ui/notices/notices.ts';
import { PageMeta } from '#web/ui/page-head.tsx';
import styles from './LoginPage.module.css';
import { readLoginContact } from './login-contact.ts';
import type { ResetPasswordDialogProps } from './ResetPasswordDialog.tsx';

/** The login (spec.md 2.7). Whoever is signed in goes on to where the login was to lead. */
export function Component() {
  const { t } = useTranslation('account');
  const location = useLocation();
  const returnPath = useReturnPath('/profile');
  const session = useSession();
  if (session !== null) return <Navigate to={returnPath} replace />;
  return (
    <div className="container page">
      <PageMeta title={t('login.title')} hidden />
      <div className={styles.card}>
        <section className={styles.form} aria-labelledby="login-title">
          <h1 id="login-title">{t('login.title')}</h1>
          <LoginForm contact={readLoginContact(location.state)} forgot={<ForgottenPassword />} />
        </section>
        <aside className={styles.side}>
          <h2>{t('login.hello')}</h2>
          <p>{t('login.invitation')}</p>
          {/* The state travels on, so that the way back is not lost by a registration. */}
          <Link to="/registeration" state={location.state} className={`button ${styles.signUp}`}>
            {t('login.signUp')}
          </Link>
        </aside>
      </div>
    </div>
  );
}

/** Opens the reset dialog, which is loaded when it is about to be used. */
function ForgottenPassword() {
  const { t } = useTranslation('account');
  const notice = useNotice();
  const [open, setOpen] = useState(false);
  const [Dialog, setDialog] = useState<ComponentType<ResetPasswordDialogProps> | null>(null);
  const load = async () => {
    const { ResetPasswordDialog } = await import('./ResetPasswordDialog.tsx');
    setDialog(() => ResetPasswordDialog);
  };
  const show = async () => {
    try {
      await load();
      setOpen(true);
    } catch {
      notice.error(t('reset.notLoaded'));
    }
  };
  return (
    <>
      <button
        type="button"
        className={`link ${styles.forgot}`}
        aria-haspopup="dialog"
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={() => void show()}
      >
        {t('login.forgot')}
      </button>
      {Dialog !== null && <Dialog open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
