import { useSyncExternalStore } from 'react';
import { openTabChannel, tabStorage } from '#web/ui/browser-storage.ts';
import { createSessionStore, type SessionStore, type Shopper } from './session-store.ts';

let store: SessionStore | undefined;

/** This tab's session. Call it only in the browser: the server renders every page for a visitor. */
export function getBrowserSession(): SessionStore {
  store ??= createBrowserSession();
  return store;
}

function createBrowserSession(): SessionStore {
  const session = createSessionStore(tabStorage, openTabChannel('session'));
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) session.restore();
  });
  return session;
}

/** The signed-in shopper; null for a visitor, and always null on the server and during hydration. */
export function useSession(): Shopper | null {
  return useSyncExternalStore(
    subscribe,
    () => getBrowserSession().getShopper(),
    () => null,
  );
}

/**
 * Whether it is known if the shopper is signed in. Pages for shoppers wait for this before they redirect
 * to the login.
 */
export function useSessionSettled(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => getBrowserSession().isSettled(),
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  return getBrowserSession().subscribe(listener);
}
