import { useSyncExternalStore } from 'react';
import { createSessionStore, type SessionStore, type Shopper } from './session-store.ts';

let store: SessionStore | undefined;

/** This tab's session. In the browser only: the server renders for a visitor. */
export function browserSession(): SessionStore {
  store ??= createSessionStore(window.sessionStorage, new BroadcastChannel('session'));
  return store;
}

/** The signed-in shopper; null for a visitor, and on the server and while hydrating for everybody. */
export function useSession(): Shopper | null {
  return useSyncExternalStore(
    subscribe,
    () => browserSession().current(),
    () => null,
  );
}

/**
 * Whether it is known if somebody is signed in. A screen for shoppers only waits for it before it
 * sends anybody to the login.
 */
export function useSessionSettled(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => browserSession().settled(),
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  return browserSession().subscribe(listener);
}
