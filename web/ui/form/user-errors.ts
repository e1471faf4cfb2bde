import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';

/** An error in the payload of a mutation. */
export interface UserError {
  code: string;
  message: string;
  /** The path of the input field; null if the error belongs to none. */
  field: readonly string[] | null;
}

interface MappedErrors<Path> {
  fieldErrors: Array<{ path: Path; code: string; message: string }>;
  /** The message of the first error that belongs to no field of the form. */
  otherMessage: string | undefined;
}

/** Finds the form fields that the gateway's errors belong to. */
export function mapUserErrors<Path>(
  userErrors: readonly UserError[],
  toPath: (field: readonly string[]) => Path | undefined,
): MappedErrors<Path> {
  const errors = userErrors.map(({ code, message, field }) => ({ path: toPath(field ?? []), code, message }));
  return {
    fieldErrors: errors.flatMap(({ path, ...error }) => (path === undefined ? [] : [{ path, ...error }])),
    otherMessage: errors.find(({ path }) => path === undefined)?.message,
  };
}

/** Shows the gateway's errors at their fields, and focuses the first of these. */
export function setFieldErrors<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  fieldErrors: MappedErrors<FieldPath<Values>>['fieldErrors'],
): void {
  for (const [index, { path, code, message }] of fieldErrors.entries()) {
    setError(path, { type: code, message }, { shouldFocus: index === 0 });
  }
}
