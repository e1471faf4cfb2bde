/** Separates the fields of a row in a searchable column. Neither fields nor search texts contain it. */
export const separator = '\u0000';

/** Normalizes a name for comparison by filters: Unicode NFC, trimmed. */
export function normalizeName(name: string): string {
  return name.normalize('NFC').trim();
}

/** Normalizes text for comparison by the search: Unicode NFC, lower case, without the separator. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll(separator, ' ');
}

/** Normalizes what a visitor searches for. An empty result does not restrict the search. */
export function foldSearch(search: string | null | undefined): string {
  return fold(search ?? '').trim();
}
