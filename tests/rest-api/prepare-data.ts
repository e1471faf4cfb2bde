import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { importTestCatalogue } from './import-command.ts';
import {
  catalogueDatabaseName,
  type PostgresqlServer,
  postgresqlDirectory,
  startPostgresql,
} from './postgresql.ts';
import { startService } from './service.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Data directory of a service that was started once and seeded the demo. */
    demoData: string;
    /** Data directory into whose embedded database `catalogue.json` was imported. */
    catalogueData: string;
    /** URL of a PostgreSQL server for all tests; undefined if PostgreSQL is not installed. */
    postgresqlUrl: string | undefined;
  }
}

/**
 * Creates the data directories and the PostgreSQL database that tests copy. Creating a database takes longer than most
 * tests.
 */
export default async function prepareData(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rest-prepared-'));
  const [demo, catalogue] = [path.join(folder, 'demo'), path.join(folder, 'catalogue')];
  const seedDemo = async () => (await startService({ DATA_DIR: demo })).stop();
  const [postgresql] = await Promise.all([
    preparePostgresql(path.join(folder, 'postgresql')),
    seedDemo(),
    importTestCatalogue({ DATA_DIR: catalogue }),
  ]);
  project.provide('postgresqlUrl', postgresql?.url);
  project.provide('demoData', demo);
  project.provide('catalogueData', catalogue);
  return async () => {
    await postgresql?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Starts a server with a database into which `catalogue.json` was imported. */
async function preparePostgresql(dataDirectory: string): Promise<PostgresqlServer | undefined> {
  if (postgresqlDirectory === undefined) return undefined;
  const server = await startPostgresql(postgresqlDirectory);
  const url = await server.createDatabase(catalogueDatabaseName);
  await importTestCatalogue({ DATA_DIR: dataDirectory, DATABASE_URL: url });
  return server;
}
