import { createStoredText } from '#web/ui/browser-storage.ts';

/**
 * The text of a visitor's cart. Every page loads this file. The parser, `visitor-lines.ts`, is loaded only where a
 * visitor's cart is shown or changed.
 */
export const visitorCartText = createStoredText('visitorCart');
