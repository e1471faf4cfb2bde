import { randomUUID } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { inject } from 'vitest';
import { catalogueDatabaseName, createDatabase } from './postgresql.ts';
import { createDataDirectory } from './service.ts';

/** Creates a data directory with the demo, as after a first start. */
export function createDemoDirectory(): Promise<string> {
  return copyDataDirectory(inject('demoData'));
}

/** Creates a data directory into which `catalogue.json` was imported. */
export function createCatalogueDirectory(): Promise<string> {
  return copyDataDirectory(inject('catalogueData'));
}

/** Creates an empty PostgreSQL database and returns its URL. */
export function createEmptyDatabase(): Promise<string> {
  return createDatabase(inject('postgresqlUrl') ?? '', `empty-${randomUUID()}`);
}

/** Creates a PostgreSQL database into which `catalogue.json` was imported, and returns its URL. */
export function createCatalogueDatabase(): Promise<string> {
  return createDatabase(inject('postgresqlUrl') ?? '', `catalogue-${randomUUID()}`, catalogueDatabaseName);
}

async function copyDataDirectory(source: string): Promise<string> {
  const directory = await createDataDirectory();
  await cp(source, directory, { recursive: true });
  return directory;
}
