/** The text of a field. Empty if the form has no such field. */
export function readText(values: FormData, field: string): string {
  const value = values.get(field);
  return typeof value === 'string' ? value : '';
}
