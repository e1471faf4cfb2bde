/** How much of a description a list shows (requirements.md 9). */
const previewLength = 100;

/** The first 100 characters of a description, with an ellipsis when there is more. */
export function descriptionPreview(description: string): string {
  // As a reader counts them: a Devanagari letter with its signs is one.
  const characters = Array.from(new Intl.Segmenter().segment(description), ({ segment }) => segment);
  if (characters.length <= previewLength) return description;
  return `${characters.slice(0, previewLength).join('').trimEnd()}…`;
}
