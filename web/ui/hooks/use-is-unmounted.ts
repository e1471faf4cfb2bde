import { useCallback, useEffect, useRef } from 'react';

/** Tells, in what runs on after its part has left the screen, whether it has. */
export function useIsUnmounted(): () => boolean {
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  return useCallback(() => gone.current, []);
}
