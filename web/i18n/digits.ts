/** Replaces Devanagari digits, which keyboards for Marathi and Hindi type, by 0–9. */
export function normalizeDigits(text: string): string {
  return text.replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966));
}
