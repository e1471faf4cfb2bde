import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { stubBroadcastChannel, stubMediaQueries } from './browser-stubs.ts';

/** How long `findBy` and `waitFor` retry, in milliseconds. Generous, so that tests do not fail on a busy machine. */
configure({ asyncUtilTimeout: 20_000 });

// Most test files share the modules of Chakra UI. Their count of open dialogs would otherwise include one that another
// file left open.
afterEach(cleanup);

beforeEach(() => {
  if (!('document' in globalThis)) return;
  stubBroadcastChannel();
  stubMediaQueries(() => false);
});
