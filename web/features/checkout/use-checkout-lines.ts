import { useEffect, useState } from 'react';
import { useCartAndWishlistQuery } from '#web/cart/CartAndWishlist.generated.ts';
import type { CartFieldsFragment } from '#web/cart/CartFragment.generated.ts';
import { useCartSync } from '#web/cart/use-cart-sync.ts';
import { type SelectedLine, savedSelection, saveSelection } from '#web/quote/purchase-selection.ts';
import type { CheckoutState } from './checkout-state.ts';

/** What is to be bought; its lines undefined while the cart has to be asked. */
export interface CheckoutLines {
  lines: SelectedLine[] | undefined;
  /** How many of the chosen books have left the cart since: ordered or removed in another tab. */
  gone: number;
  couponId: string | null;
  error: Error | undefined;
  retry: () => void;
}

/**
 * What the screen's place in the history holds; else what the shopper chose in the cart; else all of
 * the cart that can be bought. What another tab ordered or removed meanwhile is left out.
 */
export function useCheckoutLines(entry: CheckoutState): CheckoutLines {
  const [choice] = useState(savedSelection);
  const { data, error, refetch } = useCartAndWishlistQuery();
  useCartSync();
  const cart = data?.user?.cart.lines;
  const fromCart = cart
    ?.filter(({ available }) => available)
    .map(({ product, quantity }) => ({ productId: product.id, quantity }));
  const cartKnown = cart !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and again when the cart is known.
  useEffect(() => {
    // A reload forgot it; the bar's links and the cart are to find it all the same.
    if (choice !== null || entry.lines === undefined) return;
    const wanted = new Set(entry.lines.map(({ productId }) => productId));
    const others = fromCart?.filter(({ productId }) => !wanted.has(productId)) ?? [];
    saveSelection({
      lines: entry.lines,
      couponId: entry.couponId ?? null,
      addressId: entry.addressId ?? null,
      unchecked: others.map(({ productId }) => productId),
    });
  }, [cartKnown]);
  const chosen = entry.lines ?? (choice?.lines.length ? choice.lines : fromCart);
  // An order that may be made already took its lines out of the cart: it is sent again as it was.
  const lines = entry.attempt === undefined ? chosen && stillInCart(chosen, cart) : chosen;
  return {
    lines,
    gone: (chosen?.length ?? 0) - (lines?.length ?? 0),
    couponId: entry.couponId === undefined ? (choice?.couponId ?? null) : entry.couponId,
    error: lines === undefined ? error : undefined,
    retry: () => void refetch(),
  };
}

/** The chosen lines with no more copies than the cart holds; all of them while the cart is not known. */
function stillInCart(
  chosen: readonly SelectedLine[],
  cart: CartFieldsFragment['lines'] | undefined,
): SelectedLine[] {
  if (cart === undefined) return [...chosen];
  const held = new Map(cart.map(({ product, quantity }) => [product.id, quantity]));
  return chosen.flatMap(({ productId, quantity }) => {
    const most = held.get(productId);
    return most === undefined ? [] : [{ productId, quantity: Math.min(quantity, most) }];
  });
}
