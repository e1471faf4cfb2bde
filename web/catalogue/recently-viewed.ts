/** The key in the browser's local storage. What stands there never leaves the browser but as ids asked for. */
const key = 'recentlyViewed';

/** How many books are remembered. */
const most = 12;

/** The ids of the books this browser opened last, the latest first. Empty where nothing can be stored. */
export function recentlyViewed(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((id): id is string => typeof id === 'string').slice(0, most);
  } catch {
    return [];
  }
}

/** Remembers that a book was opened. */
export function rememberViewed(id: string): void {
  const ids = [id, ...recentlyViewed().filter((other) => other !== id)].slice(0, most);
  try {
    localStorage.setItem(key, JSON.stringify(ids));
  } catch {
    // A browser that stores nothing remembers nothing.
  }
}

/** Forgets all of them. */
export function forgetViewed(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // As above.
  }
}
