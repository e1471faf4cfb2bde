import { useCallback, useEffect, useRef } from 'react';
import { useIsUnmounted } from './use-is-unmounted.ts';

/**
 * Runs something after so many milliseconds, unless the part that asked has gone by then: whoever
 * went elsewhere meanwhile is not fetched back.
 */
export function useTimeout(): (milliseconds: number, run: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isUnmounted = useIsUnmounted();
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (milliseconds, run) => {
      if (isUnmounted()) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(run, milliseconds);
    },
    [isUnmounted],
  );
}
