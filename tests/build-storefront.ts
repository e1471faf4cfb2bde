import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Vitest's global setup for tests that serve the shop: builds storefront and sandbox if their sources have changed. */
export default function buildStorefront(): void {
  const root = path.dirname(import.meta.dirname);
  const { status } = spawnSync(process.execPath, ['.ci/prepare.mjs', 'build'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0)
    throw new Error('The storefront or the sandbox could not be built; see the output above.');
}
