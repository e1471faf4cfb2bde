import type { CheckoutQuoteInput, CheckoutSource, UserErrorCode } from '#web/generated/schema.ts';
import type { SelectedLine } from '#web/quote/purchase-selection.ts';
import type { CheckoutState } from './checkout-state.ts';

/** An order as the shopper sees it, whole. */
export interface OrderRequest {
  source: CheckoutSource;
  lines: readonly SelectedLine[];
  couponId: string | null;
  addressId: string;
  /** The grand total in sight, in rupees. */
  total: number;
}

/** Why an order was not placed; without a code when the gateway did not answer. */
export interface OrderFailure {
  code: UserErrorCode | null;
  message: string | null;
}

export const noResponse: OrderFailure = { code: null, message: null };

/** The gateway cannot establish whether the order was placed. */
export const outcomeUnknown: OrderFailure = { code: 'OUTCOME_UNKNOWN', message: null };

/** What the screen's place in the history keeps of a failure; undefined when no order was made. */
export function submissionAfter({ code }: OrderFailure): CheckoutState['attempt'] {
  if (code === 'OUTCOME_UNKNOWN') return 'unknown';
  const mayHaveBeenPlaced = code === null || code === 'NOT_SIGNED_IN' || code === 'IDEMPOTENCY_KEY_REUSED';
  return mayHaveBeenPlaced ? 'lost' : undefined;
}

/** The order that was confirmed, as its screen keeps it; undefined when it does not hold all of one. */
export function confirmedOrder(source: CheckoutSource, entry: CheckoutState): OrderRequest | undefined {
  const { lines, couponId = null, addressId, shownTotal } = entry;
  if (lines === undefined || addressId == null || shownTotal == null) return undefined;
  return { source, lines, couponId, addressId, total: shownTotal };
}

/** What of an order its price depends on. */
export function quoteInputOf({ source, lines, couponId }: OrderRequest): CheckoutQuoteInput {
  return { source, lines: lines.map(({ productId, quantity }) => ({ productId, quantity })), couponId };
}
