import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';

/** An error in the payload of a mutation. */
export interface UserError {
  code: string;
  message: string;
  /** The path of the input field; null if the error belongs to none. */
  field: readonly string[] | null;
}

interface MappedErrors<Path> {
  /** The first error of each field. */
  fieldErrors: Array<{ path: Path; code: string; message: string }>;
  /** The message of the first error that belongs to no field of the form. */
  otherMessage: string | undefined;
}

/** Finds the form fields that the gateway's errors belong to. */
export function mapUserErrors<Path>(
  userErrors: readonly UserError[],
  toPath: (field: readonly string[]) => Path | undefined,
): MappedErrors<Path> {
  const errorsByPath = new Map<Path, { path: Path; code: string; message: string }>();
  let otherMessage: string | undefined;
  for (const { code, message, field } of userErrors) {
    const path = toPath(field ?? []);
    if (path === undefined) otherMessage ??= message;
    else if (!errorsByPath.has(path)) errorsByPath.set(path, { path, code, message });
  }
  return { fieldErrors: [...errorsByPath.values()], otherMessage };
}

/** Shows the gateway's errors at their fields, and focuses the field of the first error. */
export function setFieldErrors<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  fieldErrors: MappedErrors<FieldPath<Values>>['fieldErrors'],
): void {
  for (const [index, { path, code, message }] of fieldErrors.entries()) {
    setError(path, { type: code, message }, { shouldFocus: index === 0 });
  }
}
