import { skipToken } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import type { CheckoutQuoteInput, CheckoutSource } from '#web/generated/schema.ts';
import { useCheckoutQuoteQuery } from './CheckoutQuote.generated.ts';
import type { SelectedLine } from './purchase-selection.ts';
import type { QuoteFieldsFragment } from './QuoteFragment.generated.ts';

/** How long a choice has to stand before its price is asked for, in milliseconds. */
const debounceMs = 250;

interface QuoteRequest {
  source: CheckoutSource;
  lines: readonly SelectedLine[];
  couponId: string | null;
}

export interface QuoteState {
  quote: QuoteFieldsFragment | undefined;
  /** True while the quote belongs to an earlier choice. */
  stale: boolean;
  /** Set when there is no quote for this choice. */
  error: Error | undefined;
  retry: () => void;
}

/**
 * What a choice costs, from the gateway; undefined without lines. While a changed choice is priced,
 * the earlier quote stays in sight. `fresh` asks even when the cache knows a price: for the last look
 * before an order.
 */
export function useQuote(request: QuoteRequest, fresh = false): QuoteState {
  const settled = useDebounced(request);
  const nothing = request.lines.length === 0;
  const { data, previousData, error, loading, refetch } = useCheckoutQuoteQuery(
    nothing || settled.lines.length === 0
      ? skipToken
      : {
          variables: { input: inputOf(settled) },
          fetchPolicy: fresh ? 'cache-and-network' : 'cache-first',
          nextFetchPolicy: 'cache-first',
        },
  );
  const isEarlier = keyOf(settled) !== keyOf(request);
  return {
    quote: nothing ? undefined : (data ?? previousData)?.checkoutQuote,
    stale: !nothing && (isEarlier || loading),
    error: nothing || loading || data !== undefined ? undefined : error,
    retry: () => void refetch(),
  };
}

function inputOf({ source, lines, couponId }: QuoteRequest): CheckoutQuoteInput {
  return { source, lines: lines.map(({ productId, quantity }) => ({ productId, quantity })), couponId };
}

function keyOf(request: QuoteRequest): string {
  return JSON.stringify(inputOf(request));
}

/** The request once it has stood still for a moment; the first one at once. */
function useDebounced(request: QuoteRequest): QuoteRequest {
  const [settled, setSettled] = useState(request);
  const latest = useRef(request);
  const key = keyOf(request);
  useEffect(() => {
    latest.current = request;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer starts anew with every change of what is asked.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(latest.current), debounceMs);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}
