import { useTranslation } from 'react-i18next';
import { useSession } from '#web/auth/session.ts';
import { useDialog } from '#web/ui/dialog/use-dialog.ts';
import styles from './LoginPrompt.module.css';

const loadLoginDialog = () => import('#web/auth/LoginDialog.tsx').then(({ LoginDialog }) => LoginDialog);

/** Invites a visitor to log in without leaving the page (requirements.md 2.3). At its end: it goes once somebody is signed in. */
export function LoginPrompt() {
  const { t } = useTranslation('home');
  const isVisitor = useSession() === null;
  const { Dialog, isOpen, prepare, open, close } = useDialog(loadLoginDialog);
  return (
    <>
      {isVisitor && (
        <section className={`container ${styles.invitation}`} aria-labelledby="visitor-login">
          <div>
            <h2 id="visitor-login">{t('login.title')}</h2>
            <p className="muted">{t('login.text')}</p>
          </div>
          <button
            type="button"
            className="button"
            aria-haspopup="dialog"
            onPointerEnter={prepare}
            onClick={open}
          >
            {t('login.open')}
          </button>
        </section>
      )}
      {Dialog !== null && <Dialog open={isOpen} onClose={close} />}
    </>
  );
}
