import { useState } from 'react';
import { useCartQuery } from '#web/cart/CartProvider.tsx';
import type { SelectedLine } from '#web/quote/purchase-choice.ts';

/** Those lines of the cart that are to be ordered. */
interface CheckoutLines {
  /** Undefined until the cart has loaded. */
  lines: SelectedLine[] | undefined;
  /** Whether the cart has unavailable lines that are not excluded, in addition to `lines`. */
  hasUnavailableLines: boolean;
  /** How many of the shown lines are no longer in the cart, because another tab or device ordered or removed them. */
  missingCount: number;
  /** The query for the cart, for `QueryFallback`. */
  query: { error?: unknown; refetch: () => Promise<unknown> };
}

/**
 * The lines of the cart that the shopper did not exclude. Unavailable ones are omitted, unless they were available when
 * the page showed them: then the shopper must see that they have sold out.
 */
export function useCheckoutLines(excludedIds: readonly string[]): CheckoutLines {
  const query = useCartQuery();
  const [shownIds, setShownIds] = useState<readonly string[]>([]);
  const includedLines = query.data?.user?.cart.lines.filter(
    ({ product }) => !excludedIds.includes(product.id),
  );
  const lines = includedLines
    ?.filter(({ available, product }) => available || shownIds.includes(product.id))
    .map(({ product, quantity }) => ({ productId: product.id, quantity }));
  const newIds = lines?.map(({ productId }) => productId).filter((id) => !shownIds.includes(id)) ?? [];
  if (newIds.length > 0) setShownIds([...shownIds, ...newIds]);
  const includedIds = new Set(includedLines?.map(({ product }) => product.id));
  const missingIds = shownIds.filter((id) => !(includedIds.has(id) || excludedIds.includes(id)));
  return {
    lines,
    hasUnavailableLines: lines !== undefined && lines.length < includedIds.size,
    missingCount: includedLines === undefined ? 0 : missingIds.length,
    query,
  };
}
