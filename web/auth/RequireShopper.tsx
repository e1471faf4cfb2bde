import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { createLoginState, loginPath } from '#web/auth/return-path.ts';
import { useSession, useSessionSettled } from '#web/auth/session.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { toasts } from '#web/ui/toast/toasts.ts';

interface RequireShopperProps {
  /** Shown to visitors (requirements.md 5 and 8). */
  message: string;
  /** Shown until it is known whether the shopper is signed in. */
  fallback: ReactNode;
  children: ReactNode;
}

/**
 * Shows a page to signed-in shoppers only. Visitors are sent to the login with a message and come back afterwards. If
 * the session ends while the page is open, for example because the shopper signs out in another tab, a link to the
 * login replaces the page.
 */
export function RequireShopper({ message, fallback, children }: RequireShopperProps) {
  const { t } = useTranslation('auth');
  const session = useSession();
  const settled = useSessionSettled();
  const location = useLocation();
  const navigate = useNavigate();
  const hasChecked = useRef(false);
  const state = createLoginState(location);
  const isVisitor = settled && session === null;
  useEffect(() => {
    if (!settled || hasChecked.current) return;
    hasChecked.current = true;
    if (!isVisitor) return;
    toasts.warning(message);
    void navigate(loginPath, { state, replace: true });
  });
  if (!settled) return fallback;
  // The key resets all state when another shopper signs in, in this tab or another.
  if (session !== null) return <Fragment key={session.userId}>{children}</Fragment>;
  return (
    <EmptyState icon="person" title={message} level={1}>
      <Link to={loginPath} replace state={state} className="button button--solid">
        {t('loginLink')}
      </Link>
    </EmptyState>
  );
}
