let channel: BroadcastChannel | undefined;

/** Connects a shopper's tabs. A message only says that something changed, not what. */
function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('cart');
  return channel;
}

/** Notifies the shopper's other tabs that the cart or wish list changed. */
export function notifyOtherTabs(): void {
  openChannel().postMessage('changed');
}

/** Calls the listener when another tab changed cart or wish list. Returns the unsubscribe function. */
export function onChangeInOtherTab(listener: () => void): () => void {
  const subscription = new AbortController();
  openChannel().addEventListener('message', listener, { signal: subscription.signal });
  return () => subscription.abort();
}
