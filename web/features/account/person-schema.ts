import { isMobileNumber, normalizeMobileNumber } from '#web/auth/mobile-number.ts';
import type { Translate } from '#web/i18n/translate.ts';
import { z } from '#web/zod.ts';

/** The personal fields, in the order of the form. */
export const personFields = ['username', 'email', 'contact'] as const;

export type PersonField = (typeof personFields)[number];
export type PersonValues = Record<PersonField, string>;

/** Validates the personal fields of the registration form and of Edit Profile. */
export function createPersonSchema(t: Translate<'account'>) {
  return z.object({
    username: createRequiredTextSchema(t, t('missing.username'), 100),
    // The same pattern as in the gateway.
    email: createRequiredTextSchema(t, t('missing.email'), 254).regex(
      /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\.]+(\.[^\s@<>"(),:;[\]\\.]+)+$/,
      t('emailInvalid'),
    ),
    contact: createMobileNumberSchema(t),
  });
}

/** Validates a new password, which is not trimmed. */
export function createNewPasswordSchema(t: Translate<'account'>) {
  return z
    .string({ error: t('missing.password') })
    .min(1, t('missing.password'))
    .min(8, t('passwordLength'))
    .max(128, t('passwordLength'));
}

/** Validates and normalizes an Indian mobile number of ten digits. */
function createMobileNumberSchema(t: Translate<'account'>) {
  return z
    .string({ error: t('missing.contact') })
    .transform(normalizeMobileNumber)
    .pipe(z.string().min(1, t('missing.contact')).refine(isMobileNumber, t('contactInvalid')));
}

function createRequiredTextSchema(t: Translate<'account'>, missingMessage: string, maxLength: number) {
  return z
    .string({ error: missingMessage })
    .trim()
    .min(1, missingMessage)
    .max(maxLength, t('tooLong', { count: maxLength }));
}
