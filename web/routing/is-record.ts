/** Whether a value of unknown origin has properties to read. For code whose pages would load zod for this alone. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
