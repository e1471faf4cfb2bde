import { randomInt } from 'node:crypto';

/** Letters and digits, except those that are easily confused (0 O, 1 I L, 5 S, 2 Z, 8 B, U V). */
const alphabet = '34679ACDEFGHJKMNPQRTWXY';

/**
 * Creates an order number that is easy to read out on the telephone and hard to guess, such as `K7M-4QWX-9PR`:
 * ten characters from a cryptographic source (4 * 10^13 possible numbers).
 */
export function createOrderId(): string {
  const characters = Array.from({ length: 10 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return `${characters.slice(0, 3)}-${characters.slice(3, 7)}-${characters.slice(7)}`;
}
