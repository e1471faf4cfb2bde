import { z } from 'zod';

/** What is wrong with one field of a request. */
const fieldError = z
  .strictObject({
    field: z.string().meta({ description: 'The path of the field', examples: ['addresses.0.pincode'] }),
    message: z.string().meta({ examples: ['Must be 6 digits, the first not 0'] }),
  })
  .meta({ id: 'FieldError' });
export type FieldError = Readonly<z.output<typeof fieldError>>;

/** The body of every error. */
export const errorBody = z
  .strictObject({
    message: z.string().meta({ description: 'What went wrong', examples: ['User not found'] }),
    errors: z
      .array(fieldError)
      .optional()
      .meta({ description: 'The invalid fields of a request, at most 100' }),
  })
  .meta({ id: 'Error' });

interface HttpErrorDetails {
  readonly errors?: readonly FieldError[];
  /** Additional response headers, such as `Allow` or `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The underlying error. It is logged but never sent. */
  readonly cause?: unknown;
}

/** An error that is sent to the client as `{ "message": …, "errors"?: [{ field, message }] }`. */
export class HttpError extends Error {
  readonly status: number;
  readonly details: HttpErrorDetails;

  constructor(status: number, message: string, details: HttpErrorDetails = {}) {
    super(message, details);
    this.name = 'HttpError';
    this.status = status;
    this.details = details;
  }
}

/** Bounds on what a response lists, since a large body can have thousands of invalid fields. */
const maxFieldsInMessage = 5;
const maxFieldErrors = 100;

/** A 400 that names the invalid fields. */
export function createBadRequest(errors: readonly FieldError[]): HttpError {
  const named = errors
    .slice(0, maxFieldsInMessage)
    .map(({ field, message }) => (field === '' ? message : `${field}: ${message}`));
  return new HttpError(400, named.join('; '), { errors: errors.slice(0, maxFieldErrors) });
}

/** Converts a zod error to a 400 that names the invalid fields by their paths. */
export function toBadRequest(error: z.ZodError): HttpError {
  return createBadRequest(
    error.issues.flatMap((issue) => {
      const path = issue.path.map(String);
      if (issue.code !== 'unrecognized_keys') return [{ field: path.join('.'), message: issue.message }];
      return issue.keys.map((key) => ({
        field: [...path, key].join('.'),
        message: 'There is no such field',
      }));
    }),
  );
}
