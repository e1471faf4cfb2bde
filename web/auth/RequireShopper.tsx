import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { loginPath, returningTo } from '#web/auth/return-path.ts';
import { useSession, useSessionSettled } from '#web/auth/session.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useToast } from '#web/ui/toast/toasts.ts';

interface RequireShopperProps {
  /** What a visitor is told (requirements.md 5 and 8). */
  message: string;
  /** The shape of what comes, while it is not known who is there. */
  waiting: ReactNode;
  children: ReactNode;
}

/**
 * A screen for signed-in shoppers: a visitor who comes is told so and led to the login, which leads
 * back. Who signed out while looking at it stays, with the way to the login.
 */
export function RequireShopper({ message, waiting, children }: RequireShopperProps) {
  const { t } = useTranslation('shopping');
  const session = useSession();
  const settled = useSessionSettled();
  const location = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const decided = useRef(false);
  const options = returningTo(location);
  const isVisitor = settled && session === null;
  useEffect(() => {
    if (!settled || decided.current) return;
    decided.current = true;
    if (!isVisitor) return;
    toast.warning(message);
    void navigate(loginPath, { ...options, replace: true });
  });
  if (!settled) return waiting;
  // Another shopper who signs in, in whichever tab, starts with nothing of this one's.
  if (session !== null) return <Fragment key={session.userId}>{children}</Fragment>;
  return (
    <EmptyState title={message} level={1}>
      <Link to={loginPath} state={options.state} className="button button--solid">
        {t('login')}
      </Link>
    </EmptyState>
  );
}
