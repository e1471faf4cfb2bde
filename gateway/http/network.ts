import { isIPv4, isIPv6 } from 'node:net';

/** How IPv6 begins that stands for an IPv4 address. */
const mappedPrefix = '::ffff:';
/** What stands for a caller whose address is not known, as when it is gone already. */
const unknown = 'unknown';

/**
 * The network that limits by address count for: an IPv4 address as it is, also where it is written
 * in IPv6 (`::ffff:192.0.2.1`); of an IPv6 address the first 64 bits (`2001:db8:0:0::/64`), since
 * whoever has one has all the 2^64 that begin so.
 */
export function rateLimitSubnet(address: string | undefined): string {
  if (address === undefined || address === '') return unknown;
  const [bare = ''] = address.split('%', 1);
  if (isIPv4(bare)) return bare;
  // The way in which a socket for both kinds of addresses writes it, which is nearly always.
  if (bare.startsWith(mappedPrefix) && isIPv4(bare.slice(mappedPrefix.length)))
    return bare.slice(mappedPrefix.length);
  if (!isIPv6(bare)) return unknown;
  const groups = groupsOf(bare);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  // URL writes each address in one way, an IPv4 address at its end as two numbers.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail = ''] = written.split('::');
  const numbers = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [numbers(head), numbers(tail)];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}
