import type { CheckoutSource, CreateShipmentErrorCode } from '#web/generated/schema.ts';
import type { SelectedLine } from '#web/quote/purchase-selection.ts';
import type { CheckoutState } from './checkout-state.ts';

/** A complete order, as the shopper sees it on the page. */
export interface OrderRequest {
  source: CheckoutSource;
  lines: readonly SelectedLine[];
  couponId: string | null;
  addressId: string;
  /** The grand total that the page shows, in rupees. */
  total: number;
}

/** Why an order was not placed. The code is null if there was no response. */
export interface OrderFailure {
  code: CreateShipmentErrorCode | null;
  message: string | null;
  /** Why the shop rejected the order, if it gave a reason. */
  reason?: string | null;
}

export const noResponse: OrderFailure = { code: null, message: null };

/** The gateway could not find out whether the order was placed. */
export const outcomeUnknown: OrderFailure = { code: 'OUTCOME_UNKNOWN', message: null };

/** The `submission` to store after a failure; undefined if the order was certainly not placed. */
export function submissionAfter({ code }: OrderFailure): CheckoutState['submission'] {
  if (code === 'OUTCOME_UNKNOWN') return 'outcomeUnknown';
  const mayHaveBeenPlaced = code === null || code === 'NOT_SIGNED_IN' || code === 'IDEMPOTENCY_KEY_REUSED';
  return mayHaveBeenPlaced ? 'noResponse' : undefined;
}

/** The order that the shopper confirmed; undefined if the state does not hold a complete one. */
export function confirmedOrder(source: CheckoutSource, state: CheckoutState): OrderRequest | undefined {
  const { lines, couponId = null, addressId, shownTotal } = state;
  if (lines === undefined || addressId == null || shownTotal == null) return undefined;
  return { source, lines, couponId, addressId, total: shownTotal };
}

/** Creates an idempotency key: 32 hexadecimal digits from the browser's secure random source. */
export function createOrderKey(): string {
  // Not `crypto.randomUUID`, which browsers do not offer over plain HTTP.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
