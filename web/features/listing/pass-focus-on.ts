/**
 * Ref callback of an element that disappears when the link in it is used. The focus then moves to the nearest ancestor
 * with `tabIndex={-1}`. The link itself cannot have this ref: React Router's links never run the cleanup of their ref.
 */
export function passFocusToContainer(element: HTMLElement | null): () => void {
  const container = element?.parentElement?.closest<HTMLElement>('[tabindex="-1"]');
  return passFocusOn(element, () => container);
}

/**
 * Ref callback of the element with the link that loads more books. When the link disappears, because no books are left
 * to load or the list has its maximum length, the focus moves to the first of the books loaded last.
 */
export function passFocusToNextBook(element: HTMLElement | null): () => void {
  return passFocusOn(element, (link) =>
    // The hash of the link names the last book that was shown before these were loaded.
    document
      .getElementById(link.hash.slice(1))
      ?.nextElementSibling?.querySelector<HTMLElement>('a:not([aria-hidden])'),
  );
}

function passFocusOn(
  element: HTMLElement | null,
  findNext: (link: HTMLAnchorElement) => HTMLElement | null | undefined,
): () => void {
  return () => {
    const link = document.activeElement;
    if (!(link instanceof HTMLAnchorElement) || element?.contains(link) !== true) return;
    // React may add the new elements only after this cleanup, but adds them in the same task.
    queueMicrotask(() => findNext(link)?.focus({ preventScroll: true }));
  };
}
