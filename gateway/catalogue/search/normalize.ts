/** Separates the texts of products in one long text; never part of a text or of what is searched for. */
export const separator = '\u0000';

/** A name as filters compare it: composed form (NFC), trimmed. */
export function normalName(name: string): string {
  return name.normalize('NFC').trim();
}

/** Text as the search compares it: composed form (NFC), lower case, without the separator. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll(separator, ' ');
}

/** What a shopper typed, as the search compares it; empty means no restriction. */
export function foldSearch(search: string | null | undefined): string {
  return fold(search ?? '').trim();
}
