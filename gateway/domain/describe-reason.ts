/**
 * The message of an error. If it is empty, the code or the name: Node.js gives no message to the error of a connection
 * that failed at several IP addresses.
 */
export function describeReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== '') return error.message;
  return 'code' in error ? String(error.code) : error.name;
}
