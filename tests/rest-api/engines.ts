import { describe } from 'vitest';
import { postgresqlBinaryDir } from './postgresql.ts';
import { createCatalogueDatabase, createCatalogueDirectory, createDemoDirectory } from './prepared-data.ts';
import {
  createDataDirectory,
  type RunningService,
  removeDataDirectory,
  type Settings,
  startService,
} from './service.ts';

/** A service with data of its own. */
export interface TestService extends RunningService {
  readonly settings: Settings;
  /** Starts another process with the same settings and data. The caller must have stopped or killed this one. */
  restart(): Promise<TestService>;
  /** Stops the service and removes its data directory. */
  remove(): Promise<void>;
}

/** Starts a separate service, with additional settings. */
export type StartService = (settings?: Settings) => Promise<TestService>;

type Engine = 'embedded' | 'postgresql';

/**
 * Declares the same tests for both databases, and skips those for PostgreSQL if it is not installed. The services have
 * the catalogue of `catalogue.json`.
 */
export function onEachEngine(tests: (start: StartService, engine: Engine) => void): void {
  describe('on the embedded database', () => tests(startEmbedded, 'embedded'));
  describe.skipIf(postgresqlBinaryDir === undefined)('on PostgreSQL', () =>
    tests(startOnPostgresql, 'postgresql'),
  );
}

async function startEmbedded(settings: Settings = {}): Promise<TestService> {
  return start(await createCatalogueDirectory(), settings);
}

/** Starts a service with the demo on the embedded database. */
export async function startDemo(settings: Settings = {}): Promise<TestService> {
  return start(await createDemoDirectory(), settings);
}

async function startOnPostgresql(settings: Settings = {}): Promise<TestService> {
  const directory = await createDataDirectory();
  return start(directory, { DATABASE_URL: await createCatalogueDatabase(), ...settings });
}

/** Starts a service on a data directory, which is removed with the service, or if it fails to start. */
async function start(directory: string, otherSettings: Settings): Promise<TestService> {
  const settings = { DATA_DIR: directory, ...otherSettings };
  try {
    const service = await startService(settings);
    return {
      ...service,
      settings,
      restart: () => start(directory, otherSettings),
      remove: async () => {
        await service.stop();
        await removeDataDirectory(directory);
      },
    };
  } catch (error) {
    await removeDataDirectory(directory);
    throw error;
  }
}
