import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

declare global {
  interface Window {
    /** https://html.spec.whatwg.org/multipage/interaction.html#close-watchers, missing from TypeScript's types. */
    CloseWatcher?: new () => EventTarget & { destroy: () => void };
  }
}

/**
 * Closes an open dialog when the shopper goes back on Android, instead of leaving the page. Native dialogs and popovers
 * do so themselves. In browsers without `CloseWatcher`, going back leaves the page.
 */
export function useCloseWatcher(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open || window.CloseWatcher === undefined) return undefined;
    const watcher = new window.CloseWatcher();
    watcher.addEventListener('close', () => close());
    return () => watcher.destroy();
  }, [open]);
}

/**
 * Closes an open dialog of the layout after the shopper has gone back or forward. Other dialogs disappear with their
 * page.
 */
export function useCloseAfterTraversal(open: boolean, onClose: () => void): void {
  const { key } = useLocation();
  const navigationType = useNavigationType();
  const previousKey = useRef(key);
  const close = useEffectEvent(() => {
    if (open && navigationType === 'POP') onClose();
  });
  useEffect(() => {
    if (previousKey.current === key) return;
    previousKey.current = key;
    close();
  }, [key]);
}
