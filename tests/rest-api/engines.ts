import path from 'node:path';
import { describe } from 'vitest';
import { importCatalogue } from './import-command.ts';
import { type PostgresqlServer, postgresqlPrograms, startPostgresql } from './postgresql.ts';
import { makeDataDirectory, type RunningService, removeDataDirectory, startService } from './service.ts';

/** A service on an engine, with the catalogue of `catalogue.json`. */
export interface TestService extends RunningService {
  readonly settings: Readonly<Record<string, string>>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

export const testCatalogue = path.join(import.meta.dirname, 'catalogue.json');

/** Declares the same tests for the embedded database and, where the machine has it, PostgreSQL. */
export function onEachEngine(tests: (start: () => Promise<TestService>) => void): void {
  describe('on the embedded database', () => tests(startEmbedded));
  describe.skipIf(postgresqlPrograms === undefined)('on PostgreSQL', () => tests(startOnPostgresql));
}

async function startEmbedded(): Promise<TestService> {
  const directory = await makeDataDirectory();
  return startFilled({ DATA_DIR: directory }, () => removeDataDirectory(directory));
}

async function startOnPostgresql(): Promise<TestService> {
  const directory = await makeDataDirectory();
  const server: PostgresqlServer = await startPostgresql(postgresqlPrograms ?? '');
  const settings = { DATA_DIR: directory, DATABASE_URL: await server.createDatabase('shop') };
  return startFilled(settings, async () => {
    await server.stop();
    await removeDataDirectory(directory);
  });
}

async function startFilled(
  settings: Readonly<Record<string, string>>,
  clear: () => Promise<void>,
): Promise<TestService> {
  try {
    const imported = await importCatalogue([testCatalogue], settings);
    if (imported.exitCode !== 0) throw new Error(imported.output);
    const service = await startService(settings);
    return {
      ...service,
      settings,
      remove: async () => {
        await service.stop();
        await clear();
      },
    };
  } catch (error) {
    await clear();
    throw error;
  }
}
