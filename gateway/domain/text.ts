/** A normalized Indian mobile number. */
export const mobileNumberPattern = /^[6-9]\d{9}$/;

/**
 * Matches 30 consecutive combining marks if another one follows them. The halfwidth marks of Katakana are letters that
 * NFKC and NFKD turn into combining marks.
 */
const excessiveMarks = /[[\p{Mark}\uff9e\uff9f]--\u034f]{30}(?=[[\p{Mark}\uff9e\uff9f]--\u034f])/gv;

/**
 * Converts a text to a Unicode normalization form. Sorting the combining marks of a letter takes time that grows with
 * the square of their number: a request full of marks would take seconds. Sequences of more than 30 marks, which no
 * language needs, are therefore divided by combining grapheme joiners, which are invisible (Stream-Safe Text Process of
 * Unicode Standard Annex #15).
 */
export function normalizeUnicode(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.replaceAll(excessiveMarks, '$&\u034f').normalize(form);
}

/** Normalizes a text for storage and comparison: Unicode NFC, trimmed. */
export function normalizeText(text: string): string {
  return normalizeUnicode(text, 'NFC').trim();
}

/** The maximum length of an e-mail address (RFC 5321, 4.5.3.1.3, as clarified by erratum 1690). */
export const maxEmailLength = 254;

/** Normalizes an e-mail address for storage. */
export function normalizeEmailAddress(text: string): string {
  return normalizeText(removeInvisible(text));
}

/** Normalizes a number stored as text, such as an ISBN. Keyboards for Marathi and Hindi type Devanagari digits. */
export function normalizeNumber(text: string): string {
  return normalizeText(removeInvisible(text)).replaceAll(/[०-९]/g, (digit) =>
    String(digit.charCodeAt(0) - 0x966),
  );
}

/** Normalizes a PIN code. On envelopes it is written with a space: `411 030`. */
export function normalizePincode(text: string): string {
  return normalizeNumber(text).replaceAll(/\s/g, '');
}

/**
 * Normalizes the contact number of an account. An Indian mobile number becomes ten digits, without separators and
 * without the prefix +91 or 0. Any other text, which the accounts of some hosts contain, is normalized by
 * `normalizeNumber`, and its white space is removed.
 */
export function normalizeContact(text: string): string {
  const number = normalizeNumber(text);
  const digits = number.replaceAll(/[\s().\p{Pd}]/gu, '').replace(/^(?:\+91|0)(?=\d{10}$)/, '');
  return mobileNumberPattern.test(digits) ? digits : number.replaceAll(/\s/g, '');
}

/**
 * Removes the invisible characters that copied text can contain: zero-width spaces, or the direction marks that
 * contacts apps put around numbers. Not for names and postal addresses, because Devanagari needs joiners.
 */
function removeInvisible(text: string): string {
  return text.replaceAll(/\p{Cf}/gu, '');
}

/** Compares texts by their UTF-16 code units, so that their order does not depend on a locale. */
export function compareCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
