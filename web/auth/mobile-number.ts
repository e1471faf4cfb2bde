import { normalizeDigits } from '#web/i18n/digits.ts';

const mobileNumberPattern = /^[6-9]\d{9}$/;

/** Normalizes an Indian mobile number to ten digits, without separators and without the prefix +91 or 0. */
export function normalizeMobileNumber(number: string): string {
  return normalizeDigits(number)
    .replaceAll(/[\s()-]/g, '')
    .replace(/^(?:\+91|0)(?=\d{10}$)/, '');
}

/**
 * Normalizes the contact of a login. A mobile number is normalized as at registration. Accounts of some hosts
 * have another text as their contact, from which only white space is removed.
 */
export function normalizeContact(text: string): string {
  const number = normalizeMobileNumber(text);
  return isMobileNumber(number) ? number : text.replaceAll(/\s/g, '');
}

/** Whether a text is a normalized Indian mobile number. */
export function isMobileNumber(text: string): boolean {
  return mobileNumberPattern.test(text);
}
