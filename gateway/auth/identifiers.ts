import { normalizeEmailAddress, normalizeUnicode } from '../domain/text.ts';

/**
 * Normalizes an identifier for comparison. Many databases ignore case, accents, width, white space or invisible
 * characters, so identifiers that differ only in these become equal. Not suitable for display.
 */
export function normalizeIdentifier(text: string): string {
  const visible = normalizeUnicode(text, 'NFKD').replaceAll(/[\p{M}\p{C}\p{Z}]/gu, '');
  // Both conversions are needed: 'ß' equals 'ss' only in upper case.
  return normalizeUnicode(visible.toUpperCase().toLowerCase(), 'NFKC');
}

/**
 * Normalizes an e-mail address for comparison. Ignores case, as our REST service does, and the invisible characters that
 * the gateway removes from e-mail addresses. All other differences are significant: anna@fass.example and
 * anna@faß.example can be two users, strangers to each other.
 */
export function normalizeEmail(email: string): string {
  return normalizeEmailAddress(email).toLowerCase();
}

/**
 * Normalizes a telephone number to its last ten digits, ignoring grouping and country code. A text with fewer digits is
 * not a complete number and is normalized like any other identifier.
 */
export function normalizePhone(contact: string): string {
  const normalized = normalizeIdentifier(contact);
  const digits = normalized.replaceAll(/\D/g, '');
  return digits.length < 10 ? normalized : digits.slice(-10);
}
