import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

function change(next: boolean): void {
  if (isOpen === next) return;
  isOpen = next;
  for (const listener of listeners) listener();
}

/** Shows the small cart to a shopper who stays on a page after changing the cart there. */
export function openSmallCart(): void {
  change(true);
}

export function closeSmallCart(): void {
  change(false);
}

/** Whether the small cart is shown. It never is on the server. */
export function useSmallCart(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
