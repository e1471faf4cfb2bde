import { skipToken } from '@apollo/client/react';
import { useMemo } from 'react';
import type { CheckoutQuoteErrorCode, CheckoutQuoteInput, CheckoutSource } from '#web/generated/schema.ts';
import { useDebounced } from '#web/ui/hooks/use-debounced.ts';
import { useCheckoutQuoteQuery } from './CheckoutQuote.generated.ts';
import type { SelectedLine } from './purchase-choice.ts';
import type { QuoteFieldsFragment } from './QuoteFragment.generated.ts';

const debounceMs = 250;

interface QuoteRequest {
  source: CheckoutSource;
  lines: readonly SelectedLine[];
  couponId: string | null;
  /** The PIN code of the delivery address; null while it is unknown. */
  pincode: string | null;
}

/** A quote without errors, which therefore has lines and amounts. */
export type Quote = {
  [Field in keyof QuoteFieldsFragment]: Field extends 'coupon'
    ? QuoteFieldsFragment[Field]
    : NonNullable<QuoteFieldsFragment[Field]>;
};

/** Why there is no quote. The message is null, and there is no code, if the query itself failed. */
export interface QuoteError {
  code?: CheckoutQuoteErrorCode;
  message: string | null;
}

export interface QuoteState {
  /** The quote for this selection. While it is loading, the quote for an earlier selection, if any. */
  quote: Quote | undefined;
  /** True while the quote for this selection is loading. */
  stale: boolean;
  /** Set if the quote for this selection failed. */
  error: QuoteError | undefined;
  retry: () => void;
}

/**
 * Requests the gateway's quote for a selection. A selection without lines has no quote.
 *
 * @param fetchPolicy `cache-and-network` requests quotes even if they are cached: for the checkout pages.
 */
export function useQuote(
  request: QuoteRequest,
  fetchPolicy: 'cache-first' | 'cache-and-network' = 'cache-first',
): QuoteState {
  const current = toQuoteInput(request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: two inputs with the same content are the same request.
  const input = useMemo(() => current, [JSON.stringify(current)]);
  const debouncedInput = useDebounced(input, debounceMs);
  const isEmpty = input.lines.length === 0;
  const {
    data,
    previousData,
    error: queryError,
    loading,
    refetch,
  } = useCheckoutQuoteQuery(
    isEmpty || debouncedInput.lines.length === 0
      ? skipToken
      : {
          variables: { input: debouncedInput },
          fetchPolicy,
          nextFetchPolicy: 'cache-first',
        },
  );
  const quoteError = data === undefined ? queryError && { message: null } : data.checkoutQuote.userErrors[0];
  const stale = !isEmpty && (debouncedInput !== input || loading);
  const error = isEmpty || stale ? undefined : quoteError;
  return {
    // `previousData` belongs to an earlier selection. Its total must not be shown for a selection whose quote failed.
    quote: isEmpty || error !== undefined ? undefined : toQuote((data ?? previousData)?.checkoutQuote),
    stale,
    error,
    retry: () => void refetch(),
  };
}

function toQuote(fields: QuoteFieldsFragment | undefined): Quote | undefined {
  if (fields === undefined) return undefined;
  const { lines, itemTotal, discount, shipping, deliveryFee, grandTotal, deliveryDays } = fields;
  if (lines === null || itemTotal === null || discount === null || shipping === null) return undefined;
  if (deliveryFee === null || grandTotal === null || deliveryDays === null) return undefined;
  return { ...fields, lines, itemTotal, discount, shipping, deliveryFee, grandTotal, deliveryDays };
}

export function toQuoteInput({ source, lines, couponId, pincode }: QuoteRequest): CheckoutQuoteInput {
  const quantities = lines.map(({ productId, quantity }) => ({ productId, quantity }));
  return { source, lines: quantities, couponId, pincode };
}
