/** Whether the database gives a text back as it is: it has no NUL character and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
