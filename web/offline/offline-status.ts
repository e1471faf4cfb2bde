import { createStore, useStore } from '#web/store.ts';
import type { OfflineMessage, PageMessage } from './messages.ts';

/**
 * The id of an element that only the offline page has. If the document contains it, the service worker may have sent
 * the offline page instead of the requested one.
 */
export const offlinePageId = 'offline-page';

const status = createStore<OfflineMessage>({ isOffline: false, storedAt: null });

/**
 * Whether the shop can be reached, and how old the page may be. `storedAt` remains set until the page reloads, even when
 * the connection returns, because the page may still show stored copies. Always online on the server and during
 * hydration.
 */
export function useOfflineStatus(): OfflineMessage {
  return useStore(status);
}

export function setOfflineStatus({ isOffline, storedAt }: OfflineMessage): void {
  const current = status.get().storedAt;
  status.set({
    isOffline,
    storedAt: current === null || storedAt === null ? (current ?? storedAt) : Math.min(current, storedAt),
  });
}

/** Sends a message to the service worker, if there is one. While it is being installed, the message waits for it. */
export async function notifyServiceWorker(message: PageMessage): Promise<void> {
  // Pages over plain HTTP, except those of localhost, have no service workers, although the types say otherwise.
  if (!('serviceWorker' in navigator)) return;
  // Firefox rejects this promise if it blocks all cookies.
  const registration = await navigator.serviceWorker.ready.catch(() => undefined);
  registration?.active?.postMessage(message);
}
