import { useNavigate } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useSingleTask } from '#web/ui/hooks/use-single-task.ts';
import { toasts } from '#web/ui/toast/toasts.ts';
import { useLogoutMutation } from './Logout.generated.ts';
import { getBrowserSession } from './session.ts';

/**
 * While the gateway cannot be reached, a logout is sent again until the page is closed, on average every 30 seconds.
 * This many attempts suffice for the 12 hours after which the token expires on its own. A repeated logout has no
 * effect.
 */
const maxAttempts = 1440;

/**
 * Returns a function that logs out once the shopper confirms: it clears the session, revokes its token and opens the
 * home page (requirements.md 2.2).
 */
export function useLogOut(): () => Promise<void> {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const [revoke] = useLogoutMutation();
  const [runTask] = useSingleTask();

  async function confirmAndLogOut(): Promise<void> {
    const confirmed = await toasts.confirm({
      title: t('logout.question'),
      confirmText: t('logout.confirm'),
      cancelText: t('logout.cancel'),
    });
    if (!confirmed) return;
    const session = getBrowserSession();
    const token = session.getShopper()?.token;
    // Before the token is revoked: a pending request that is then rejected must not report the session as expired.
    session.signOut();
    // The shopper is signed out even if the revocation fails; the token then expires on its own.
    if (token !== undefined) {
      const headers = { authorization: `Bearer ${token}` };
      revoke({ context: { headers, maxAttempts } }).catch(() => undefined);
    }
    await navigate('/');
  }

  return () => runTask(confirmAndLogOut);
}
