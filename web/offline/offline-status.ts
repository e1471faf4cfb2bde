import { createStore, useStore } from '#web/store.ts';
import type { OfflineMessage, PageMessage } from './messages.ts';

/**
 * The id of an element that only the offline page has. If the document contains it, the service worker may have sent
 * the offline page instead of the requested one.
 */
export const offlinePageId = 'offline-page';

/** `reconnected`: the shop can be reached again, but the page still shows a stored copy. */
type OfflineStatus =
  | { kind: 'online' }
  | { kind: 'reconnected' }
  | { kind: 'offline'; storedAt: number | null };

const status = createStore<OfflineStatus>({ kind: 'online' });

/** Whether the shop can be reached. Always online on the server and during hydration. */
export function useOfflineStatus(): OfflineStatus {
  return useStore(status);
}

export function setOfflineStatus({ isOffline, storedAt }: OfflineMessage): void {
  const current = status.get();
  const showsCopy =
    current.kind === 'reconnected' || (current.kind === 'offline' && current.storedAt !== null);
  if (isOffline) status.set({ kind: 'offline', storedAt });
  else status.set(showsCopy ? { kind: 'reconnected' } : status.initial);
}

/** Sends a message to the service worker, if there is one. While it is being installed, the message waits for it. */
export async function notifyServiceWorker(message: PageMessage): Promise<void> {
  // Pages over plain HTTP, except those of localhost, have no service workers, although the types say otherwise.
  if (!('serviceWorker' in navigator)) return;
  // Firefox rejects this promise if it blocks all cookies.
  const registration = await navigator.serviceWorker.ready.catch(() => undefined);
  registration?.active?.postMessage(message);
}
