import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { importTestCatalogue } from './import-command.ts';
import { startService } from './service.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Data directory of a service that was started once and seeded the demo. */
    demoData: string;
    /** Data directory into whose embedded database `catalogue.json` was imported. */
    catalogueData: string;
  }
}

/** Creates the data directories that tests copy. Creating a database takes longer than most tests. */
export default async function prepareData(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rest-prepared-'));
  const [demo, catalogue] = [path.join(folder, 'demo'), path.join(folder, 'catalogue')];
  const seedDemo = async () => (await startService({ DATA_DIR: demo })).stop();
  await Promise.all([seedDemo(), importTestCatalogue({ DATA_DIR: catalogue })]);
  project.provide('demoData', demo);
  project.provide('catalogueData', catalogue);
  return () => rm(folder, { recursive: true, force: true });
}
