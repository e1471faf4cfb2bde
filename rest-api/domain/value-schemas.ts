import { z } from 'zod';
import { maxPaise, toPaise, toRupees } from './money.ts';
import { normalizeName } from './normalize-name.ts';
import { maxInteger } from './numbers.ts';
import { isStorable } from './storable-text.ts';

/** A number, or a numeric string as in CSV. */
export const numeric = (reason: string) =>
  z.union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{1,12}(\.\d+)?$/)
        .transform(Number),
    ],
    { error: reason },
  );

export const wholeNumber = (min: number, reason: string, max = maxInteger) =>
  numeric(reason).refine((value) => Number.isInteger(value) && value >= min && value <= max, reason);

const rupeesReason = `must be rupees from 0 to ${toRupees(maxPaise)} with at most 2 decimals, such as 249.50`;

/** An amount in rupees, which is converted to paise. */
export const rupees = numeric(rupeesReason).transform((amount, context) => {
  const paise = toPaise(amount);
  if (paise !== undefined) return paise;
  context.addIssue(rupeesReason);
  return z.NEVER;
});

const text = z
  .string('must be text')
  .refine(isStorable, 'contains an invalid character')
  .refine((value) => !value.includes('\uFFFD'), 'contains bytes that are not UTF-8; save the file as UTF-8');

export const limitText = (maxLength: number) =>
  text.max(maxLength, `must have at most ${maxLength} characters`);

/** Names are index keys, for which PostgreSQL allows 2,704 bytes: enough for 800 characters of Devanagari. */
export const name = text.overwrite(normalizeName).min(1, 'must not be empty').pipe(limitText(800));

/** An empty cell of a CSV file, or one with only spaces. */
const blank = z.string().regex(/^\s*$/);

export const blankIsNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.null(), blank.transform(() => null), schema]);

export const link = limitText(2000).pipe(
  z
    .string()
    .regex(
      /^(https?:\/\/[^\s"<>]+|\/(?!\/)[^\s"<>]*)$/,
      'must be an http(s) URL or a path that starts with /',
    ),
);
