import { useEffect, useRef } from 'react';

/** Returns a function that reports whether the component has unmounted, for async code that outlives it. */
export function useIsUnmounted(): () => boolean {
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);
  return () => isUnmounted.current;
}
