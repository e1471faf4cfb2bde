import type { TFunction } from 'i18next';
import { z } from 'zod';
import { contactField, emailField, nameField } from './account-fields.ts';

export const profileFields = ['username', 'email', 'contact'] as const;

export type ProfileValues = Record<(typeof profileFields)[number], string>;

/** The rules of Edit Profile, the same as those of the registration. */
export function profileSchema(t: TFunction<'account'>) {
  return z.object({ username: nameField(t), email: emailField(t), contact: contactField(t) });
}
