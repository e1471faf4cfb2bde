import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const tiers = [
  { name: 'rest-api', globalSetup: 'tests/rest-api/prepare-data.ts' },
  // Nearly all import the whole gateway: a file may find its modules loaded by the one before.
  { name: 'gateway', isolate: false },
  { name: 'web', setupFiles: 'tests/web/patience.ts' },
].map((test) => ({
  extends: true as const,
  test: { ...test, include: [`tests/${test.name}/**/*.test.{ts,tsx}`] },
}));

// Apollo Server requires graphql as CommonJS; Vite would give the tests its ES modules, and schemas
// of two copies do not mix.
const oneGraphql = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };

export default defineConfig({
  plugins: [react()],
  resolve: oneGraphql,
  test: {
    // Real services start within tests: on two busy cores that takes its time.
    testTimeout: 30_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
    // Two at once also where there are two cores: much of a test is waiting for another process.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      ...tiers,
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: 'tests/e2e/start-shop.ts',
          testTimeout: 90_000,
          // Last and one file at a time: a browser and three tiers already fill two cores.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
