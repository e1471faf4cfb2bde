import type { TFunction } from 'i18next';
import { z } from 'zod';

/** The personal fields, in the order of the form. */
export const personFields = ['username', 'email', 'contact'] as const;

export type PersonField = (typeof personFields)[number];
export type PersonValues = Record<PersonField, string>;

type Translate = TFunction<'account'>;

/** Validates the personal fields, in the registration and in Edit Profile. */
export function createPersonSchema(t: Translate) {
  return z.object({
    username: requiredText(t, 100),
    // The same pattern as in the gateway.
    email: requiredText(t, 254).regex(/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/, t('emailInvalid')),
    contact: createMobileNumberSchema(t),
  });
}

/** Normalizes an Indian mobile number: removes spaces, hyphens, brackets and a leading +91 or 0. */
export function normalizeMobileNumber(number: string): string {
  return number.replaceAll(/[\s()-]/g, '').replace(/^(?:\+91|0)(?=\d{10}$)/, '');
}

/** Validates and normalizes an Indian mobile number of ten digits. */
function createMobileNumberSchema(t: Translate) {
  return z
    .string({ error: t('required') })
    .transform(normalizeMobileNumber)
    .pipe(
      z
        .string()
        .min(1, t('required'))
        .regex(/^[6-9]\d{9}$/, t('contactInvalid')),
    );
}

function requiredText(t: Translate, maxLength: number) {
  return z
    .string({ error: t('required') })
    .trim()
    .min(1, t('required'))
    .max(maxLength, t('tooLong', { count: maxLength }));
}
