/** Normalizes a text for storage and comparison: Unicode NFC, trimmed. */
export function normalizeText(text: string): string {
  return text.normalize('NFC').trim();
}

/** Compares texts by their UTF-16 code units, so that their order does not depend on a locale. */
export function compareCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
