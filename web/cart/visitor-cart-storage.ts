import { useSyncExternalStore } from 'react';

/*
 * The text of a visitor's cart in the browser's local storage. Every page reads it; what it contains is parsed by
 * `visitor-lines.ts`, which only pages of a visitor with a cart load.
 */

const storageKey = 'visitorCart';

const listeners = new Set<() => void>();

/** The stored text; null if the visitor's cart is empty, on the server and during hydration. */
export function useVisitorCartText(): string | null {
  return useSyncExternalStore(subscribe, readVisitorCartText, () => null);
}

export function readVisitorCartText(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    // Storage is disabled.
    return null;
  }
}

/** Stores the text, or removes it. Returns false if the browser doesn't store it. */
export function writeVisitorCartText(text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, text);
  } catch {
    // Storage is disabled or full.
    return false;
  }
  for (const listener of listeners) listener();
  return true;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Changes in other tabs.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
