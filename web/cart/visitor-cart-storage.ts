import { createStoredText, useStoredText } from '#web/ui/browser-storage.ts';

/**
 * The text of a visitor's cart. Every page loads this file. The parser, `visitor-lines.ts`, is loaded only where a
 * visitor's cart is shown or changed.
 */
export const visitorCartText = createStoredText('visitorCart');

/** The stored text, or null if the visitor's cart is empty. Always null on the server and during hydration. */
export function useVisitorCartText(): string | null {
  return useStoredText(visitorCartText);
}
