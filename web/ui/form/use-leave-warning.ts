import { useEffect } from 'react';

/**
 * Has the browser ask before a reload, or leaving the shop, loses what was typed: a draft is kept in
 * this page's memory only.
 */
export function useLeaveWarning(isTyped: () => boolean): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isTyped()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isTyped]);
}
