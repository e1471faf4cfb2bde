/**
 * Whether a value of unknown origin has properties to read. For code on pages that would otherwise load zod only for
 * this check.
 */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
