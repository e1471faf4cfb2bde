import { focusHeading } from '#web/ui/focus-heading.ts';

/** How long to wait for the dialog to close and return the focus. */
const maxWaitMs = 1000;

/**
 * Focuses an element after a confirmation dialog has closed, if the focus would otherwise be lost. The dialog traps the
 * focus until then and returns it to the button that opened the dialog, but that button may have been removed. Without
 * an element, or if it has been removed too, the heading of the page gets the focus.
 */
export function focusAfterConfirm(element: HTMLElement | null = null): void {
  const start = performance.now();
  const check = () => {
    const focused = document.activeElement;
    const isLost = focused === null || focused === document.body || focused.closest('[inert]') !== null;
    if (isLost && element?.isConnected === true) element.focus();
    else if (isLost) focusHeading();
    const isElsewhere = !isLost && focused !== element && focused.closest('[role="alertdialog"]') === null;
    if (!isElsewhere && performance.now() - start < maxWaitMs) requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}
