import { useEffect } from 'react';

/**
 * Makes the browser ask before a reload or leaving the shop discards what was typed. Drafts are only in
 * memory.
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
