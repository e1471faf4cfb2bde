import { createStore, useStore } from '#web/store.ts';

const isOpen = createStore(false);

/** Opens the mini cart (see `MiniCart`) after a change to the cart that does not take the shopper to the cart page. */
export function openMiniCart(): void {
  isOpen.set(true);
}

export function closeMiniCart(): void {
  isOpen.set(false);
}

/**
 * Whether the mini cart has been opened. Even then, `MiniCart` may render nothing, for example in the checkout. Always
 * false on the server.
 */
export function useIsMiniCartOpen(): boolean {
  return useStore(isOpen);
}
