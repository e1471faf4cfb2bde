/** The message of an error, or its code: an error from several IP addresses has no message. */
export function describeReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== '') return error.message;
  return 'code' in error ? String(error.code) : error.name;
}
