import type { MouseEvent } from 'react';

/** Whether a click on a link is the page's to answer: one for a new tab or window is the browser's own. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
