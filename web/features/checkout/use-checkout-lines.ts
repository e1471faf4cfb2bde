import { useEffect, useState } from 'react';
import { type ChosenLine, keepChoice, keptChoice } from '#web/shopping/checkout-choice.ts';
import { useHoldingsQuery } from '#web/shopping/Holdings.generated.ts';
import type { CheckoutEntry } from './checkout-entry.ts';

/** What is to be bought; its lines undefined while the cart has to be asked. */
export interface CheckoutLines {
  lines: ChosenLine[] | undefined;
  couponId: string | null;
  error: Error | undefined;
  retry: () => void;
}

/**
 * What the screen's place in the history holds; else what the shopper chose in the cart; else all of
 * the cart that can be bought.
 */
export function useCheckoutLines(entry: CheckoutEntry): CheckoutLines {
  const [choice] = useState(keptChoice);
  const { data, error, refetch } = useHoldingsQuery();
  const fromCart = data?.user?.cart.lines
    .filter(({ available }) => available)
    .map(({ product, quantity }) => ({ productId: product.id, quantity }));
  const cartKnown = data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and again when the cart is known.
  useEffect(() => {
    // A reload forgot it; the bar's links and the cart are to find it all the same.
    if (choice !== null || entry.lines === undefined) return;
    const wanted = new Set(entry.lines.map(({ productId }) => productId));
    const others = fromCart?.filter(({ productId }) => !wanted.has(productId)) ?? [];
    keepChoice({
      lines: entry.lines,
      couponId: entry.couponId ?? null,
      addressId: entry.addressId ?? null,
      unchecked: others.map(({ productId }) => productId),
    });
  }, [cartKnown]);
  const lines = entry.lines ?? (choice?.lines.length ? choice.lines : fromCart);
  return {
    lines,
    couponId: entry.couponId === undefined ? (choice?.couponId ?? null) : entry.couponId,
    error: lines === undefined ? error : undefined,
    retry: () => void refetch(),
  };
}
