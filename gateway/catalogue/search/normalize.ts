/** Ends each row of a column. Neither the rows of a searchable column nor search texts contain it. */
export const rowSeparator = '\u0000';

/** Normalizes a name for comparison by filters: Unicode NFC, trimmed. */
export function normalizeName(name: string): string {
  return name.normalize('NFC').trim();
}

/** Normalizes text for search: Unicode NFC, lower case, with row separators replaced by spaces. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll(rowSeparator, ' ');
}

/** Normalizes a visitor's search text. An empty result matches everything. */
export function foldSearch(search: string | null | undefined): string {
  return fold(search ?? '').trim();
}
