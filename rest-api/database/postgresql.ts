import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { z } from 'zod';
import { redactPassword, SettingError } from '../config.ts';
import { getErrorMessage } from '../error-message.ts';
import { type Engine, schema } from './engine.ts';
import { findPostgresError, isConnectionLost } from './transaction.ts';

/** An arbitrary number that no other client of the database uses for an advisory lock. */
const migrationLockId = 274431;

const connectionOptions = { connectionTimeoutMillis: 10_000, application_name: 'open-bookshop-rest-api' };

/**
 * The server cancels a statement after 30 s, and closes a connection whose transaction has been idle for that long. If
 * the server does not respond at all, the client gives up a little later.
 */
const queryTimeouts = {
  statement_timeout: 30_000,
  query_timeout: 32_000,
  idle_in_transaction_session_timeout: 30_000,
};

const maxConnectionsPerPool = 10;

const encodingRows = z.tuple([z.object({ server_encoding: z.string() })]);
const lockRows = z.tuple([z.object({ locked: z.boolean() })]);

/** SQLSTATEs of problems that an operator has to solve: missing privileges (42501), a read-only database (25006). */
const setupErrorCodes = new Set(['42501', '25006']);

/**
 * Connects to PostgreSQL with two connection pools. Transactions can hold their connections for a long time, because
 * they wait for each other's locks and for imports. They have a pool of their own, so that other statements never wait
 * for a connection because of them. Queries have no named prepared statements, because PgBouncer before 1.21 does not
 * support them in transaction mode.
 * @throws SettingError if no connection can be made, or the database cannot store all characters.
 */
export async function openPostgresql(
  url: string,
  onConnectionError: (error: Error) => void,
): Promise<Engine> {
  const pool = createPool(url, onConnectionError);
  const createError = (problem: string) => new SettingError('DATABASE_URL', redactPassword(url), problem);
  let rows: unknown;
  try {
    ({ rows } = await pool.query('show server_encoding'));
  } catch (error) {
    await pool.end();
    const reason = error instanceof Error && error.message !== '' ? error.message : 'no response';
    throw createError(`cannot connect to PostgreSQL (${reason})`);
  }
  const [{ server_encoding: encoding }] = encodingRows.parse(rows);
  // With SQL_ASCII, PostgreSQL stores the bytes of any text as they are.
  if (encoding !== 'UTF8' && encoding !== 'SQL_ASCII') {
    await pool.end();
    throw createError(
      `the database has the encoding ${encoding}; create one with ENCODING 'UTF8' TEMPLATE template0`,
    );
  }
  const transactionPool = createPool(url, onConnectionError);
  return {
    database: openDrizzle(pool, transactionPool),
    isShared: true,
    describeFullDisk: () => undefined,
    migrate: async (migrationsFolder, onWait) => {
      try {
        await migrateWithLock(url, migrationsFolder, onConnectionError, onWait);
      } catch (error) {
        if (!setupErrorCodes.has(findPostgresError(error)?.code ?? '')) throw error;
        throw createError(`the database cannot be prepared (${getErrorMessage(error)})`);
      }
    },
    close: async () => {
      await Promise.all([pool.end(), transactionPool.end()]);
    },
  };
}

function createPool(url: string, onConnectionError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnectionsPerPool,
    ...connectionOptions,
    ...queryTimeouts,
    // The database or the role may be configured with another style, in which dates could not be parsed. The pool waits
    // for the promise.
    onConnect: (client) => client.query('set datestyle to iso'),
  });
  pool.on('error', onConnectionError);
  // The pool handles errors of idle clients only. An unhandled 'error' event would crash the process.
  pool.on('acquire', (client) => client.on('error', onConnectionError));
  pool.on('release', (_error, client) => client.removeListener('error', onConnectionError));
  return pool;
}

/**
 * Creates Drizzle over the pools, with transactions that always release their client. Drizzle 0.45 itself never
 * releases it if `begin` fails, as happens on a connection that the server has just closed. The transactions rely on row
 * locks, so they are `read committed` even if the database or the role has a stricter default, with which concurrent
 * orders would fail.
 */
function openDrizzle(pool: pg.Pool, transactionPool: pg.Pool): NodePgDatabase<typeof schema> {
  const database = drizzle(pool, { schema });
  database.transaction = async (work, config) => {
    const client = await transactionPool.connect();
    let isBroken = false;
    try {
      return await drizzle(client, { schema }).transaction(work, {
        isolationLevel: 'read committed',
        ...config,
      });
    } catch (error) {
      isBroken = isConnectionLost(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  };
  return database;
}

/**
 * Begins a transaction without timeouts, regardless of those configured for the database or the role, because it may
 * have to wait for another process or a long migration. `transaction_timeout`, which PostgreSQL 17 added, is set only
 * if it exists. Each statement sees what was committed before it, such as the migrations of a process for which this
 * one has waited.
 */
const beginWithoutTimeouts = `begin isolation level read committed;
  set local idle_in_transaction_session_timeout = 0;
  set local lock_timeout = 0;
  set local statement_timeout = 0;
  select set_config(name, '0', true) from pg_settings where name = 'transaction_timeout'`;

/**
 * Runs migrations under a lock: if several processes start concurrently, all but one wait. Lock, timeouts and
 * migrations belong to one transaction, because PgBouncer in transaction mode may run each transaction on another
 * connection, with the timeouts of the role, and does not release the lock of a session when the client disconnects.
 */
async function migrateWithLock(
  url: string,
  migrationsFolder: string,
  onConnectionError: (error: Error) => void,
  onWait: () => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, ...connectionOptions });
  client.on('error', onConnectionError);
  try {
    await client.connect();
    await client.query(beginWithoutTimeouts);
    const { rows } = await client.query('select pg_try_advisory_xact_lock($1) as locked', [migrationLockId]);
    if (!lockRows.parse(rows)[0].locked) {
      onWait();
      await client.query('select pg_advisory_xact_lock($1)', [migrationLockId]);
    }
    // Drizzle sends `begin` too, which PostgreSQL ignores with a warning, and a `commit` that ends this transaction.
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}
