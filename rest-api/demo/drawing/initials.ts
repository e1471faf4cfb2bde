const honorifics = new Set(['संत', 'समर्थ', 'महात्मा', 'लोकमान्य', 'स्वामी', 'लाला', 'Swami']);

/** A consonant cluster with its vowel sign, as Devanagari initials are written (पु. ल.), or one letter. */
const firstSyllable =
  /^\p{L}\u093C?(?:\u094D\p{L}\u093C?)*[\u0900-\u0903\u093A\u093B\u093E-\u094C\u094E\u094F]*/u;

/** The initials of the first and the last of an author's names, e.g. साने गुरुजी: सा, गु. */
export function initialsOf(author: string): string[] {
  const names = author.split(/[\s.]+/).filter((name) => /^\p{L}/u.test(name));
  const borne = names.filter((name) => !honorifics.has(name));
  const ends = borne.length > 1 ? [borne[0], borne.at(-1)] : borne.slice(0, 1);
  return ends.map((name) => firstSyllable.exec(name ?? '')?.[0] ?? '').filter((initial) => initial !== '');
}
