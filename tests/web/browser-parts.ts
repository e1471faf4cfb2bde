import { vi } from 'vitest';

/** Stubs media queries, which jsdom lacks. The test chooses which ones match. */
export function answerMediaQueries(matches: (query: string) => boolean): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: matches(query),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

/** Stubs `BroadcastChannel` without other listeners, so that tests in one process do not affect each other. */
export function isolateTabs(): void {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage() {}
      addEventListener() {}
    },
  );
}
