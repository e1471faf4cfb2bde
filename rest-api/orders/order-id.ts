import { randomInt } from 'node:crypto';

/** Letters and digits that are neither read nor heard as each other (no 0 O 1 I L 5 S 2 Z 8 B U V). */
const alphabet = '34679ACDEFGHJKMNPQRTWXY';

/**
 * A number for an order that one can read out on the telephone and nobody can guess: ten characters
 * (4 * 10^13 of them) from a cryptographic source, such as `K7M-4QWX-9PR`.
 */
export function newOrderId(): string {
  const characters = Array.from({ length: 10 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return `${characters.slice(0, 3)}-${characters.slice(3, 7)}-${characters.slice(7)}`;
}
