import { createAddressSchema } from '#web/address/address-schema.ts';
import type { Translate } from '#web/i18n/translate.ts';
import { z } from '#web/zod.ts';
import { createNewPasswordSchema, createPersonSchema } from './person-schema.ts';

/** Validates a registration (requirements.md 2.8 and 5). */
export function createRegistrationSchema(t: Translate<'account'>, tAddress: Translate<'address'>) {
  return createPersonSchema(t)
    .extend({
      password: createNewPasswordSchema(t),
      confirmPassword: z.string({ error: t('missing.confirmPassword') }).min(1, t('missing.confirmPassword')),
      addresses: z.array(createAddressSchema(tAddress)),
      agreed: z.boolean().refine((agreed) => agreed, t('registration.privacyRequired')),
    })
    .refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ['confirmPassword'],
      error: t('passwordsDiffer'),
      // Compares the passwords even while other fields are invalid, as soon as both are filled in.
      when: ({ value }) => filledInPasswordsSchema.safeParse(value).success,
    });
}

const filledInPasswordsSchema = z.object({ password: z.string().min(1), confirmPassword: z.string().min(1) });

type Schema = ReturnType<typeof createRegistrationSchema>;

/** The values in the form. */
export type RegistrationValues = z.input<Schema>;

/** The validated values. */
export type Registration = z.output<Schema>;
