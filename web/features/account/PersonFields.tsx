import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '#web/ui/form/TextField.tsx';
import type { PersonField } from './person-schema.ts';

interface PersonFieldsProps {
  /** Registered by the form, in its own order: that is the order in which a field with an error gets the focus. */
  inputs: Record<PersonField, UseFormRegisterReturn>;
  errorOf: (field: PersonField) => string | undefined;
  contactHint?: string;
  /** Stands below the contact number's error: a way out of it. */
  contactRemedy?: ReactNode;
}

/** Who an account belongs to: name, e-mail address and contact number. */
export function PersonFields({ inputs, errorOf, contactHint, contactRemedy }: PersonFieldsProps) {
  const { t } = useTranslation('account');
  return (
    <>
      <TextField
        label={t('person.name')}
        autoComplete="name"
        required
        error={errorOf('username')}
        {...inputs.username}
      />
      <TextField
        label={t('person.email')}
        type="email"
        autoComplete="email"
        required
        error={errorOf('email')}
        {...inputs.email}
      />
      <TextField
        label={t('person.contact')}
        hint={contactHint}
        type="tel"
        autoComplete="tel-national"
        required
        maxLength={20}
        error={errorOf('contact')}
        remedy={contactRemedy}
        {...inputs.contact}
      />
    </>
  );
}
