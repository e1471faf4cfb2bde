/**
 * The message of an error; if it is empty, the code or the name. Node.js leaves the message empty if it could not
 * connect to any of a host's several IP addresses.
 */
export function describeReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== '') return error.message;
  return 'code' in error ? String(error.code) : error.name;
}
