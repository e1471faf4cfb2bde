import { z } from 'zod';
import { unionError } from '../http/input.ts';

/** Zod schemas of personal data that several endpoints accept. */

/** For the names of people and places, in characters. */
export const maxNameLength = 200;

/**
 * A string from which invisible characters are removed. Copied texts may contain them: zero-width spaces, or the
 * direction marks that contacts apps put around numbers. Not for names and addresses, because Devanagari needs joiners.
 */
function visibleText() {
  return z
    .string()
    .overwrite((value) => value.replaceAll(/\p{Cf}/gu, ''))
    .trim();
}

/** Clients send mobile numbers and PIN codes as a number or a string. */
const numberOrText = z.union(
  [visibleText(), z.int().nonnegative().transform(String)],
  unionError('Must be digits'),
);

/**
 * An e-mail address whose domain has at least two labels and no empty one, without the characters that separate or
 * group addresses in a mail header (RFC 5322).
 */
export const email = visibleText()
  .max(254)
  .regex(
    /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\.]+(\.[^\s@<>"(),:;[\]\\.]+)+$/,
    'Must be an e-mail address',
  )
  .meta({ examples: ['asha@example.com'] });

/** An Indian mobile number (requirements.md 2.8). */
export const contact = numberOrText
  .pipe(z.string().regex(/^[6-9]\d{9}$/, 'Must be a 10-digit mobile number starting with 6, 7, 8 or 9'))
  .meta({ description: 'A mobile number: 10 digits, starting with 6, 7, 8 or 9', examples: ['9812345678'] });

/** A telephone number in any format. */
export const telephone = z
  .union(
    [visibleText().min(1, 'Must not be empty').max(40), z.int().nonnegative().transform(String)],
    unionError('Must be a telephone number'),
  )
  .meta({ description: 'A telephone number in any format', examples: ['9812345678'] });

/** An Indian PIN code (requirements.md 2.8). */
export const pincode = numberOrText
  .pipe(z.string().regex(/^[1-9]\d{5}$/, 'Must be 6 digits, the first not 0'))
  .meta({ description: 'The PIN code: 6 digits, the first not 0', examples: ['411038'] });
