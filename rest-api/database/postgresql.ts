import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { SettingError, withoutPassword } from '../config.ts';
import { type Engine, schema } from './engine.ts';
import { isDatabaseAway } from './transaction.ts';

/** Any number that no other user of the database takes for an advisory lock. */
const migrationLock = 274431;

const connecting = { connectionTimeoutMillis: 10_000, application_name: 'open-bookshop-rest-api' };

/**
 * What one request may ask of the server. The server ends a statement after 30 s; a server that says nothing
 * any more, not even that, is given up a little later.
 */
const bounds = {
  statement_timeout: 30_000,
  query_timeout: 32_000,
  idle_in_transaction_session_timeout: 30_000,
};

/**
 * Connects to PostgreSQL with a pool.
 * @throws SettingError when nothing there lets us in.
 */
export async function openPostgresql(url: string, onLostConnection: (error: Error) => void): Promise<Engine> {
  const pool = new pg.Pool({ connectionString: url, max: 10, ...connecting, ...bounds });
  pool.on('error', onLostConnection);
  // The pool listens to idle clients alone; an 'error' event that nobody listens to would end the process.
  pool.on('acquire', (client) => client.on('error', onLostConnection));
  pool.on('release', (_error, client) => client.removeListener('error', onLostConnection));
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    const reason = error instanceof Error && error.message !== '' ? error.message : 'no answer';
    throw new SettingError('DATABASE_URL', withoutPassword(url), `PostgreSQL does not let us in (${reason})`);
  }
  return {
    database: openDrizzle(pool),
    shared: true,
    migrate: (migrationsFolder) => migrateAlone(url, migrationsFolder, onLostConnection),
    close: () => pool.end(),
  };
}

/**
 * Drizzle over the pool, with transactions that always give their client back. Drizzle's own (0.45) keep it
 * forever when `begin` fails, as it does on a connection that the server has just ended.
 */
function openDrizzle(pool: pg.Pool): NodePgDatabase<typeof schema> {
  const database = drizzle(pool, { schema });
  database.transaction = async (work, config) => {
    const client = await pool.connect();
    let isBroken = false;
    try {
      return await drizzle(client, { schema }).transaction(work, config);
    } catch (error) {
      isBroken = isDatabaseAway(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  };
  return database;
}

/**
 * Of several processes that start at once, one migrates and the others wait for it. On a connection of its
 * own, without bounds: a large table takes as long as it takes.
 */
async function migrateAlone(
  url: string,
  migrationsFolder: string,
  onLostConnection: (error: Error) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, ...connecting });
  client.on('error', onLostConnection);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    // Closing the connection also gives the lock back.
    await client.end();
  }
}
