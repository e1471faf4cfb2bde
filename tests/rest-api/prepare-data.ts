import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { importTestCatalogue } from './import-command.ts';
import { startService } from './service.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Data folder of a service that was started once and filled itself with the demo. */
    demoData: string;
    /** Data folder with `catalogue.json` in its embedded database. */
    catalogueData: string;
  }
}

/** Makes the data folders that tests take copies of: making a database takes longer than most of what is tested on it. */
export default async function prepareData(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rest-prepared-'));
  const [demo, catalogue] = [path.join(folder, 'demo'), path.join(folder, 'catalogue')];
  const fillWithDemo = async () => (await startService({ DATA_DIR: demo })).stop();
  await Promise.all([fillWithDemo(), importTestCatalogue({ DATA_DIR: catalogue })]);
  project.provide('demoData', demo);
  project.provide('catalogueData', catalogue);
  return () => rm(folder, { recursive: true, force: true });
}
