import { z } from 'zod';
import { paiseOf } from '../domain/money.ts';

/**
 * An id: a whole number or a text that is not blank. Half a surrogate pair is replaced, since
 * `encodeURIComponent` throws on it.
 */
export const restId = z.union([
  z.int(),
  z
    .string()
    .trim()
    .min(1)
    .transform((id) => id.toWellFormed()),
]);

/** Characters that XML or HTML cannot carry; line breaks and tabs are none of them. */
const unprintable = /[[\p{Control}\p{Noncharacter_Code_Point}]--[\t\n\r]]/gv;

/**
 * Text that may be a number or missing: trimmed, in composed form (NFC), null when blank. What no
 * page or address can hold is replaced (half a surrogate pair) or removed (control characters).
 */
export const optionalText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => {
    const text = String(value ?? '')
      .toWellFormed()
      .replaceAll(unprintable, '')
      .normalize('NFC')
      .trim();
    return text === '' ? null : text;
  });

/** The same, empty when blank. */
export const textOrEmpty = optionalText.transform((value) => value ?? '');

/** Text that must be there. */
export const text = optionalText
  .refine((value) => value !== null, 'is blank')
  .transform((value) => value ?? '');

const numeric = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^-?\d+(\.\d+)?$/, 'is no number')
      .transform(Number),
  ])
  .refine(Number.isFinite, 'is no number');

const blank = z.union([z.null(), z.undefined(), z.string().regex(/^\s*$/)]).transform(() => null);

/** A number that may come as text, or be missing. */
export const optionalNumber = z.union([blank, numeric]);

/** The largest whole number GraphQL has. */
const largestCount = 2 ** 31 - 1;

/** A number of copies, brought into what GraphQL can say: whole, from `least` on. */
export function clampCount(copies: number, least: 0 | 1): number {
  return Math.min(largestCount, Math.max(least, Math.trunc(copies)));
}

/** Rupees at the host, paise here. */
export const amount = numeric.refine((value) => value >= 0 && value < 1e9, 'is no amount').transform(paiseOf);

/** The same, null when missing. */
export const optionalAmount = z.union([blank, amount]);

/** A percentage, brought into 0 to 100; 0 when missing. */
export const percent = optionalNumber.transform((value) => Math.min(100, Math.max(0, value ?? 0)));

/** A list of ids; hosts give null for an empty one, and some in the place of an id. */
export const idList = z
  .array(restId.nullable())
  .nullish()
  .transform((ids) => (ids ?? []).filter((id) => id !== null));
