/**
 * Ref callback of an element that disappears when the link in it is used. The focus then moves to the nearest ancestor
 * with `tabIndex={-1}`. The link itself cannot have this ref: React Router's links never run the cleanup of their ref.
 */
export function passFocusToContainer(element: HTMLElement | null): () => void {
  const container = element?.parentElement?.closest<HTMLElement>('[tabindex="-1"]');
  return passFocusOn(element, () => container);
}

/**
 * Ref callback of the element with the link that loads more books, or with the retry button that replaces it after a
 * failure. When the link disappears after the last page, the focus moves to the first book that it loaded. When the
 * link and the retry button replace each other, the focus moves to the new one.
 */
export function passFocusToNextBook(element: HTMLElement | null): () => void {
  const parent = element?.parentElement;
  return passFocusOn(
    element,
    (control) =>
      // The hash of the link names the last book that was shown before more books were loaded.
      (control instanceof HTMLAnchorElement
        ? document.getElementById(control.hash.slice(1))
        : null
      )?.nextElementSibling?.querySelector<HTMLElement>('a:not([aria-hidden])') ??
      parent?.lastElementChild?.querySelector<HTMLElement>('a, button'),
  );
}

function passFocusOn(
  element: HTMLElement | null,
  findNext: (control: Element | null) => HTMLElement | null | undefined,
): () => void {
  return () => {
    const control = document.activeElement;
    if (element?.contains(control) !== true) return;
    // React may add the new elements only after this cleanup, but adds them in the same task.
    queueMicrotask(() => findNext(control)?.focus({ preventScroll: true }));
  };
}
