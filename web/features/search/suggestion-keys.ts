import type { KeyboardEvent } from 'react';

/** What a key means for an open list: go to an option, open it, close the list; null: nothing. */
export type ListMove = { to: number } | 'choose' | 'close' | null;

/**
 * The keys of a combobox after the ARIA Authoring Practices.
 *
 * @param active the place of the option the keys are on; -1 for none: then Home, End and Enter are the field's.
 */
export function listMove(key: string, active: number, count: number): ListMove {
  const within = active >= 0;
  switch (key) {
    case 'ArrowDown':
      return { to: (active + 1) % count };
    case 'ArrowUp':
      return { to: active <= 0 ? count - 1 : active - 1 };
    case 'Home':
      return within ? { to: 0 } : null;
    case 'End':
      return within ? { to: count - 1 } : null;
    case 'Enter':
      return within ? 'choose' : null;
    case 'Escape':
      return 'close';
    default:
      return null;
  }
}

/** Whether a key is for the field alone: part of a shortcut, or of a letter that is being composed. */
export function isForFieldAlone({ nativeEvent, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || ctrlKey || metaKey || altKey;
}
