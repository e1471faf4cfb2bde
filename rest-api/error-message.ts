/**
 * The message of an error, for operators. Drizzle's own message contains a statement's parameters, which may be
 * personal data or a whole catalogue, so the message of the error's cause is used instead.
 */
export function getErrorMessage(error: unknown): string {
  if (isQueryError(error)) return getErrorMessage(error.cause);
  return error instanceof Error ? error.message : String(error);
}

/**
 * Whether an error is Drizzle's. Its class is not imported: programs load this file before they call
 * `registerDrizzleResolver`, and Drizzle must be loaded after that.
 */
export function isQueryError(error: unknown): error is Error & { query: string } {
  return (
    error instanceof Error &&
    error.constructor.name === 'DrizzleQueryError' &&
    'query' in error &&
    typeof error.query === 'string'
  );
}
