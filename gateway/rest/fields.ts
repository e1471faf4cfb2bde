import { z } from 'zod';
import { toPaise } from '../domain/money.ts';

/** An id: an integer or non-blank text. Lone surrogates are replaced, since `encodeURIComponent` throws on them. */
export const restId = z.union(
  [
    z.int(),
    z
      .string()
      .trim()
      .min(1)
      .transform((id) => id.toWellFormed()),
  ],
  'is not an id',
);

/** Control characters other than line breaks and tabs, and noncharacters: HTML or XML does not allow them. */
const unprintable = /[[\p{Control}\p{Noncharacter_Code_Point}]--[\t\n\r]]/gv;

/**
 * Text that hosts may also send as a number, or omit: trimmed, in Unicode NFC, null when blank. Lone surrogates are
 * replaced, as in ids, and unprintable characters removed.
 */
export const optionalText = z
  .union([z.string(), z.number()], 'is not text')
  .nullish()
  .transform((value) => {
    const text = String(value ?? '')
      .toWellFormed()
      .replaceAll(unprintable, '')
      .normalize('NFC')
      .trim();
    return text === '' ? null : text;
  });

/** Like `optionalText`, but null also when it is not text. */
export const lenientText = optionalText.catch(null);

/** Like `optionalText`, but an empty string when blank. */
export const textOrEmpty = optionalText.transform((value) => value ?? '');

/** Required text. */
export const text = optionalText.pipe(z.string('is blank'));

const numeric = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^-?\d+(\.\d+)?$/)
        .transform(Number),
    ],
    'is not a number',
  )
  .refine(Number.isFinite, 'is not a number');

const blank = z.union([z.null(), z.undefined(), z.string().regex(/^\s*$/)]).transform(() => null);

/** A number that hosts may also send as text, or omit. */
export const optionalNumber = z.union([blank, numeric]);

/** The largest value of GraphQL's Int. */
const maxInt = 2 ** 31 - 1;

/** Rounds a number of copies down and clamps it between `min` and the largest value of GraphQL's Int. */
export function clampCount(copies: number, min: 0 | 1): number {
  return Math.min(maxInt, Math.max(min, Math.trunc(copies)));
}

/** A whole number of at least 1; null if it is missing or invalid. */
export const optionalPositiveInteger = optionalNumber
  .pipe(z.int().positive().max(maxInt).nullable())
  .catch(null);

/** An amount that hosts send in rupees, converted to paise. */
export const amount = numeric
  .refine((value) => value >= 0 && value < 1e9, 'is not an amount')
  .transform(toPaise);

/** Like `amount`, but null when missing. */
export const optionalAmount = z.union([blank, amount]);

/** A percentage, clamped to the range from 0 to 100; 0 when missing. */
export const percent = optionalNumber.transform((value) => Math.min(100, Math.max(0, value ?? 0)));

/** A list of ids. Some hosts send null instead of an empty list, or instead of an id. */
export const idList = z
  .array(restId.nullable())
  .nullish()
  .transform((ids) => (ids ?? []).filter((id) => id !== null));
