/** Whether a string has neither a NUL character nor a lone surrogate, so that PostgreSQL can store it unchanged. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
