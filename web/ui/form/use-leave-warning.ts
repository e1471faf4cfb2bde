import { useEffect } from 'react';

/**
 * Makes the browser ask for confirmation before the shopper reloads the page or leaves the shop, because drafts are
 * stored only in memory.
 */
export function useLeaveWarning(hasUnsavedInput: () => boolean): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (hasUnsavedInput()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [hasUnsavedInput]);
}
