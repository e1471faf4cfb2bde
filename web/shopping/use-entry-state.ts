import { useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * State of a screen that is kept with its place in the browser's history: a reload, and Back, find it
 * again. What is read from there is unknown until `read` has made it out.
 *
 * The setter shows the new state at once and resolves when the history holds it.
 */
export function useEntryState<T>(read: (kept: unknown) => T): [T, (next: T) => Promise<void>] {
  const location = useLocation();
  const navigate = useNavigate();
  const { search, hash } = location;
  const [state, setState] = useState(() => read(location.state));
  const change = useCallback(
    async (next: T) => {
      setState(next);
      await navigate({ search, hash }, { replace: true, state: next, preventScrollReset: true });
    },
    [navigate, search, hash],
  );
  return [state, change];
}
