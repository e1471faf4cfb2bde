import { describe } from 'vitest';
import { postgresqlDirectory } from './postgresql.ts';
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
  describe.skipIf(postgresqlDirectory === undefined)('on PostgreSQL', () =>
    tests(startOnPostgresql, 'postgresql'),
  );
}

async function startEmbedded(settings: Settings = {}): Promise<TestService> {
  const directory = await createCatalogueDirectory();
  return start({ DATA_DIR: directory, ...settings }, () => removeDataDirectory(directory));
}

/** Starts a service with the demo on the embedded database. */
export async function startDemo(settings: Settings = {}): Promise<TestService> {
  const directory = await createDemoDirectory();
  return start({ DATA_DIR: directory, ...settings }, () => removeDataDirectory(directory));
}

async function startOnPostgresql(otherSettings: Settings = {}): Promise<TestService> {
  const directory = await createDataDirectory();
  const settings = { DATA_DIR: directory, DATABASE_URL: await createCatalogueDatabase(), ...otherSettings };
  return start(settings, () => removeDataDirectory(directory));
}

async function start(settings: Settings, cleanUp: () => Promise<void>): Promise<TestService> {
  try {
    const service = await startService(settings);
    return {
      ...service,
      settings,
      restart: () => start(settings, cleanUp),
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
