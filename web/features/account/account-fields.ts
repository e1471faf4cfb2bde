import type { TFunction } from 'i18next';
import { z } from 'zod';

type Translate = TFunction<'account'>;

/** A shopper's name. */
export function nameField(t: Translate) {
  return requiredText(t, 100);
}

/** An e-mail address by its shape, the same as the gateway's rule. */
export function emailField(t: Translate) {
  return requiredText(t, 254).regex(/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/, t('emailInvalid'));
}

/** An Indian mobile number, ten digits, however it was spaced and whether or not +91 or 0 stood before it. */
export function contactField(t: Translate) {
  return z
    .string({ error: t('required') })
    .transform((number) => number.replaceAll(/[\s()-]/g, '').replace(/^(?:\+91|0)(?=\d{10}$)/, ''))
    .pipe(
      z
        .string()
        .min(1, t('required'))
        .regex(/^[6-9]\d{9}$/, t('contactInvalid')),
    );
}

/** A new password: taken as it is, spaces and all. */
export function passwordField(t: Translate) {
  return z
    .string({ error: t('required') })
    .min(1, t('required'))
    .min(8, t('passwordLength'))
    .max(128, t('passwordLength'));
}

function requiredText(t: Translate, most: number) {
  return z
    .string({ error: t('required') })
    .trim()
    .min(1, t('required'))
    .max(most, t('tooLong', { count: most }));
}
