import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { loginPath, returningTo } from '#web/auth/return-path.ts';
import { useSession, useSessionSettled } from '#web/auth/session.ts';
import { PageMeta } from '#web/routing/page-head.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Profile, ProfileSkeleton } from './Profile.tsx';
import styles from './ProfilePage.module.css';

/** The account page (requirements.md 2.9). Visitors see a link to the login. */
export function Component() {
  const { t } = useTranslation('account');
  const session = useSession();
  const settled = useSessionSettled();
  return (
    <div className="container page">
      <PageMeta title={t('profile.title')} noIndex />
      {/* The key discards forms that another shopper filled in. */}
      {session !== null ? <Profile key={session.userId} /> : settled ? <LoginPrompt /> : <ProfileSkeleton />}
    </div>
  );
}

function LoginPrompt() {
  const { t } = useTranslation('account');
  const { state } = returningTo(useLocation());
  return (
    <EmptyState level={1} title={t('profile.prompt')} text={t('profile.promptText')}>
      <div className={styles.actions}>
        <Link to={loginPath} state={state} className="button button--solid">
          {t('profile.login')}
        </Link>
        <Link to="/registeration" state={state} className="button">
          {t('profile.createAccount')}
        </Link>
      </div>
    </EmptyState>
  );
}
