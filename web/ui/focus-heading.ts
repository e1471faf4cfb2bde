/** Focuses the heading of the page. */
export function focusHeading(): void {
  makeHeadingFocusable()?.focus({ preventScroll: true });
}

/** Makes the heading of the page focusable and returns it; null if the page has none. */
export function makeHeadingFocusable(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading !== null) heading.tabIndex = -1;
  return heading;
}
