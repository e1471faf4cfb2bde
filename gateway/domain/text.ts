/** Normalizes a text for storage and comparison: Unicode NFC, trimmed. */
export function normalizeText(text: string): string {
  return text.normalize('NFC').trim();
}
