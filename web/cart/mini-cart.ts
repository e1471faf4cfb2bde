import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

function setOpen(next: boolean): void {
  if (isOpen === next) return;
  isOpen = next;
  for (const listener of listeners) listener();
}

/** Shows the mini cart (see `MiniCart`) to a shopper who stays on a page after changing the cart there. */
export function openMiniCart(): void {
  setOpen(true);
}

export function closeMiniCart(): void {
  setOpen(false);
}

/** Whether the mini cart is shown. Always false on the server. */
export function useMiniCart(): boolean {
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
