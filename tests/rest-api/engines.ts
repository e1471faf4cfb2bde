import { describe } from 'vitest';
import { makeCatalogueDirectory } from './data-directories.ts';
import { importTestCatalogue } from './import-command.ts';
import { type PostgresqlServer, postgresqlDirectory, startPostgresql } from './postgresql.ts';
import {
  makeDataDirectory,
  type RunningService,
  removeDataDirectory,
  type Settings,
  startService,
} from './service.ts';

/** A service with the catalogue of `catalogue.json`. */
export interface TestService extends RunningService {
  readonly settings: Settings;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/** Starts a service of its own, with these settings in addition. */
export type StartService = (settings?: Settings) => Promise<TestService>;

/** Declares the same tests for the embedded database and, if it is installed, PostgreSQL. */
export function onEachEngine(tests: (start: StartService) => void): void {
  describe('on the embedded database', () => tests(startEmbedded));
  describe.skipIf(postgresqlDirectory === undefined)('on PostgreSQL', () => tests(startOnPostgresql));
}

async function startEmbedded(settings: Settings = {}): Promise<TestService> {
  const directory = await makeCatalogueDirectory();
  return start({ DATA_DIR: directory, ...settings }, () => removeDataDirectory(directory));
}

async function startOnPostgresql(otherSettings: Settings = {}): Promise<TestService> {
  const directory = await makeDataDirectory();
  const server: PostgresqlServer = await startPostgresql(postgresqlDirectory ?? '');
  const DATABASE_URL = await server.createDatabase('shop');
  const settings = { DATA_DIR: directory, DATABASE_URL, ...otherSettings };
  const cleanUp = async () => {
    await server.stop();
    await removeDataDirectory(directory);
  };
  return start(settings, cleanUp, () => importTestCatalogue(settings));
}

async function start(
  settings: Settings,
  cleanUp: () => Promise<void>,
  prepare: () => Promise<void> = async () => undefined,
): Promise<TestService> {
  try {
    await prepare();
    const service = await startService(settings);
    return {
      ...service,
      settings,
      remove: async () => {
        await service.stop();
        await cleanUp();
      },
    };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}
