/** Formats a number of things: `1 product`, `2 products`. For nouns whose plural only adds an s. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
