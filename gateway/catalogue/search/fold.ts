import { rowSeparator } from '../columns/utf8-column.ts';

/**
 * The nukta: a dot below a letter. In Hindi it marks Persian and Arabic sounds, as in क़, but many people do not type it.
 * In NFC it is a separate code point after these letters, but part of Marathi letters such as ऱ, which therefore keep it.
 * In ड़ and ढ़ it is not optional.
 */
const optionalNukta = /(?<![डढ])\u093c/g;

/** Folds text for search: to Unicode NFC and lower case, without optional nuktas or row separators. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(optionalNukta, '').replaceAll(rowSeparator, ' ');
}

/** Folds and trims a client's search text. An empty result matches everything. */
export function foldSearch(search: string | null | undefined): string {
  return fold(search ?? '').trim();
}
