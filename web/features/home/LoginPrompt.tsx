import { useSession } from '#web/auth/session.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useDialog } from '#web/ui/dialog/use-dialog.ts';
import styles from './LoginPrompt.module.css';

const loadLoginDialog = () => import('#web/auth/LoginDialog.tsx').then(({ LoginDialog }) => LoginDialog);

/**
 * Lets visitors log in without leaving the page (requirements.md 2.3). It is the last section of the page, so that the
 * others stay in place when it disappears after the login.
 */
export function LoginPrompt() {
  const { t } = useTranslation('home');
  const isVisitor = useSession() === null;
  const { Dialog, dialogProps, openerProps } = useDialog(loadLoginDialog);
  return (
    <>
      {isVisitor && (
        <section className={`container ${styles.prompt}`} aria-labelledby="visitor-login">
          <div>
            <h2 id="visitor-login">{t('login.title')}</h2>
            <p className="muted">{t('login.text')}</p>
          </div>
          <button type="button" className="button" {...openerProps}>
            {t('login.open')}
          </button>
        </section>
      )}
      {Dialog !== null && <Dialog {...dialogProps} />}
    </>
  );
}
