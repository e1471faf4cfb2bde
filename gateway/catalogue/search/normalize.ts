/** Separates the fields of a row in a searchable column. Neither fields nor search texts contain it. */
export const separator = '\u0000';

/** A name in the form in which filters compare it: Unicode NFC, trimmed. */
export function normalizeName(name: string): string {
  return name.normalize('NFC').trim();
}

/** Text in the form in which the search compares it: Unicode NFC, lower case, without the separator. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll(separator, ' ');
}

/** A search text in the form in which it is compared; empty for no restriction. */
export function foldSearch(search: string | null | undefined): string {
  return fold(search ?? '').trim();
}
