import { useEffect, useRef } from 'react';
import { useIsUnmounted } from './use-is-unmounted.ts';

/**
 * Returns a function that schedules a callback. Each call replaces an earlier callback that has not run yet, and
 * returns a function that cancels the new one. After the component has unmounted, no callback runs: a delayed
 * navigation must not move a shopper who has already left the page.
 */
export function useTimeout(): (delayMs: number, callback: () => void) => () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isUnmounted = useIsUnmounted();
  useEffect(() => () => clearTimeout(timer.current), []);
  return (delayMs, callback) => {
    if (isUnmounted()) return () => undefined;
    clearTimeout(timer.current);
    const newTimer = setTimeout(callback, delayMs);
    timer.current = newTimer;
    return () => clearTimeout(newTimer);
  };
}
