import type { TFunction } from 'i18next';
import { z } from 'zod';

/** Who an account belongs to, in the order it is filled in. */
export const personFields = ['username', 'email', 'contact'] as const;

export type PersonField = (typeof personFields)[number];
export type PersonValues = Record<PersonField, string>;

type Translate = TFunction<'account'>;

/** The rules of a person's fields, in the registration and in Edit Profile. */
export function personSchema(t: Translate) {
  return z.object({
    username: requiredText(t, 100),
    // By its shape, the same as the gateway's rule.
    email: requiredText(t, 254).regex(/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/, t('emailInvalid')),
    contact: mobileNumber(t),
  });
}

/** The ten digits of an Indian mobile number, however it was spaced and whether or not +91 or 0 stood before it. */
export function mobileDigits(number: string): string {
  return number.replaceAll(/[\s()-]/g, '').replace(/^(?:\+91|0)(?=\d{10}$)/, '');
}

/** An Indian mobile number, ten digits, however it was spaced and whether or not +91 or 0 stood before it. */
function mobileNumber(t: Translate) {
  return z
    .string({ error: t('required') })
    .transform(mobileDigits)
    .pipe(
      z
        .string()
        .min(1, t('required'))
        .regex(/^[6-9]\d{9}$/, t('contactInvalid')),
    );
}

function requiredText(t: Translate, most: number) {
  return z
    .string({ error: t('required') })
    .trim()
    .min(1, t('required'))
    .max(most, t('tooLong', { count: most }));
}
