/**
 * Converts an ISBN-10 or ISBN-13 in any notation to ISBN-13, so that different notations of an ISBN compare equal. Any
 * other text is returned in upper case, without hyphens, dashes and spaces.
 */
export function normalizeIsbn(isbn: string): string {
  const digits = removeSeparators(isbn);
  if (!/^\d{9}[\dX]$/.test(digits)) return digits;
  const withPrefix = `978${digits.slice(0, 9)}`;
  return withPrefix + ((10 - (computeWeightedSum13(withPrefix) % 10)) % 10);
}

/**
 * Explains what is wrong with an ISBN; undefined if it is valid. Shops' own codes, which contain letters, are valid.
 */
export function findIsbnError(isbn: string): string | undefined {
  if (/^\d([.,]\d+)?E\+?\d+$/i.test(isbn.trim())) {
    return 'was rounded by a spreadsheet; format the column as text';
  }
  if (/^\d+[.,]0+$/.test(isbn.trim())) {
    return 'was made a decimal number by a spreadsheet; format the column as text';
  }
  const digits = removeSeparators(isbn);
  if (!/[\p{L}\p{N}]/u.test(digits)) return 'has neither digits nor letters';
  if (/^\d{13}$/.test(digits))
    return computeWeightedSum13(digits) % 10 === 0 ? undefined : wrongCheckDigitReason;
  if (/^\d{9}[\dX]$/.test(digits))
    return computeWeightedSum10(digits) % 11 === 0 ? undefined : wrongCheckDigitReason;
  if (!/^\d+$/.test(digits)) return undefined;
  const hint = digits.length === 9 ? '; a spreadsheet may have dropped the leading zero' : '';
  return `has ${digits.length} digits, but an ISBN has 10 or 13${hint}`;
}

const wrongCheckDigitReason =
  'is not a valid ISBN: its check digit is wrong, so a digit was probably mistyped';

/** Also removes the non-breaking hyphens and the dashes that word processors write instead of hyphens. */
function removeSeparators(isbn: string): string {
  return isbn.replaceAll(/[\s\u2010-\u2013-]/g, '').toUpperCase();
}

/** The sum of digits with the alternating weights 1 and 3. */
function computeWeightedSum13(digits: string): number {
  return [...digits].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
}

/** The sum of digits with the weights 10 to 1. The last digit can be X for 10. */
function computeWeightedSum10(digits: string): number {
  return [...digits].reduce(
    (sum, digit, index) => sum + (digit === 'X' ? 10 : Number(digit)) * (10 - index),
    0,
  );
}
