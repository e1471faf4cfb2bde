import type { z } from 'zod';

/** What is wrong with one field of a request. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** A refusal that the caller is told about: `{ "message": …, "errors": [{ field, message }] }`. */
export class HttpError extends Error {
  readonly status: number;
  readonly errors: readonly FieldError[] | undefined;
  /** Further headers of the answer, such as `Allow` or `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    errors?: readonly FieldError[],
    headers: Readonly<Record<string, string>> = {},
    /** What lies behind it, for the log alone. */
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'HttpError';
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

/** How many fields are named in the sentence, and how many at all: a large body can have thousands of faults. */
const mostInMessage = 5;
const mostErrors = 100;

/** A 400 that names the fields. */
export function badInput(errors: readonly FieldError[]): HttpError {
  const named = errors
    .slice(0, mostInMessage)
    .map(({ field, message }) => (field === '' ? message : `${field}: ${message}`));
  return new HttpError(400, named.join('; '), errors.slice(0, mostErrors));
}

/** Turns what zod found into a 400 that names each field by its path. */
export function badInputFrom(error: z.ZodError): HttpError {
  return badInput(
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
