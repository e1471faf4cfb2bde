import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Config, SettingError, withoutPassword } from '../config.ts';
import { catalogueRevision } from './catalogue-tables.ts';
import { takeDataDirectory } from './data-directory.ts';
import { openEmbedded } from './embedded.ts';
import type { Database, Engine } from './engine.ts';
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
    await refuseNewerDatabase(engine.database, config);
    await engine.database.insert(catalogueRevision).values({ id: 1 }).onConflictDoNothing();
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

const journal = z.object({ entries: z.array(z.object({ when: z.number() })) });
const applied = z.object({ rows: z.array(z.object({ newest: z.coerce.number() })) });

/** Tables of a later version hold rules that this version does not know. */
async function refuseNewerDatabase(database: Database, config: Config): Promise<void> {
  const text = readFileSync(path.join(migrationsFolder, 'meta', '_journal.json'), 'utf8');
  const known = Math.max(...journal.parse(JSON.parse(text)).entries.map(({ when }) => when));
  const result = await database.execute(
    sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
  );
  if ((applied.parse(result).rows[0]?.newest ?? 0) <= known) return;
  const [name, value] =
    config.databaseUrl === undefined
      ? ['DATA_DIR', config.dataDirectory]
      : ['DATABASE_URL', withoutPassword(config.databaseUrl)];
  throw new SettingError(name, value, 'a later version has changed this database; start that version');
}

async function openLocked(dataDirectory: string): Promise<Engine> {
  const unlock = takeDataDirectory(dataDirectory);
  try {
    const engine = await openEmbedded(dataDirectory);
    return { ...engine, close: () => engine.close().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}
