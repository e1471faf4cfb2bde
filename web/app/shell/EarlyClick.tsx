import { useEffect } from 'react';
import { replayEarlyClick } from '#web/app/early-clicks.ts';

/** Does what was pressed before the page came to life: nobody has to press twice. */
export function EarlyClick() {
  useEffect(() => {
    // Parts that wait for the browser are made whole right after the first effects.
    const frame = requestAnimationFrame(replayEarlyClick);
    return () => cancelAnimationFrame(frame);
  }, []);
  return null;
}
