const longest = 100;

/** The beginning of what a host said in one line, without characters that would steer a terminal. */
export function excerpt(text: string | undefined): string {
  if (text === undefined) return 'missing';
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
