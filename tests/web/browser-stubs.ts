import { vi } from 'vitest';

/** Stubs `matchMedia`, which jsdom lacks. `matches` decides which queries match. */
export function stubMediaQueries(matches: (query: string) => boolean): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: matches(query),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

/** Stubs `BroadcastChannel` without other listeners, so that tests in one process do not affect each other. */
export function stubBroadcastChannel(): void {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage() {}
      addEventListener() {}
    },
  );
}
