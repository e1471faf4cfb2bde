import { createStoredText, useStoredText } from '#web/ui/browser-storage.ts';

/**
 * The text of a visitor's cart. Every page reads it; what it contains is parsed by `visitor-lines.ts`, which only pages
 * of a visitor with a cart load.
 */
export const visitorCartText = createStoredText('visitorCart');

/** The stored text; null if the visitor's cart is empty, on the server and during hydration. */
export function useVisitorCartText(): string | null {
  return useStoredText(visitorCartText);
}
