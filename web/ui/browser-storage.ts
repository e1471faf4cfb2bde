import { useSyncExternalStore } from 'react';
import { createListeners } from '#web/store.ts';

const unstoredItems = new Map<string, string>();

/**
 * Calls `use` with this tab's session storage and returns its result; undefined if the browser has no session storage,
 * denies access to it, or cannot store the value.
 */
function attempt<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(window.sessionStorage);
  } catch {
    return undefined;
  }
}

/**
 * This tab's session storage. Items that the browser cannot store, for example because it blocks all cookies or its
 * storage is full, are kept in memory until the next page load.
 */
export const tabStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: (key) => unstoredItems.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
  setItem(key, value) {
    tabStorage.removeItem(key);
    unstoredItems.set(key, value);
    attempt((storage) => {
      storage.setItem(key, value);
      unstoredItems.delete(key);
    });
  },
  removeItem(key) {
    unstoredItems.delete(key);
    attempt((storage) => storage.removeItem(key));
  },
};

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
