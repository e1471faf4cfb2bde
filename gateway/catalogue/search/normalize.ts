import { rowSeparator } from '../columns/utf8-column.ts';

/**
 * The dot below the letters of Persian sounds in Hindi, which many readers do not type. NFC writes it separately, but not
 * that of Marathi letters such as ऱ.
 */
const nukta = '\u093c';

/** Normalizes text for search: Unicode NFC, lower case, without nuktas, with row separators replaced by spaces. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll(nukta, '').replaceAll(rowSeparator, ' ');
}

/** Normalizes a client's search text. An empty result matches everything. */
export function foldSearch(search: string | null | undefined): string {
  return fold(search ?? '').trim();
}
