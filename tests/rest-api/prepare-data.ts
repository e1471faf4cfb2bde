import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { readConfig } from '#rest-api/config.ts';
import { openDatabase } from '#rest-api/database/open.ts';
import { demoCatalogue } from '#rest-api/demo/catalogue.ts';
import { importTestCatalogue } from './import-command.ts';
import {
  catalogueDatabaseName,
  type PostgresqlServer,
  postgresqlBinaryDir,
  startPostgresql,
} from './postgresql.ts';
import { startService } from './service.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * Data directory of a service that was started once and created the demo with its images. The tests of all tiers
     * can copy it; undefined in a run without the REST API's tests.
     */
    demoData: string | undefined;
    /** Data directory into whose embedded database `catalogue.json` was imported. */
    catalogueData: string;
    /** Data directory with an empty embedded database. */
    emptyData: string;
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
  const demo = path.join(folder, 'demo');
  const catalogue = path.join(folder, 'catalogue');
  const empty = path.join(folder, 'empty');
  const [postgresql] = await Promise.all([
    preparePostgresql(path.join(folder, 'postgresql')),
    createDemo(demo),
    createEmpty(empty).then(async () => {
      await cp(empty, catalogue, { recursive: true });
      await importTestCatalogue({ DATA_DIR: catalogue });
    }),
  ]);
  project.vitest.provide('demoData', demo);
  project.provide('postgresqlUrl', postgresql?.url);
  project.provide('catalogueData', catalogue);
  project.provide('emptyData', empty);
  return async () => {
    await postgresql?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function createDemo(directory: string): Promise<void> {
  const service = await startService({ DATA_DIR: directory });
  // The response is sent once all images exist. If they were missing, each start with a copy would create them.
  const image = await fetch(`${service.url}${demoCatalogue.products[0]?.thumbnailFile}`);
  if (!image.ok) throw new Error(`The demo has no images: ${image.status}\n${service.output()}`);
  await service.stop();
}

/** Creates a data directory with an empty database. */
async function createEmpty(directory: string): Promise<void> {
  const onFailure = (error: Error) => {
    throw error;
  };
  const engine = await openDatabase(readConfig({ DATA_DIR: directory }), {
    onConnectionError: onFailure,
    onMigrationWait: () => undefined,
    onFailure,
  });
  await engine.close();
}

/** Starts a server with a database into which `catalogue.json` was imported. */
async function preparePostgresql(dataDirectory: string): Promise<PostgresqlServer | undefined> {
  if (postgresqlBinaryDir === undefined) return undefined;
  const server = await startPostgresql(postgresqlBinaryDir);
  const url = await server.createDatabase(catalogueDatabaseName);
  await importTestCatalogue({ DATA_DIR: dataDirectory, DATABASE_URL: url });
  return server;
}
