import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { SettingError } from '../config.ts';
import { getErrorMessage } from '../error-message.ts';
import { type Engine, schema } from './engine.ts';

/**
 * Opens or creates the embedded database in `dataDirectory`. It has a single connection, so statements and
 * transactions run one at a time. The caller must hold the directory's lock.
 * @throws SettingError if the existing database cannot be opened.
 */
export async function openEmbedded(dataDirectory: string): Promise<Engine> {
  const client = await openPglite(dataDirectory);
  const database = drizzle(client, { schema });
  return {
    database,
    shared: false,
    migrate: (migrationsFolder) => migrate(database, { migrationsFolder }),
    close: () => client.close(),
  };
}

/**
 * PostgreSQL's default of 128 MB would be allocated in full, although the files of the database are in the cache of the
 * operating system anyway.
 */
const memorySettings = ['-c', 'shared_buffers=16MB'];

async function openPglite(dataDirectory: string): Promise<PGlite> {
  const directory = path.join(dataDirectory, 'database');
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return await PGlite.create(directory, { startParams: [...PGlite.defaultStartParams, ...memorySettings] });
  } catch (error) {
    const reason = getErrorMessage(error);
    throw new SettingError(
      'DATA_DIR',
      dataDirectory,
      `the database in its subdirectory "database" cannot be opened; restore it or use another directory (${reason})`,
    );
  }
}
