import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from '#web/i18n/translation.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import type { PersonField } from './person-schema.ts';

interface PersonFieldsProps {
  /**
   * The results of the form's `register`. The form calls it in the order in which its fields are shown, because
   * react-hook-form focuses the first invalid field in the order of these calls.
   */
  inputs: Record<PersonField, UseFormRegisterReturn>;
  getError: (field: PersonField) => string | undefined;
  contactHint?: string;
  /** A link or button that helps with an error of the mobile number, shown below that error. */
  contactErrorAction?: ReactNode;
}

/** The fields for name, e-mail address and mobile number. */
export function PersonFields({ inputs, getError, contactHint, contactErrorAction }: PersonFieldsProps) {
  const { t } = useTranslation('account');
  return (
    <>
      <TextField
        label={t('person.name')}
        autoComplete="name"
        required
        error={getError('username')}
        {...inputs.username}
      />
      <TextField
        label={t('person.email')}
        type="email"
        autoComplete="email"
        required
        error={getError('email')}
        {...inputs.email}
      />
      <TextField
        label={t('person.contact')}
        hint={contactHint}
        type="tel"
        autoComplete="tel-national"
        required
        maxLength={20}
        error={getError('contact')}
        errorAction={contactErrorAction}
        {...inputs.contact}
      />
    </>
  );
}
