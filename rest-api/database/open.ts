import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Config, redactPassword, SettingError } from '../config.ts';
import { catalogueRevision } from './catalogue-tables.ts';
import { hasDatabase, openDataDirectory } from './data-directory.ts';
import type { Database, Engine } from './engine.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

interface DatabaseListeners {
  /** A connection to PostgreSQL was lost. The next statement uses another one. */
  readonly onConnectionError: (error: Error) => void;
  /** Another process is migrating the database. Migrating continues when that process is done. */
  readonly onMigrationWait: () => void;
  /** The embedded database has failed, for example because the disk is full. The listener must end the process. */
  readonly onFailure: (error: Error) => void;
}

/** Whether opening a database runs its pending migrations, or fails if there are any. */
export type PendingMigrations = 'run' | 'reject';

/**
 * Opens the configured database and, unless `pendingMigrations` is `reject`, runs pending migrations.
 * @throws SettingError if the database cannot be opened with these settings, has pending migrations that are rejected,
 * or was changed by a newer version in a way that this version does not support.
 * @throws DataDirectoryInUseError if another process has the embedded database open.
 */
export async function openDatabase(
  config: Config,
  { onConnectionError, onMigrationWait, onFailure }: DatabaseListeners,
  pendingMigrations: PendingMigrations = 'run',
): Promise<Engine> {
  const engine =
    config.databaseUrl === undefined
      ? await lockAndOpenEmbedded(config.dataDirectory, onFailure)
      : await connectToPostgresql(config.databaseUrl, onConnectionError);
  try {
    if (pendingMigrations === 'reject') await rejectPendingMigrations(engine.database, config);
    else await engine.migrate(migrationsFolder, onMigrationWait);
    await rejectIncompatibleDatabase(engine.database, config);
    await engine.database.insert(catalogueRevision).values({ id: 1 }).onConflictDoNothing();
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

const preparedSchema = z.object({ rows: z.tuple([z.object({ prepared: z.boolean() })]) });

/**
 * Whether the database exists and has tables, or another process may be creating them. If not, `openDatabase` would
 * create them.
 * @throws SettingError if the server at DATABASE_URL cannot be reached.
 */
export async function isDatabasePrepared({ databaseUrl, dataDirectory }: Config): Promise<boolean> {
  if (databaseUrl === undefined) return hasDatabase(dataDirectory);
  const engine = await connectToPostgresql(databaseUrl, () => undefined);
  try {
    return await hasMigrations(engine.database);
  } finally {
    await engine.close();
  }
}

async function hasMigrations(database: Database): Promise<boolean> {
  const result = await database.execute(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as prepared`,
  );
  return preparedSchema.parse(result).rows[0].prepared;
}

async function rejectPendingMigrations(database: Database, config: Config): Promise<void> {
  const newestTimeMs = (await hasMigrations(database)) ? await readNewestMigrationTimeMs(database) : 0;
  if (newestTimeMs >= readNewestKnownMigrationTimeMs()) return;
  throw createDatabaseError(
    config,
    'this database has pending migrations; start the service once to run them, then repeat the command',
  );
}

const journalSchema = z.object({ entries: z.array(z.object({ when: z.number() })) });
const newestSchema = z.object({ rows: z.tuple([z.object({ newest: z.coerce.number() })]) });

/** Reads when a database's newest migration was generated, in milliseconds since the epoch; 0 if there is none. */
export async function readNewestMigrationTimeMs(database: Database): Promise<number> {
  const result = await database.execute(
    sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
  );
  return newestSchema.parse(result).rows[0].newest;
}

/** Whether a newer version has migrated the database. */
export async function isNewerDatabase(database: Database): Promise<boolean> {
  return (await readNewestMigrationTimeMs(database)) > readNewestKnownMigrationTimeMs();
}

function readNewestKnownMigrationTimeMs(): number {
  const text = readFileSync(path.join(migrationsFolder, 'meta', '_journal.json'), 'utf8');
  return Math.max(...journalSchema.parse(JSON.parse(text)).entries.map(({ when }) => when));
}

/**
 * After a downgrade, the database may have migrations that this version does not know. They are harmless if they only
 * add to the schema. Each migration that does more adds itself to `breaking_migrations`.
 */
async function rejectIncompatibleDatabase(database: Database, config: Config): Promise<void> {
  const result = await database.execute(
    sql`select max(created_at) as newest from drizzle.breaking_migrations`,
  );
  if (newestSchema.parse(result).rows[0].newest <= readNewestKnownMigrationTimeMs()) return;
  throw createDatabaseError(
    config,
    'a newer version has changed this database in a way that this version does not support; start the newer version, or restore a backup made before the upgrade',
  );
}

function createDatabaseError({ databaseUrl, dataDirectory }: Config, problem: string): SettingError {
  return databaseUrl === undefined
    ? new SettingError('DATA_DIR', dataDirectory, problem)
    : new SettingError('DATABASE_URL', redactPassword(databaseUrl), problem);
}

// The engines are loaded on demand. A command that the running service executes needs neither, so it starts faster.

async function connectToPostgresql(url: string, onConnectionError: (error: Error) => void): Promise<Engine> {
  const { openPostgresql } = await import('./postgresql.ts');
  return openPostgresql(url, onConnectionError);
}

async function lockAndOpenEmbedded(
  dataDirectory: string,
  onFailure: (error: Error) => void,
): Promise<Engine> {
  const unlock = openDataDirectory(dataDirectory);
  try {
    const { openEmbedded } = await import('./embedded.ts');
    const engine = await openEmbedded(dataDirectory, onFailure);
    return { ...engine, close: () => engine.close().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}
