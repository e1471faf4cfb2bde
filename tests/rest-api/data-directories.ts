import { cp } from 'node:fs/promises';
import { inject } from 'vitest';
import { makeDataDirectory } from './service.ts';

/** A new folder with the data of a service that filled itself with the demo at its first start. */
export function makeDemoDirectory(): Promise<string> {
  return copyOf(inject('demoData'));
}

/** A new folder with the data of a service into which `catalogue.json` was imported. */
export function makeCatalogueDirectory(): Promise<string> {
  return copyOf(inject('catalogueData'));
}

async function copyOf(prepared: string): Promise<string> {
  const directory = await makeDataDirectory();
  await cp(prepared, directory, { recursive: true });
  return directory;
}
