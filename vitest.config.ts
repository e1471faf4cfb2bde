import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Files that do not share the module cache with others. */
const isolatedWebFiles = [
  // Mocks `maxPages` of catalogue/listing-url.ts, which other files need unchanged.
  'tests/web/page-focus.test.tsx',
  // The support for page translation changes the prototype of DOM nodes.
  'tests/web/page-translation.test.tsx',
  // Chakra UI's modules keep count of the toasts and dialogs of the page.
  'tests/web/toasts.test.tsx',
  // Each tab loads the storefront's modules again.
  'tests/web/two-tabs.test.tsx',
];

const folderProjects = [
  { name: 'conventions' },
  // The files of a project import the same modules. Sharing the module cache saves loading them again each time.
  { name: 'rest-api', isolate: false, globalSetup: 'tests/rest-api/prepare-data.ts' },
  { name: 'gateway', isolate: false, globalSetup: 'tests/build-storefront.ts' },
  {
    name: 'web',
    isolate: false,
    unstubGlobals: true,
    setupFiles: 'tests/web/setup.ts',
    exclude: isolatedWebFiles,
  },
].map((test) => ({
  extends: true as const,
  test: { ...test, include: [`tests/${test.name}/**/*.test.{ts,tsx}`] },
}));

// Apollo Server requires graphql as CommonJS, but Vite would resolve the tests' imports to graphql's ES modules.
// graphql rejects a schema that was built by another copy of itself.
const singleGraphql = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };

export default defineConfig({
  plugins: [react()],
  resolve: singleGraphql,
  test: {
    // The tests start real services, which is slow on a machine with two busy cores.
    testTimeout: 30_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
    // At least four workers even on two cores: tests spend much of their time waiting.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    projects: [
      ...folderProjects,
      {
        extends: true,
        test: {
          name: 'web isolated',
          include: isolatedWebFiles,
          unstubGlobals: true,
          setupFiles: 'tests/web/setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          isolate: false,
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/build-storefront.ts', 'tests/e2e/start-shop.ts'],
          testTimeout: 90_000,
          // Runs last, since a browser and the three tiers of the shop already use two cores.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
