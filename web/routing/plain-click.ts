import type { MouseEvent } from 'react';

/** Whether the page should handle a click on a link. Clicks that open a new tab or window are left to the browser. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
