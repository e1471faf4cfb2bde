/**
 * Whether a value of unknown origin has properties to read. For browser code that would otherwise load zod only for
 * this check.
 */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The user errors in the data of a GraphQL result, such as those of a mutation or a quote. */
export function listUserErrors(data: unknown): unknown[] {
  const payloads = isRecord(data) ? Object.values(data) : [];
  return payloads.flatMap((payload) =>
    isRecord(payload) && Array.isArray(payload.userErrors) ? payload.userErrors : [],
  );
}
