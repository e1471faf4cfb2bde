import { vi } from 'vitest';

/** What jsdom lacks and the storefront's parts use: media queries, whose answers a test chooses. */
export function answerMediaQueries(matches: (query: string) => boolean): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: matches(query),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

/** A `BroadcastChannel` without listeners elsewhere, so that tests of one process do not meet. */
export function isolateTabs(): void {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage() {}
      addEventListener() {}
    },
  );
}
