/**
 * Normalizes a number that was typed or copied: replaces Devanagari digits, which keyboards for Marathi and Hindi type,
 * with 0–9, and removes invisible characters, such as the direction marks that contacts apps put around numbers.
 */
export function normalizeDigits(text: string): string {
  return text.replaceAll(/\p{Cf}/gu, '').replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966));
}
