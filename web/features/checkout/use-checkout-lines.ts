import { useEffect, useState } from 'react';
import { useCartAndWishlistQuery } from '#web/cart/CartAndWishlist.generated.ts';
import type { CartFieldsFragment } from '#web/cart/CartFragment.generated.ts';
import { useCartSync } from '#web/cart/use-cart-sync.ts';
import { type SelectedLine, savedSelection, saveSelection } from '#web/quote/purchase-selection.ts';
import type { CheckoutState } from './checkout-state.ts';

/** The lines to order. */
export interface CheckoutLines {
  /** Undefined while the cart is loading. */
  lines: SelectedLine[] | undefined;
  /** How many selected products are no longer in the cart: they were ordered or removed in another tab. */
  missingCount: number;
  couponId: string | null;
  error: Error | undefined;
  retry: () => void;
}

/**
 * The lines to order: those in the page's history state, else those selected in the cart, else all available
 * lines of the cart. Lines that were ordered or removed in another tab are left out.
 */
export function useCheckoutLines(state: CheckoutState): CheckoutLines {
  const [selection] = useState(savedSelection);
  const { data, error, refetch } = useCartAndWishlistQuery();
  useCartSync();
  const cart = data?.user?.cart.lines;
  const fromCart = cart
    ?.filter(({ available }) => available)
    .map(({ product, quantity }) => ({ productId: product.id, quantity }));
  const isCartLoaded = cart !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, and again when the cart has loaded.
  useEffect(() => {
    // A reload clears the saved selection; restore it for the links of the checkout steps and for the cart.
    if (selection !== null || state.lines === undefined) return;
    const selectedIds = new Set(state.lines.map(({ productId }) => productId));
    const others = fromCart?.filter(({ productId }) => !selectedIds.has(productId)) ?? [];
    saveSelection({
      lines: state.lines,
      couponId: state.couponId ?? null,
      addressId: state.addressId ?? null,
      unchecked: others.map(({ productId }) => productId),
    });
  }, [isCartLoaded]);
  const selected = state.lines ?? (selection?.lines.length ? selection.lines : fromCart);
  // If the order may already be placed, it took its lines out of the cart; a retry sends it unchanged.
  const lines = state.submission === undefined ? selected && keepLinesInCart(selected, cart) : selected;
  return {
    lines,
    missingCount: (selected?.length ?? 0) - (lines?.length ?? 0),
    couponId: state.couponId === undefined ? (selection?.couponId ?? null) : state.couponId,
    error: lines === undefined ? error : undefined,
    retry: () => void refetch(),
  };
}

/** The selected lines that are in the cart, with at most the cart's quantities; all while the cart is loading. */
function keepLinesInCart(
  selected: readonly SelectedLine[],
  cart: CartFieldsFragment['lines'] | undefined,
): SelectedLine[] {
  if (cart === undefined) return [...selected];
  const quantities = new Map(cart.map(({ product, quantity }) => [product.id, quantity]));
  return selected.flatMap(({ productId, quantity }) => {
    const maxQuantity = quantities.get(productId);
    return maxQuantity === undefined ? [] : [{ productId, quantity: Math.min(quantity, maxQuantity) }];
  });
}
