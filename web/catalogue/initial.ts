/**
 * The letter that stands in for a missing picture. One code point: how more of them make one letter is not the same
 * in every browser.
 */
export function initialOf(name: string): string {
  return ([...name.trim()][0] ?? '').toLocaleUpperCase('en-IN');
}
