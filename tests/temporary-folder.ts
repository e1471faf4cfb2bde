import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a folder that is removed after the test, once its `afterEach` hooks have run. */
export async function createTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gw-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
