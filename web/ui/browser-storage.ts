import { useSyncExternalStore } from 'react';
import { createListeners } from '#web/store.ts';

/** The parts of `Storage` that the shop uses. */
type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const items = new Map<string, string>();
const memoryStorage: BrowserStorage = {
  getItem: (key) => items.get(key) ?? null,
  setItem: (key, value) => {
    items.set(key, value);
  },
  removeItem: (key) => {
    items.delete(key);
  },
};

/**
 * This tab's session storage. If the browser denies access to it, as browsers that block all cookies do, has none, as
 * in some Android apps, or cannot store anything, the items are kept in memory until the next page load.
 */
export function getSessionStorage(): BrowserStorage {
  try {
    const { sessionStorage } = window;
    sessionStorage.setItem('', '');
    sessionStorage.removeItem('');
    return sessionStorage;
  } catch {
    return memoryStorage;
  }
}

/** The parts of `BroadcastChannel` that the shop uses. */
export type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;

/**
 * Opens a channel between the shopper's tabs. If the browser denies access to it, as Firefox does if it blocks all
 * cookies, the channel does nothing.
 */
export function openTabChannel(name: string): TabChannel {
  try {
    return new BroadcastChannel(name);
  } catch {
    return { postMessage: () => undefined, addEventListener: () => undefined };
  }
}

/** A text in the browser's local storage, which all tabs share. */
interface StoredText {
  /** Null if nothing is stored, or if storage is disabled. */
  read(): string | null;
  /** Stores the text, or removes it. Returns false if the browser doesn't store it. */
  write(text: string | null): boolean;
  /** Calls the listener when this tab or another changes the text. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/** Provides access to a text in local storage. The privacy policy names the shop's keys. */
export function createStoredText(storageKey: string): StoredText {
  const listeners = createListeners();
  return {
    read() {
      try {
        return localStorage.getItem(storageKey);
      } catch {
        // Storage is disabled.
        return null;
      }
    },
    write(text) {
      try {
        if (text === null) localStorage.removeItem(storageKey);
        else localStorage.setItem(storageKey, text);
      } catch {
        // Storage is disabled or full.
        return false;
      }
      listeners.notify();
      return true;
    },
    subscribe(listener) {
      const unsubscribe = listeners.subscribe(listener);
      // `storage` events report the changes of other tabs to any key. A page in the back/forward cache misses them.
      window.addEventListener('storage', listener);
      window.addEventListener('pageshow', listener);
      return () => {
        unsubscribe();
        window.removeEventListener('storage', listener);
        window.removeEventListener('pageshow', listener);
      };
    },
  };
}

/** The stored text, or null if there is none. Always null on the server and during hydration. */
export function useStoredText({ subscribe, read }: StoredText): string | null {
  return useSyncExternalStore(subscribe, read, () => null);
}
