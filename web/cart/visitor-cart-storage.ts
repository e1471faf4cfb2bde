import { createStoredText, useStoredText } from '#web/ui/browser-storage.ts';

/**
 * The text of a visitor's cart. Every page reads it, but only those of a visitor with a cart load `visitor-lines.ts`,
 * which parses it.
 */
export const visitorCartText = createStoredText('visitorCart');

/** The stored text, or null if the visitor's cart is empty. Always null on the server and during hydration. */
export function useVisitorCartText(): string | null {
  return useStoredText(visitorCartText);
}
