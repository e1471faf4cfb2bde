import type { TFunction } from 'i18next';
import { z } from 'zod';
import { addressSchema } from '#web/address/address-schema.ts';
import { personSchema } from './person-schema.ts';

/** How many addresses an account can have (schema.graphql, `RegisterInput`). */
export const maxAddresses = 10;

/** The rules of a registration: requirements.md 5 and requirements.md 2.8. */
export function registrationSchema(t: TFunction<'account'>, tAddress: TFunction<'address'>) {
  return personSchema(t)
    .extend({
      password: newPassword(t),
      confirmPassword: z.string({ error: t('required') }).min(1, t('required')),
      addresses: z.array(addressSchema(tAddress)),
      agreed: z.boolean().refine((agreed) => agreed, t('registration.privacyRequired')),
    })
    .refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ['confirmPassword'],
      error: t('passwordsDiffer'),
      // Said together with whatever else is missing, once both are there.
      when: ({ value }) => bothFilledIn.safeParse(value).success,
    });
}

/** A new password: taken as it is, spaces and all. */
function newPassword(t: TFunction<'account'>) {
  return z
    .string({ error: t('required') })
    .min(1, t('required'))
    .min(8, t('passwordLength'))
    .max(128, t('passwordLength'));
}

const bothFilledIn = z.object({ password: z.string().min(1), confirmPassword: z.string().min(1) });

type Schema = ReturnType<typeof registrationSchema>;

/** What stands in the form. */
export type RegistrationValues = z.input<Schema>;

/** What is sent, once the rules hold. */
export type Registration = z.output<Schema>;
