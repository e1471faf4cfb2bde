import { useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSession } from '#web/auth/session.ts';
import { useIsUnmounted } from '#web/ui/hooks/use-is-unmounted.ts';

/**
 * State of a shopper's screen that is kept with its place in the browser's history: a reload, Back and
 * a login in between find it again, and another shopper who logs in does not. What is read from there
 * is unknown until `read` has made it out.
 *
 * The setter shows the new state at once and resolves when the history holds it; once the screen has
 * gone it does nothing, so that nobody is fetched back.
 */
export function useHistoryState<T extends object>(
  read: (kept: unknown) => T,
): [T, (next: T) => Promise<void>] {
  const location = useLocation();
  const navigate = useNavigate();
  const isUnmounted = useIsUnmounted();
  const shopper = useSession()?.userId;
  const { search, hash } = location;
  const [state, setState] = useState(() => read(isOf(shopper, location.state) ? location.state : null));
  const change = useCallback(
    async (next: T) => {
      if (isUnmounted()) return;
      setState(next);
      await navigate(
        { search, hash },
        { replace: true, state: { ...next, shopper }, preventScrollReset: true },
      );
    },
    [navigate, isUnmounted, search, hash, shopper],
  );
  return [state, change];
}

/** What another screen handed over names nobody: it is the shopper's own. */
function isOf(shopper: string | undefined, kept: unknown): boolean {
  if (typeof kept !== 'object' || kept === null || !('shopper' in kept)) return true;
  return kept.shopper === shopper;
}
