import { normalizeNumber } from '../../domain/text.ts';

/** A label that people copy together with an ISBN, such as `ISBN:` or `ISBN-13`. */
const label = /^\s*isbn(?:[\s-]*1[03](?=[\s:]))?[\s:]*/i;

/** The lookbehind keeps the time linear: without it, the end of the text would be searched for from each space. */
const surroundingPunctuation = /^[^\p{L}\p{N}]+|(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/gu;

/**
 * Normalizes an ISBN, or the beginning of one: removes a label, surrounding punctuation, hyphens and spaces, and
 * converts ISBN-10 to ISBN-13 and Devanagari digits to 0–9. Returns null for any other text, such as a title or fewer
 * than three digits.
 */
export function normalizeIsbn(text: string): string | null {
  const digits = removeLabelAndSeparators(text);
  if (isIsbn10(digits)) return completeIsbn13(`978${digits.slice(0, 9)}`);
  return /^\d{3,13}$/.test(digits) ? digits : null;
}

/**
 * Normalizes an ISBN, or a shop's own code in its place (`ABC-123`). Returns null for a text without digits, which is
 * probably a title.
 */
export function normalizeProductCode(text: string): string | null {
  const isbn = normalizeIsbn(text);
  if (isbn !== null) return isbn;
  const code = removeLabelAndSeparators(text);
  return /\d/.test(code) ? code : null;
}

function removeLabelAndSeparators(text: string): string {
  return normalizeNumber(text)
    .replace(surroundingPunctuation, '')
    .replace(label, '')
    .replace(/[\s\u2010-\u2013-]/g, '')
    .toLowerCase();
}

/** Whether a text is an ISBN-10 with a valid check digit. Other ten-digit texts may be the beginning of an ISBN-13. */
function isIsbn10(text: string): boolean {
  if (!/^\d{9}[\dx]$/.test(text)) return false;
  const digits = Array.from(text, (digit) => (digit === 'x' ? 10 : Number(digit)));
  return digits.reduce((sum, digit, index) => sum + digit * (10 - index), 0) % 11 === 0;
}

/** Appends the check digit to the first twelve digits of an ISBN-13. */
function completeIsbn13(digits: string): string {
  const sum = Array.from(digits, Number).reduce(
    (total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
