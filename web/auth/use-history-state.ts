import { useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSession } from '#web/auth/session.ts';
import { useIsUnmounted } from '#web/ui/hooks/use-is-unmounted.ts';

/**
 * State of a shopper's page, stored in the browser's history entry. It survives a reload, Back and a login
 * in between, but is ignored when another shopper logs in. `parse` validates the stored state.
 *
 * The setter updates the state immediately and resolves when the history entry is updated. After unmounting,
 * it does nothing, because it would navigate the shopper back to this page.
 */
export function useHistoryState<T extends object>(
  parse: (stored: unknown) => T,
): [T, (next: T) => Promise<void>] {
  const location = useLocation();
  const navigate = useNavigate();
  const isUnmounted = useIsUnmounted();
  const shopper = useSession()?.userId;
  const { search, hash } = location;
  const [state, setState] = useState(() => parse(belongsTo(shopper, location.state) ? location.state : null));
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

/** State that another page passed in a link contains no shopper id and belongs to the current shopper. */
function belongsTo(shopper: string | undefined, stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null || !('shopper' in stored)) return true;
  return stored.shopper === shopper;
}
