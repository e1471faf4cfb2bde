import { z } from 'zod';
import { idValue, must, requiredText, text } from '../http/input.ts';
import { contact, email, longestName, pincode } from './personal-fields.ts';

/** The upper bound keeps a hash from costing more than a moment. */
export const newPassword = z.string().min(8, 'Must have at least 8 characters').max(200);

/** The largest id of an address: times in milliseconds fit, and what is read comes back as the same number. */
const largestAddressId = 999_999_999_999_999;

const addressId = z.union(
  [
    z.int().nonnegative().max(largestAddressId),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ],
  { error: 'Must be a whole number of at most 15 digits' },
);

/** Fields of an address that come from outside; any further ones are kept as they are. */
const addressFields = z.looseObject({
  id: addressId.nullish(),
  address: requiredText(500),
  area: requiredText(longestName),
  city: requiredText(longestName),
  district: requiredText(longestName),
  state: requiredText(longestName),
  pincode,
  landmark: requiredText(longestName),
});
export type AddressFields = z.output<typeof addressFields>;

const addressList = z
  .array(addressFields)
  .max(50)
  .refine((list) => {
    const ids = list.map(({ id }) => id).filter((id) => id !== undefined && id !== null);
    return new Set(ids).size === ids.length;
  }, 'Two addresses have the same id');

/** How many ids a cart or a wish list holds at most. */
export const mostIds = 1000;

const idList = z.array(idValue).max(mostIds, `Must hold at most ${mostIds} ids`);

/** The cart at the door: a product's id as often as copies are wanted (requirements.md 3, 9). */
const cartIds = idList.refine(
  (ids) => [...Map.groupBy(ids, (id) => id).values()].every((repeats) => repeats.length <= 10),
  {
    error: 'Holds an id more than 10 times; a line takes 1 to 10 copies',
  },
);

/** `POST /addUser` (requirements.md 7). */
export const newUser = z
  .strictObject({
    username: requiredText(longestName),
    email,
    contact,
    password: newPassword,
    cpassword: z.string().optional(),
    addresses: addressList.default([]),
    productIds: cartIds.default([]),
    wishlistProductIds: idList.default([]),
  })
  .refine(({ password, cpassword }) => cpassword === undefined || cpassword === password, {
    path: ['cpassword'],
    error: 'Passwords do not match',
  })
  .superRefine(refuseOtherPasswords);

/**
 * `PUT /updateUser/{id}` (requirements.md 7): the whole user. What is absent stays as it was, and so does the
 * password when it is absent, null or empty. Fields that this service does not know are kept.
 */
export const wholeUser = z
  .looseObject({
    id: idValue.optional(),
    username: requiredText(longestName).optional(),
    email: email.optional(),
    contact: contact.optional(),
    password: z
      .union([z.literal('').transform(() => undefined), newPassword], must('Must be a text'))
      .nullish(),
    cpassword: text(200).nullish(),
    addresses: addressList.optional(),
    productIds: cartIds.optional(),
    wishlistProductIds: idList.optional(),
  })
  .refine(({ password, cpassword }) => !password || !cpassword || cpassword === password, {
    path: ['cpassword'],
    error: 'Passwords do not match',
  })
  .superRefine(refuseOtherPasswords);
export type WholeUser = z.output<typeof wholeUser>;

/** A field that is kept as it came must hold no password: it would stand there to be read. */
function refuseOtherPasswords(
  { password: _password, cpassword: _cpassword, ...kept }: Readonly<Record<string, unknown>>,
  context: z.RefinementCtx,
): void {
  for (const path of pathsOfPasswords(kept, [])) {
    context.addIssue({ code: 'custom', path, message: 'May hold a password, which is not kept here' });
  }
}

function pathsOfPasswords(value: unknown, path: readonly string[]): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, key];
    return /^\w*passw(or)?d\w*$/i.test(key) ? [here] : pathsOfPasswords(inner, here);
  });
}
