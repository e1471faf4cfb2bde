import type { FieldPath } from 'react-hook-form';
import { addressFields } from '#web/address/address-schema.ts';
import { isRecord } from '#web/routing/is-record.ts';
import type { RegisterMutation } from './Register.generated.ts';
import type { RegistrationValues } from './registration-schema.ts';

export type UserErrors = RegisterMutation['register']['userErrors'];

interface FieldError {
  path: FieldPath<RegistrationValues>;
  code: string;
  message: string;
}

/** Maps the gateway's errors to form fields. `otherMessage` is the message of the first error without a field. */
export function mapToFields(userErrors: UserErrors): {
  fieldErrors: FieldError[];
  otherMessage: string | undefined;
} {
  const fieldErrors = userErrors.flatMap(({ code, message, field }) => {
    const path = toFieldPath(field);
    return path === undefined ? [] : [{ path, code, message }];
  });
  const otherError = userErrors.find(({ field }) => toFieldPath(field) === undefined);
  return { fieldErrors, otherMessage: otherError?.message };
}

/** Counts the fields with an error in a nested tree of errors. */
export function countErrors(errors: object): number {
  if ('message' in errors && typeof errors.message === 'string') return 1;
  return Object.values(errors)
    .filter(isRecord)
    .reduce((count, error) => count + countErrors(error), 0);
}

const accountFields = ['username', 'email', 'contact', 'password', 'confirmPassword'] as const;

function toFieldPath(field: readonly string[] | null | undefined): FieldPath<RegistrationValues> | undefined {
  const [first, index, addressField] = field ?? [];
  if (first === 'addresses') {
    const formField = addressFields.find((name) => name === addressField);
    return formField === undefined ? undefined : `addresses.${Number(index)}.${formField}`;
  }
  return accountFields.find((name) => name === first);
}
