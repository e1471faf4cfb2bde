import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Config, SettingError } from '../config.ts';
import { catalogueRevision } from './catalogue-tables.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import { openEmbedded } from './embedded.ts';
import type { Engine } from './engine.ts';
import { openPostgresql } from './postgresql.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * Opens the database that the settings name and brings its tables up to date.
 * @throws SettingError when a setting stands in the way.
 * @throws DataDirectoryInUse when another process has the embedded database open.
 */
export async function openDatabase(
  config: Config,
  onLostConnection: (error: Error) => void,
): Promise<Engine> {
  const engine =
    config.databaseUrl === undefined
      ? await openLocked(config.dataDirectory)
      : await openPostgresql(config.databaseUrl, onLostConnection);
  try {
    await engine.migrate(migrationsFolder);
    await engine.database.insert(catalogueRevision).values({ id: 1 }).onConflictDoNothing();
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

async function openLocked(dataDirectory: string): Promise<Engine> {
  makeDataDirectory(dataDirectory);
  const unlock = lockDataDirectory(dataDirectory);
  try {
    const engine = await openEmbedded(dataDirectory);
    return { ...engine, close: () => engine.close().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Makes the data directory, for its owner alone: it holds customers' data.
 * @throws SettingError when it cannot be made.
 */
export function makeDataDirectory(dataDirectory: string): void {
  try {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingError(
      'DATA_DIR',
      dataDirectory,
      `name a folder that this process can write (${reason})`,
    );
  }
}
