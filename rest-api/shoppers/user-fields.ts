import { z } from 'zod';
import { idValue, requiredText, text, unionError } from '../http/input.ts';
import { contact, email, maxNameLength, pincode } from './personal-fields.ts';

/** The maximum length limits the time that hashing takes. */
export const newPassword = z
  .string()
  .min(8, 'Must have at least 8 characters')
  .max(200)
  .meta({ examples: ['a good password'] });

/** Large enough for timestamps in milliseconds, and small enough to be an exact JavaScript number. */
const maxAddressId = 999_999_999_999_999;

const addressId = z.union(
  [
    z.int().nonnegative().max(maxAddressId),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ],
  { error: 'Must be a whole number of at most 15 digits' },
);

/** The fields of an address. Unknown fields are stored unchanged. */
const addressFields = z
  .looseObject({
    id: addressId.nullish().meta({ description: 'The service chooses one if it is missing', examples: [1] }),
    address: requiredText(500).meta({ description: 'House and street', examples: ['12 Test Lane'] }),
    area: requiredText(maxNameLength).meta({ examples: ['Kothrud'] }),
    city: requiredText(maxNameLength).meta({ examples: ['Pune'] }),
    district: requiredText(maxNameLength).meta({ examples: ['Pune'] }),
    state: requiredText(maxNameLength).meta({ examples: ['Maharashtra'] }),
    pincode,
    landmark: requiredText(maxNameLength).meta({ examples: ['By the well'] }),
  })
  .meta({ id: 'AddressInput', description: 'Other fields are stored and returned.' });
export type AddressFields = z.output<typeof addressFields>;

const addressList = z
  .array(addressFields)
  .max(50)
  .refine((list) => {
    const ids = list.map(({ id }) => id).filter((id) => id !== undefined && id !== null);
    return new Set(ids).size === ids.length;
  }, 'Two addresses have the same id');

/** The maximum number of ids in a cart or wish list. */
export const maxIds = 1000;

const idList = z.array(idValue).max(maxIds, `Must contain at most ${maxIds} ids`);

const username = requiredText(maxNameLength).meta({
  description: 'The name of the shopper',
  examples: ['Asha Kulkarni'],
});
const repeatedPassword = { description: 'The password again', examples: ['a good password'] };
const cartDescription = {
  description: 'The cart. A product id occurs once for each copy of the product, at most 10 times',
  examples: [[1, 1]],
};
const wishlistDescription = { description: 'The wish list', examples: [[2]] };

/** The cart as the REST API represents it: each product id occurs once per copy (requirements.md 3, 9). */
const cartIds = idList.refine(
  (ids) => [...Map.groupBy(ids, (id) => id).values()].every((repeats) => repeats.length <= 10),
  {
    error: 'Contains an id more than 10 times; the quantity of a product is 1 to 10',
  },
);

/** `POST /addUser` (requirements.md 7). */
export const newUser = z
  .strictObject({
    username,
    email,
    contact,
    password: newPassword,
    cpassword: z.string().optional().meta(repeatedPassword),
    addresses: addressList.default([]),
    productIds: cartIds.default([]).meta(cartDescription),
    wishlistProductIds: idList.default([]).meta(wishlistDescription),
  })
  .refine(({ password, cpassword }) => cpassword === undefined || cpassword === password, {
    path: ['cpassword'],
    error: 'Passwords do not match',
  })
  .superRefine(rejectPasswordsInOtherFields)
  .meta({ id: 'NewUser' });

/**
 * `PUT /updateUser/{id}` (requirements.md 7): the whole user or some of its fields. Missing fields stay unchanged, and
 * so does the password if it is null or empty. Unknown fields are stored.
 */
export const userUpdate = z
  .looseObject({
    id: idValue.optional().meta({ description: 'The id in the path', examples: [7] }),
    username: username.optional(),
    email: email.optional(),
    contact: contact.optional(),
    password: z
      .union([z.literal('').transform(() => undefined), newPassword], unionError('Must be a string'))
      .nullish()
      .meta({
        description: 'A new password; if empty or null, the password stays unchanged',
        examples: [''],
      }),
    cpassword: text(200)
      .nullish()
      .meta({ description: 'The new password again', examples: [''] }),
    addresses: addressList.optional(),
    productIds: cartIds.optional().meta(cartDescription),
    wishlistProductIds: idList.optional().meta(wishlistDescription),
  })
  .refine(({ password, cpassword }) => !password || !cpassword || cpassword === password, {
    path: ['cpassword'],
    error: 'Passwords do not match',
  })
  .superRefine(rejectPasswordsInOtherFields)
  .meta({
    id: 'UserUpdate',
    description: 'Missing fields stay unchanged. Other fields are stored and returned.',
  });
export type UserUpdate = z.output<typeof userUpdate>;

/** Unknown fields are stored as plain text, so a password in one of them would be readable. */
function rejectPasswordsInOtherFields(
  { password: _password, cpassword: _cpassword, ...otherFields }: Readonly<Record<string, unknown>>,
  context: z.RefinementCtx,
): void {
  for (const path of findPasswordFields(otherFields, [])) {
    context.addIssue({
      code: 'custom',
      path,
      message: 'Looks like a password, which must not be stored here',
    });
  }
}

function findPasswordFields(value: unknown, path: readonly string[]): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const innerPath = [...path, key];
    return /^\w*passw(or)?d\w*$/i.test(key) ? [innerPath] : findPasswordFields(inner, innerPath);
  });
}
