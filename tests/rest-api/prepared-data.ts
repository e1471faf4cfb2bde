import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { inject } from 'vitest';
import { catalogueDatabaseName, createDatabase } from './postgresql.ts';
import { createDataDirectory } from './service.ts';

/**
 * Creates a data directory with the demo, as after a first start. In a run without the REST API's tests, the directory
 * is empty, and the service creates the demo.
 */
export function createDemoDirectory(): Promise<string> {
  const demoData = inject('demoData');
  return demoData === undefined ? createDataDirectory() : copyDataDirectory(demoData);
}

/** Creates a data directory into which `catalogue.json` was imported. */
export function createCatalogueDirectory(): Promise<string> {
  return copyDataDirectory(inject('catalogueData'));
}

/** Creates a data directory with an empty embedded database, as a copy, because creating a database takes seconds. */
export function createEmptyDirectory(): Promise<string> {
  return copyDataDirectory(inject('emptyData'));
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
  // A database has more than a thousand files. Copying them asynchronously takes more than twice the CPU time.
  cpSync(source, directory, { recursive: true });
  return directory;
}
