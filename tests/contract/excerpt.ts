const maxLength = 100;

/** The start of a text on one line, without control characters that would affect the terminal. */
export function excerpt(text: string | undefined): string {
  if (text === undefined) return 'missing';
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}
