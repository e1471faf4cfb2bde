/** The local-storage key. The list leaves the browser only as the ids of a product query. */
const storageKey = 'recentlyViewed';

const maxProducts = 12;

/** The ids of the products opened in this browser, the latest first. Empty when storage is unavailable. */
export function recentlyViewed(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((id): id is string => typeof id === 'string').slice(0, maxProducts);
  } catch {
    return [];
  }
}

/** Puts a product at the head of the list. */
export function rememberViewed(id: string): void {
  const ids = [id, ...recentlyViewed().filter((other) => other !== id)].slice(0, maxProducts);
  try {
    localStorage.setItem(storageKey, JSON.stringify(ids));
  } catch {
    // Storage is disabled or full; the list is optional.
  }
}

/** Clears the list. */
export function forgetViewed(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Storage is disabled.
  }
}
