import { z } from 'zod';
import { idValue, must, requiredText, text } from '../http/input.ts';

const unicodeLetters = 200;

/** A number or a text, as clients send telephone numbers and PIN codes. */
const digits = z.union([z.string().trim(), z.int().nonnegative().transform(String)], must('Must be digits'));

export const email = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/, 'Must be an e-mail address');

/** An Indian mobile number (decisions.md). */
export const contact = digits.pipe(
  z.string().regex(/^[6-9]\d{9}$/, 'Must be a mobile number of 10 digits, the first from 6 to 9'),
);

/** The upper bound keeps a hash from costing more than a moment. */
export const newPassword = z.string().min(8, 'Must have at least 8 characters').max(200);

/** Fields of an address that come from outside; any further ones are kept as they are. */
export const addressFields = z.looseObject({
  id: z
    .union(
      [
        z.int().nonnegative(),
        z
          .string()
          .regex(/^\d{1,15}$/)
          .transform(Number),
      ],
      {
        error: 'Must be a whole number',
      },
    )
    .nullish(),
  address: requiredText(500),
  area: requiredText(unicodeLetters),
  city: requiredText(unicodeLetters),
  district: requiredText(unicodeLetters),
  state: requiredText(unicodeLetters),
  pincode: digits.pipe(z.string().regex(/^[1-9]\d{5}$/, 'Must be 6 digits, the first not 0')),
  landmark: requiredText(unicodeLetters),
});
export type AddressFields = z.output<typeof addressFields>;

const addressList = z
  .array(addressFields)
  .max(50)
  .refine((list) => {
    const ids = list.map(({ id }) => id).filter((id) => id !== undefined && id !== null);
    return new Set(ids).size === ids.length;
  }, 'Two addresses have the same id');

/** The cart at the door: a product's id as often as copies are wanted (spec.md 3, 9). */
const cartIds = z
  .array(idValue)
  .max(1000)
  .refine((ids) => [...Map.groupBy(ids, (id) => id).values()].every((repeats) => repeats.length <= 10), {
    error: 'Holds an id more than 10 times; a line takes 1 to 10 copies',
  });

const wishlistIds = z.array(idValue).max(1000);

/** `POST /addUser` (spec.md 7). */
export const newUser = z
  .strictObject({
    username: requiredText(unicodeLetters),
    email,
    contact,
    password: newPassword,
    cpassword: z.string().optional(),
    addresses: addressList.default([]),
    productIds: cartIds.default([]),
    wishlistProductIds: wishlistIds.default([]),
  })
  .refine(({ password, cpassword }) => cpassword === undefined || cpassword === password, {
    path: ['cpassword'],
    error: 'Passwords do not match',
  });

/**
 * `PUT /updateUser/{id}` (spec.md 7): the whole user. What is absent stays as it was, and so does the
 * password when it is absent, null or empty. Fields that this service does not know are kept.
 */
export const wholeUser = z
  .looseObject({
    id: idValue.optional(),
    username: requiredText(unicodeLetters).optional(),
    email: email.optional(),
    contact: contact.optional(),
    password: z.union([z.literal('').transform(() => undefined), newPassword]).nullish(),
    cpassword: text(200).nullish(),
    addresses: addressList.optional(),
    productIds: cartIds.optional(),
    wishlistProductIds: wishlistIds.optional(),
  })
  .refine(({ password, cpassword }) => !password || !cpassword || cpassword === password, {
    path: ['cpassword'],
    error: 'Passwords do not match',
  });
export type WholeUser = z.output<typeof wholeUser>;
