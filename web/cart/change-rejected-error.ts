import { ShopperChangedError } from '#web/auth/session-store.ts';
import type * as Schema from '#web/generated/schema.ts';
import { toasts } from '#web/ui/toast/toasts.ts';

/** The error codes of the mutations whose payloads `checkPayload` checks. */
type ChangeErrorCode =
  | Schema.AddToCartErrorCode
  | Schema.SetCartQuantityErrorCode
  | Schema.RemoveFromCartErrorCode
  | Schema.AddToWishlistErrorCode
  | Schema.MoveToCartErrorCode
  | Schema.RemoveFromWishlistErrorCode
  | Schema.RemoveAddressErrorCode
  | Schema.SetDefaultAddressErrorCode
  | Schema.CancelOrderErrorCode;

/** Thrown if the gateway's response to a change contains a user error, whose message is written for the shopper. */
export class ChangeRejectedError extends Error {
  readonly code: ChangeErrorCode;

  constructor(code: ChangeErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export interface Payload {
  userErrors: ReadonlyArray<{ code: ChangeErrorCode; message: string }>;
}

/** @throws {ChangeRejectedError} with the first user error of a mutation that was rejected. */
export function checkPayload(payload: Payload | null | undefined): void {
  if (payload == null) throw new Error('The response has no data.');
  const [error] = payload.userErrors;
  if (error !== undefined) throw new ChangeRejectedError(error.code, error.message);
}

/** Returns the error if it is a user error of the gateway; undefined if the change failed for another reason. */
export function toRejection(error: unknown): ChangeRejectedError | undefined {
  return error instanceof ChangeRejectedError ? error : undefined;
}

/**
 * Shows why a change failed: the gateway's message or, if there is none, `fallbackText`. Shows nothing if the shopper
 * who made the change is no longer signed in.
 */
export function reportChangeError(error: unknown, fallbackText: string, title?: string): void {
  if (error instanceof ShopperChangedError) return;
  toasts.error(toRejection(error)?.message ?? fallbackText, { title });
}
