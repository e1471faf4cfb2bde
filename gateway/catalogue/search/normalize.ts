import { rowSeparator } from '../columns/utf8-column.ts';

/** Normalizes text for search: Unicode NFC, lower case, with row separators replaced by spaces. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll(rowSeparator, ' ');
}

/** Normalizes a client's search text. An empty result matches everything. */
export function foldSearch(search: string | null | undefined): string {
  return fold(search ?? '').trim();
}
