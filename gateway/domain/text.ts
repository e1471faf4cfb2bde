/** Normalizes a text for storage and comparison: Unicode NFC, trimmed. */
export function normalizeText(text: string): string {
  return text.normalize('NFC').trim();
}

/** Normalizes an e-mail address for storage. */
export function normalizeEmailAddress(text: string): string {
  return normalizeText(removeInvisible(text));
}

/** Normalizes a number stored as text, such as a PIN code. Keyboards for Marathi and Hindi type Devanagari digits. */
export function normalizeNumber(text: string): string {
  return normalizeText(removeInvisible(text)).replaceAll(/[०-९]/g, (digit) =>
    String(digit.charCodeAt(0) - 0x966),
  );
}

/**
 * Removes the invisible characters that copied text can contain: zero-width spaces, or the direction marks that
 * contacts apps put around numbers. Not for names and postal addresses, because Devanagari needs joiners.
 */
function removeInvisible(text: string): string {
  return text.replaceAll(/\p{Cf}/gu, '');
}

/** Compares texts by their UTF-16 code units, so that their order does not depend on a locale. */
export function compareCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
