import { useState } from 'react';
import type { FieldErrors, FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { useTranslation } from '#web/i18n/translation.tsx';
import { isRecord } from '#web/payload.ts';
import { mapUserErrors, setFieldErrors, type UserError } from './user-errors.ts';

interface FormFailure<Values extends FieldValues> {
  /** The message for `FormAlert`. */
  message: string | null;
  setMessage: (message: string | null) => void;
  /** Says how many fields are invalid. */
  showCount: (errors: FieldErrors<Values>) => void;
  /**
   * Shows the gateway's errors at their fields, and says how many fields are invalid. If no error belongs to a field of
   * the form, shows the first message, or `fallbackMessage` if there are no errors.
   */
  showUserErrors: (
    userErrors: readonly UserError[],
    toPath: (field: readonly string[]) => FieldPath<Values> | undefined,
    fallbackMessage: string,
  ) => void;
}

/** Holds the message above a form: an error that belongs to no field, or the number of fields with an error. */
export function useFormFailure<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
): FormFailure<Values> {
  const { t } = useTranslation('ui');
  const [failure, setFailure] = useState<string | number | null>(null);
  return {
    message: typeof failure === 'number' ? t('problems', { count: failure }) : failure,
    setMessage: setFailure,
    showCount: (errors) => setFailure(countErrors(errors)),
    showUserErrors(userErrors, toPath, fallbackMessage) {
      const { fieldErrors, otherMessage } = mapUserErrors(userErrors, toPath);
      setFieldErrors(setError, fieldErrors);
      setFailure(fieldErrors.length > 0 ? fieldErrors.length : (otherMessage ?? fallbackMessage));
    },
  };
}

/** Counts the fields with an error in a nested tree of errors. */
function countErrors(errors: object): number {
  if ('message' in errors && typeof errors.message === 'string') return 1;
  return Object.values(errors)
    .filter(isRecord)
    .reduce((count, error) => count + countErrors(error), 0);
}
