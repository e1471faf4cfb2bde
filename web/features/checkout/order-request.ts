import { findRateLimitMessage } from '#web/apollo/rate-limit.ts';
import type { CheckoutSource, CreateShipmentErrorCode, PaymentMethod } from '#web/generated/schema.ts';
import type { Translate } from '#web/i18n/translate.ts';
import type { SelectedLine } from '#web/quote/purchase-choice.ts';

/** A complete order, as the shopper sees it on the page. */
export interface OrderRequest {
  source: CheckoutSource;
  lines: readonly SelectedLine[];
  couponId: string | null;
  addressId: string;
  /** The PIN code of the address; null if it is not valid. */
  pincode: string | null;
  paymentMethod: PaymentMethod;
  /** The grand total that the page shows, in rupees. */
  total: number;
}

/** Why an attempt to place an order failed. */
export interface OrderFailure {
  code: CreateShipmentErrorCode;
  message: string | null;
  /** Why the shop rejected the order, if it gave a reason. */
  reason?: string | null;
  /** Whether the order was sent on an earlier visit to the page. The shopper may have opened My Orders since. */
  isFromEarlierVisit?: boolean;
}

/** An order may have been placed, because no response has said otherwise. */
export const outcomeUnknown: OrderFailure = { code: 'OUTCOME_UNKNOWN', message: null };

/** The order was never sent. */
export const notSent: OrderFailure = { code: 'UNAVAILABLE', message: null };

/**
 * Converts the error of a request that got no payload. After any error except that of an exceeded quota or rate limit,
 * the order may have been placed.
 */
export function toOrderFailure(error: unknown): OrderFailure {
  const reason = findRateLimitMessage(error);
  return reason === undefined ? outcomeUnknown : { code: 'UNAVAILABLE', message: null, reason };
}

/**
 * What to tell the shopper about a failure.
 *
 * @param failedText for a failure that has no text of its own.
 */
export function getFailureText(
  { code, message, reason }: OrderFailure,
  t: Translate<'checkout'>,
  failedText: string,
): string {
  if (code === 'OUTCOME_UNKNOWN') return message ?? t('problem.outcomeUnknown');
  if (code === 'IDEMPOTENCY_KEY_REUSED') return t('problem.keyReused');
  if (code === 'UPSTREAM_REJECTED' || code === 'UNAVAILABLE') return reason ?? failedText;
  return message ?? failedText;
}

/** The order was sent on an earlier visit to the page, and the gateway cannot find it. */
export const orderNotFound: OrderFailure = { ...outcomeUnknown, isFromEarlierVisit: true };

/**
 * Whether an order may have been placed with the idempotency key despite the failure. The gateway checks the session
 * before the key, so after NOT_SIGNED_IN, an earlier attempt may have placed one. IDEMPOTENCY_KEY_REUSED means that a
 * different order was sent with the key.
 */
export function mayHaveBeenPlaced({ code }: OrderFailure): boolean {
  return code === 'OUTCOME_UNKNOWN' || code === 'NOT_SIGNED_IN' || code === 'IDEMPOTENCY_KEY_REUSED';
}
