/**
 * Normalizes an identifier for comparison. Many databases ignore case, accents, width, white space or invisible
 * characters, so identifiers that differ only in these become equal. Not suitable for display.
 */
export function normalizeIdentifier(text: string): string {
  return foldVisibleCharacters(text.normalize('NFKD').replaceAll(/\p{M}/gu, ''));
}

/**
 * Normalizes an e-mail address for comparison, ignoring case, width, white space and invisible characters. Accents are
 * significant: josé@shop.example and jose@shop.example are two users.
 */
export function normalizeEmail(email: string): string {
  return foldVisibleCharacters(email.normalize('NFKC'));
}

/** Removes white space and invisible characters, and folds the case of the others. */
function foldVisibleCharacters(text: string): string {
  const visible = text.replaceAll(/[\p{C}\p{Z}]/gu, '');
  // Both conversions are needed: 'ß' equals 'ss' only in upper case.
  return visible.toUpperCase().toLowerCase().normalize('NFKC');
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
