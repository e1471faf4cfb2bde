import { createSessionStore, type SessionChannel } from '#web/auth/session-store.ts';

type MessageListener = (event: { data: unknown }) => void;

/** Simulates the tabs of one browser: each has its own session storage, and all share the channel. */
export function createBrowser() {
  const messageListeners: MessageListener[] = [];
  return {
    openTab(storage = new Map<string, string>()) {
      let ownListener: MessageListener = () => undefined;
      const channel: SessionChannel = {
        postMessage: (data) => {
          const others = messageListeners.filter((listener) => listener !== ownListener);
          for (const listener of others) listener({ data: structuredClone(data) });
        },
        addEventListener: (_type, listener) => {
          ownListener = listener;
          messageListeners.push(listener);
        },
      };
      const store = createSessionStore(
        { getItem: (key) => storage.get(key) ?? null, setItem: (key, value) => storage.set(key, value) },
        channel,
      );
      return { store, storage };
    },
  };
}
