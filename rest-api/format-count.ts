/** Formats a number of things: `1 product`, `2 products`. The plural of the noun ends in s. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
