import { setTimeout } from 'node:timers/promises';
import type { Database } from './engine.ts';

/** The details of an error that PostgreSQL reported for a statement. */
export interface PostgresError {
  /** SQLSTATE, such as 23505 for a violated unique constraint. */
  readonly code: string;
  /** The violated constraint, if any. */
  readonly constraint: string | undefined;
}

/** Finds PostgreSQL's error in an error of either engine, or in its causes. Returns undefined if there is none. */
export function findPostgresError(error: unknown): PostgresError | undefined {
  if (!(error instanceof Error)) return undefined;
  // An SQLSTATE contains a digit, unlike the code of a system error such as EPIPE.
  if ('code' in error && typeof error.code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(error.code)) {
    const constraint = 'constraint' in error ? error.constraint : undefined;
    return { code: error.code, constraint: typeof constraint === 'string' ? constraint : undefined };
  }
  return findPostgresError(error.cause);
}

/** SQLSTATE of a statement that was not executed, because the disk is full. */
export const diskFullCode = '53100';

/**
 * Whether an error means that the database is unavailable or overloaded rather than that a statement is wrong: a lost
 * connection, insufficient resources (class 53), a statement timeout (57014), a lock timeout (55P03), or a read-only
 * database (25006).
 */
export function isDatabaseUnavailableError(error: unknown): boolean {
  const code = findPostgresError(error)?.code ?? '';
  return isConnectionLost(error) || /^(53|57014|55P03|25006)/.test(code);
}

/**
 * Whether an error means that the connection is lost or was not made: a connection error (class 08), a rejected login
 * (28), shutdown (57P), the timeout of a transaction (25P04) or of an idle transaction (25P03), a network error, too
 * many open files, or a timeout of node-postgres.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isLost =
    /^(08|28|57P|25P03|25P04)/.test(code) ||
    /^(ECONN|ENOTFOUND|EAI_|EPIPE|ETIMEDOUT|EMFILE|ENFILE)/.test(code);
  return isLost || connectionErrorMessage.test(error.message) || isConnectionLost(error.cause);
}

/** The connection errors and timeouts of node-postgres itself have no code, only a message. */
const connectionErrorMessage =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** SQLSTATEs after which the whole transaction may be retried: serialization failure and deadlock. */
const retryableCodes = new Set(['40001', '40P01']);
const maxAttempts = 4;

/**
 * Runs `work` in one transaction. It is retried on conflicts with concurrent transactions, so it must have no side
 * effects outside the database.
 */
export async function runInTransaction<Result>(
  database: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction(work);
    } catch (error) {
      const code = findPostgresError(error)?.code;
      if (attempt === maxAttempts || code === undefined || !retryableCodes.has(code)) throw error;
      await setTimeout(Math.random() * 20 * attempt);
    }
  }
}

/** Runs `read` in one read-only transaction whose statements all see the same snapshot of the database. */
export function readSnapshot<Result>(
  database: Database,
  read: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return database.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });
}
