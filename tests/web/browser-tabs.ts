import { createSessionStore, type SessionChannel, type Shopper } from '#web/auth/session-store.ts';

export const asha: Shopper = {
  userId: '7',
  contact: '9876543210',
  userEmail: 'asha@example.in',
  token: 'first',
};
export const bina: Shopper = {
  userId: '8',
  contact: '9876543211',
  userEmail: 'bina@example.in',
  token: 'hers',
};

/** Simulates the tabs of one browser: each has its own session storage, and all share the channel. */
export function createBrowser() {
  const tabs: Array<(event: { data: unknown }) => void> = [];
  return {
    openTab(storage = new Map<string, string>()) {
      let own: (event: { data: unknown }) => void = () => undefined;
      const channel: SessionChannel = {
        postMessage: (data) => {
          for (const hear of tabs.filter((tab) => tab !== own)) hear({ data: structuredClone(data) });
        },
        addEventListener: (_type, listener) => {
          own = listener;
          tabs.push(listener);
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
