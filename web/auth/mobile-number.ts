import { normalizeDigits } from '#web/i18n/digits.ts';

const mobileNumberPattern = /^[6-9]\d{9}$/;

/** Normalizes an Indian mobile number as the gateway does: ten digits, without separators or the prefix +91 or 0. */
export function normalizeMobileNumber(number: string): string {
  return normalizeDigits(number)
    .replaceAll(/[\s().\p{Pd}]/gu, '')
    .replace(/^(?:\+91|0)(?=\d{10}$)/, '');
}

/** Whether a text is a normalized Indian mobile number. */
export function isMobileNumber(text: string): boolean {
  return mobileNumberPattern.test(text);
}
