import { createStoredText, useStoredText } from '#web/ui/browser-storage.ts';
import { normalizePincode, pincodePattern } from './pincode.ts';

/** The PIN code for which deliveries are estimated. It is sent only with queries for quotes. */
const storedPincode = createStoredText('deliveryPincode');

/**
 * The PIN code that this browser remembers, or null if there is none. Always null on the server and during hydration.
 */
export function useDeliveryPincode(): string | null {
  return toPincode(useStoredText(storedPincode) ?? '');
}

/** Remembers a PIN code. Ignores an invalid one, which an address from the REST host may contain. */
export function rememberPincode(pincode: string): void {
  const digits = toPincode(pincode);
  if (digits !== null) storedPincode.write(digits);
}

/** The six digits of a PIN code that may contain spaces and Devanagari digits; null if it is not valid. */
export function toPincode(text: string): string | null {
  const digits = normalizePincode(text);
  return pincodePattern.test(digits) ? digits : null;
}
