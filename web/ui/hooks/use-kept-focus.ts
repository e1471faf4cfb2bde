import { type RefCallback, useCallback, useRef } from 'react';

/**
 * Keeps the focus where an element is replaced by another: pass the returned ref to both. If the focus is in the element
 * that disappears, it moves to the last button of the one that appears.
 */
export function useKeptFocus(): RefCallback<HTMLElement> {
  const hadFocus = useRef(false);
  return useCallback((element) => {
    if (element === null) return;
    if (hadFocus.current) {
      const target = element.querySelector<HTMLElement>('button:last-of-type') ?? element;
      target.focus();
    }
    hadFocus.current = false;
    return () => {
      hadFocus.current = element.contains(document.activeElement);
    };
  }, []);
}
