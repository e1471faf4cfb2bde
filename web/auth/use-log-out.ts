import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useIsUnmounted } from '#web/ui/hooks/use-is-unmounted.ts';
import { useToast } from '#web/ui/toast/toasts.ts';
import { useLogoutMutation } from './Logout.generated.ts';
import { getBrowserSession } from './session.ts';

/**
 * Logs out once the shopper confirms: revokes the token, clears the session and opens the home page (requirements.md
 * 2.2), unless the shopper has opened another page in the meantime.
 */
export function useLogOut(): () => Promise<void> {
  const { t } = useTranslation('shell');
  const { confirm } = useToast();
  const navigate = useNavigate();
  const isUnmounted = useIsUnmounted();
  const { pathname } = useLocation();
  const latestPathname = useRef(pathname);
  useEffect(() => {
    latestPathname.current = pathname;
  });
  const [revoke] = useLogoutMutation();
  return async () => {
    const confirmed = await confirm({
      title: t('logout.question'),
      confirmText: t('logout.confirm'),
      cancelText: t('logout.cancel'),
    });
    if (!confirmed) return;
    const confirmedOn = latestPathname.current;
    // The shopper is signed out even if the revocation fails; the token then expires on its own.
    await revoke().catch(() => undefined);
    // The drawer stays mounted when the shopper opens another page, the profile does not.
    const hasLeft = isUnmounted() || latestPathname.current !== confirmedOn;
    getBrowserSession().signOut();
    if (!hasLeft) await navigate('/');
  };
}
