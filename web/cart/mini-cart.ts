import { createStore, useStore } from '#web/store.ts';

const isOpen = createStore(false);

/** Shows the mini cart (see `MiniCart`), for changes of the cart that do not lead to the cart page. */
export function openMiniCart(): void {
  isOpen.set(true);
}

export function closeMiniCart(): void {
  isOpen.set(false);
}

/** Whether the mini cart is shown. Always false on the server. */
export function useMiniCart(): boolean {
  return useStore(isOpen);
}
