import { rowSeparator } from '../columns/utf8-column.ts';

/**
 * The dot below the letters of Persian and Arabic sounds in Hindi, which many readers do not type. NFC writes it
 * separately. The dot of ड़ and ढ़ is always typed, and NFC does not separate that of Marathi letters such as ऱ.
 */
const optionalNukta = /(?<![डढ])\u093c/g;

/** Normalizes text for search: Unicode NFC, lower case, without optional nuktas, with spaces for row separators. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(optionalNukta, '').replaceAll(rowSeparator, ' ');
}

/** Normalizes a client's search text. An empty result matches everything. */
export function foldSearch(search: string | null | undefined): string {
  return fold(search ?? '').trim();
}
