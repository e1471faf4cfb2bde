import { createStoredText } from '#web/ui/browser-storage.ts';

/** A list of strings in local storage, the latest first. It stays empty while storage is unavailable. */
interface StoredList {
  read(): string[];
  /** Puts a text at the head of the list. */
  add(text: string): void;
  clear(): void;
}

/** @param storageKey the key in local storage, which the privacy policy must name. */
function createStoredList(storageKey: string, maxTexts: number): StoredList {
  const storedText = createStoredText(storageKey);
  function read(): string[] {
    try {
      const stored: unknown = JSON.parse(storedText.read() ?? '[]');
      if (!Array.isArray(stored)) return [];
      return stored.filter((text): text is string => typeof text === 'string').slice(0, maxTexts);
    } catch {
      return [];
    }
  }
  return {
    read,
    add(text) {
      const texts = [text, ...read().filter((other) => other !== text)].slice(0, maxTexts);
      storedText.write(JSON.stringify(texts));
    },
    clear() {
      storedText.write(null);
    },
  };
}

/** The ids of the products opened in this browser. They are sent only in queries for these products. */
export const recentlyViewed = createStoredList('recentlyViewed', 12);

/** The latest search texts of this browser. */
export const recentSearches = createStoredList('recentSearches', 5);
