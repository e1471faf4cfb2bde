let channel: BroadcastChannel | undefined;

/** Between a shopper's tabs; only says that something changed, never what. */
function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('holdings');
  return channel;
}

/** Tells the shopper's other tabs that cart or wish list changed. */
export function notifyOtherTabs(): void {
  openChannel().postMessage('changed');
}

/** Calls back when another tab changed cart or wish list. Returns how to stop listening. */
export function onChangeInOtherTab(listener: () => void): () => void {
  const listening = new AbortController();
  openChannel().addEventListener('message', listener, { signal: listening.signal });
  return () => listening.abort();
}
