/** A part of a list: its first and its last item, counted from 0. */
export interface ItemRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Reads a `Range` of items, such as `orders=0-19` (RFC 9110, 14.2). Undefined where there is none, and
 * for anything else, since a server may ignore any range.
 */
export function readItemRange(header: string | undefined, unit: string): ItemRange | undefined {
  const [, asked, first, last] = /^(\w+)=(\d{1,9})-(\d{1,9})$/.exec(header ?? '') ?? [];
  if (asked !== unit || Number(first) > Number(last)) return undefined;
  return { first: Number(first), last: Number(last) };
}
