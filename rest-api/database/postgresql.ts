import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { SettingError, withoutPassword } from '../config.ts';
import { type Engine, schema } from './engine.ts';

/** Any number that no other user of the database takes for an advisory lock. */
const migrationLock = 274431;

/**
 * Connects to PostgreSQL with a pool.
 * @throws SettingError when nothing there lets us in.
 */
export async function openPostgresql(url: string, onLostConnection: (error: Error) => void): Promise<Engine> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: 30_000,
    application_name: 'open-bookshop-rest-api',
  });
  pool.on('error', onLostConnection);
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    const reason = error instanceof Error && error.message !== '' ? error.message : 'no answer';
    throw new SettingError('DATABASE_URL', withoutPassword(url), `PostgreSQL does not let us in (${reason})`);
  }
  return {
    database: drizzle(pool, { schema }),
    shared: true,
    migrate: (migrationsFolder) => migrateAlone(pool, migrationsFolder),
    close: () => pool.end(),
  };
}

/** Of several processes that start at once, one migrates and the others wait for it. */
async function migrateAlone(pool: pg.Pool, migrationsFolder: string): Promise<void> {
  const client = await pool.connect();
  try {
    // Another process may migrate a large table for as long as it takes.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    // Closing the connection also gives the lock back.
    client.release(true);
  }
}
