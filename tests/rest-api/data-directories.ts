import { cp } from 'node:fs/promises';
import { inject } from 'vitest';
import { makeDataDirectory } from './service.ts';

/** Creates a data directory with the demo, as after a first start. */
export function makeDemoDirectory(): Promise<string> {
  return copyPrepared(inject('demoData'));
}

/** Creates a data directory into which `catalogue.json` was imported. */
export function makeCatalogueDirectory(): Promise<string> {
  return copyPrepared(inject('catalogueData'));
}

async function copyPrepared(prepared: string): Promise<string> {
  const directory = await makeDataDirectory();
  await cp(prepared, directory, { recursive: true });
  return directory;
}
