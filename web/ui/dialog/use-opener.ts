import { useLayoutEffect, useRef } from 'react';
import { makeHeadingFocusable } from '#web/ui/focus-heading.ts';

/**
 * Returns a function that finds the element to focus when the dialog closes: the one that had the focus when the dialog
 * opened or, if that has been removed, the heading of the page. Chakra looks for the opener only a frame later, when a
 * field of the dialog may already have taken the focus. Chakra would return the focus to that field, which is removed
 * when the dialog closes.
 */
export function useOpener(open: boolean): () => HTMLElement | null {
  const opener = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (open && document.activeElement instanceof HTMLElement) opener.current = document.activeElement;
  }, [open]);
  return () => (opener.current?.isConnected === true ? opener.current : makeHeadingFocusable());
}
