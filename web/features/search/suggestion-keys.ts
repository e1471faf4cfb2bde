import type { KeyboardEvent } from 'react';

/** What a key does in an open list: move to an option, open the active one or close the list. Null for no action. */
type ListAction = { to: number } | 'open' | 'close' | null;

/**
 * The keyboard interaction of a combobox, from the ARIA Authoring Practices.
 *
 * @param activeIndex the index of the active option, or -1. Without one, Home, End and Enter act on the text field.
 */
export function getActionForKey(key: string, activeIndex: number, optionCount: number): ListAction {
  const hasActive = activeIndex >= 0;
  switch (key) {
    case 'ArrowDown':
      return { to: (activeIndex + 1) % optionCount };
    case 'ArrowUp':
      return { to: activeIndex <= 0 ? optionCount - 1 : activeIndex - 1 };
    case 'Home':
      return hasActive ? { to: 0 } : null;
    case 'End':
      return hasActive ? { to: optionCount - 1 } : null;
    case 'Enter':
      return hasActive ? 'open' : null;
    case 'Escape':
      return 'close';
    default:
      return null;
  }
}

/** Whether the list must ignore a key because it is part of a keyboard shortcut or of IME text composition. */
export function isReservedKey({ nativeEvent, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || ctrlKey || metaKey || altKey;
}
