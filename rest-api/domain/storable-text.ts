/** Whether PostgreSQL can store a string unchanged: it has no NUL character and no lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
