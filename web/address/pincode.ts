import { normalizeDigits } from '#web/i18n/digits.ts';

/** Six digits, the first not 0 (requirements.md 2.8). */
export const pincodePattern = /^[1-9]\d{5}$/;

/** Removes spaces, since PIN codes are written as `411 030` on envelopes, and normalizes the digits. */
export function normalizePincode(text: string): string {
  return normalizeDigits(text.replaceAll(/\s/g, ''));
}
