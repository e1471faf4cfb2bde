import type { MouseEvent } from 'react';

/**
 * Whether the page should handle a click on a link. Clicks with another button or a modifier key are left to the
 * browser, which for example opens a new tab.
 */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
