/** How long a question may take to close and to give the focus back, in milliseconds. */
const maxCloseMs = 1000;

/**
 * Gives the focus to an element once an answered question has closed. The question holds it until
 * then, and gives it back to the button that asked, which may be gone: the focus would be nowhere.
 */
export function focusAfterConfirm(element: HTMLElement | null): void {
  const start = performance.now();
  const look = () => {
    const holder = document.activeElement;
    if (holder === null || holder === document.body) element?.focus();
    const isElsewhere =
      holder !== null && holder !== document.body && holder !== element && !isInQuestion(holder);
    if (!isElsewhere && performance.now() - start < maxCloseMs) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function isInQuestion(element: Element): boolean {
  return element.closest('[role="alertdialog"]') !== null;
}
