/**
 * Normalizes an ISBN for comparison: 13 digits without hyphens and spaces. Text that is not an ISBN, as hosts'
 * records may contain, is only stripped of them.
 */
export function normalizeIsbn(text: string): string {
  const isbn = text.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase();
  return isIsbn10(isbn) ? toIsbn13(isbn) : isbn;
}

function isIsbn10(text: string): boolean {
  if (!/^\d{9}[\dX]$/.test(text)) return false;
  const digits = [...text].map((digit) => (digit === 'X' ? 10 : Number(digit)));
  return digits.reduce((sum, digit, index) => sum + digit * (10 - index), 0) % 11 === 0;
}

/** The same number with the prefix 978 and the check digit of ISBN-13: the weights are 1 and 3 in turn. */
function toIsbn13(isbn10: string): string {
  const digits = `978${isbn10.slice(0, 9)}`;
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
