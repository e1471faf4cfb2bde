import { vi } from 'vitest';

/** Stubs `matchMedia`, which jsdom lacks. `matches` decides which queries match. */
export function stubMediaQueries(matches: (query: string) => boolean): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: matches(query),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

/** Replaces `BroadcastChannel` with a stub that connects the tabs opened after this call. */
export function connectBroadcastChannels(): void {
  const channels = new Set<ConnectedChannel>();
  class ConnectedChannel extends EventTarget {
    readonly name: string;

    constructor(name: string) {
      super();
      this.name = name;
      channels.add(this);
    }

    postMessage(message: unknown) {
      for (const channel of channels) {
        if (channel === this || channel.name !== this.name) continue;
        const data: unknown = structuredClone(message);
        queueMicrotask(() => channel.dispatchEvent(new MessageEvent('message', { data })));
      }
    }
  }
  vi.stubGlobal('BroadcastChannel', ConnectedChannel);
}

/** Replaces `BroadcastChannel` with a stub that delivers nothing, so that tests in one process do not interfere. */
export function stubBroadcastChannel(): void {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage() {}
      addEventListener() {}
    },
  );
}
