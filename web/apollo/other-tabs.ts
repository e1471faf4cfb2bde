import { openTabChannel, type TabChannel } from '#web/ui/browser-storage.ts';

let channel: TabChannel | undefined;

/** Returns the channel between the shopper's tabs. Its messages only say that something may have changed, not what. */
function getChannel(): TabChannel {
  channel ??= openTabChannel('cart');
  return channel;
}

/** Notifies the shopper's other tabs that the cart or wish list may have changed. */
export function notifyOtherTabs(): void {
  getChannel().postMessage('changed');
}

/** Calls the listener when another tab may have changed the cart or wish list. Returns the unsubscribe function. */
export function onChangeInOtherTab(listener: () => void): () => void {
  const subscription = new AbortController();
  getChannel().addEventListener('message', listener, { signal: subscription.signal });
  return () => subscription.abort();
}
