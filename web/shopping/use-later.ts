import { useCallback, useEffect, useRef } from 'react';

/**
 * Runs something after so many milliseconds, unless the part that asked has gone by then: whoever
 * went elsewhere meanwhile is not fetched back.
 */
export function useLater(): (milliseconds: number, run: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      clearTimeout(timer.current);
    };
  }, []);
  return useCallback((milliseconds, run) => {
    if (gone.current) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(run, milliseconds);
  }, []);
}
