/** Normally invisible format characters, such as soft hyphens, except zero-width joiners and non-joiners. */
const invisibleCharacters = /(?![\u200C\u200D])[\p{Cf}&&\p{Default_Ignorable_Code_Point}]/gv;

/**
 * Zero-width joiners and non-joiners that cannot change how a letter looks: those not preceded by a combining mark or a
 * non-Latin letter, and non-joiners not followed by a letter or mark.
 */
const needlessJoiners = /(?<![[\p{L}\p{M}]--\p{Script=Latin}])[\u200C\u200D]|\u200C(?![\p{L}\p{M}])/gv;

/**
 * Turns names that look identical into equal texts: normalizes them to Unicode NFC, collapses white space and control
 * characters into single spaces, and removes invisible characters. Zero-width joiners and non-joiners remain where they
 * may change a letter, as in Devanagari.
 */
export function normalizeName(name: string): string {
  return name
    .replaceAll(invisibleCharacters, '')
    .replaceAll(needlessJoiners, '')
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
