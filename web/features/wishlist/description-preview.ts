/** The number of characters in the preview of a description (requirements.md 2.13). */
const maxCharacters = 100;

export function shortenDescription(description: string): string {
  // Counts graphemes: a Devanagari letter with its vowel signs is one character.
  const characters = Array.from(new Intl.Segmenter().segment(description), ({ segment }) => segment);
  if (characters.length <= maxCharacters) return description;
  return `${characters.slice(0, maxCharacters).join('').trimEnd()}…`;
}
