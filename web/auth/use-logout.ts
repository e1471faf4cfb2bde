import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useToast } from '#web/ui/toast/toasts.ts';
import { useLogoutMutation } from './Logout.generated.ts';
import { browserSession } from './session.ts';

/** Asks, revokes the token, clears the session and goes to the home page (requirements.md 2.2). */
export function useLogout(): () => Promise<void> {
  const { t } = useTranslation('shell');
  const { confirm } = useToast();
  const navigate = useNavigate();
  const [revoke] = useLogoutMutation();
  return async () => {
    const confirmed = await confirm({
      title: t('logout.question'),
      confirmText: t('logout.confirm'),
      cancelText: t('logout.cancel'),
    });
    if (!confirmed) return;
    // Signed out here in any case: a token that could not be revoked ends by itself.
    await revoke().catch(() => undefined);
    browserSession().signOut();
    await navigate('/');
  };
}
