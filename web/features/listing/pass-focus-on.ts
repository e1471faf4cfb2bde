/**
 * Ref of an element that disappears when its link is used: the focus then moves to the nearest ancestor with
 * `tabIndex={-1}`. It is not a ref of the link, because React Router's links never run the cleanup of their ref.
 */
export function passFocusToContainer(element: HTMLElement | null): () => void {
  const container = element?.parentElement?.closest<HTMLElement>('[tabindex="-1"]');
  return passFocusOn(element, () => container);
}

/**
 * Ref of the element with the link that loads more books. When the link disappears, because no books are
 * left to load or the page has reached the maximum, the focus moves to the first book that it loaded.
 */
export function passFocusToNextBook(element: HTMLElement | null): () => void {
  return passFocusOn(element, (link) =>
    // The hash of the link names the last book that was shown before.
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
    // React adds elements in the same task as it removes others.
    queueMicrotask(() => findNext(link)?.focus({ preventScroll: true }));
  };
}
