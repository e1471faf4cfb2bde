import { setTimeout } from 'node:timers/promises';
import type { Database } from './engine.ts';

/** What PostgreSQL says about a statement that it refused. */
export interface DatabaseRefusal {
  /** SQLSTATE, such as 23505 for a value that must be unique. */
  readonly code: string;
  /** The constraint that was hit, if any. */
  readonly constraint: string | undefined;
}

/** Reads PostgreSQL's refusal out of an error of either engine; undefined for any other error. */
export function databaseRefusal(error: unknown): DatabaseRefusal | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(error.code)) {
    const constraint = 'constraint' in error ? error.constraint : undefined;
    return { code: error.code, constraint: typeof constraint === 'string' ? constraint : undefined };
  }
  return databaseRefusal(error.cause);
}

/**
 * Whether an error says that the database is away or busy rather than that a statement is wrong: no
 * connection (class 08), shutting down (57P), too many clients (53), a statement (57014) or a transaction
 * (25P03) that waited too long, or the network's own errors.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isAway =
    /^(08|53|57P|57014|25P03)/.test(code) || /^(ECONN|ENOTFOUND|EAI_|EPIPE|ETIMEDOUT)/.test(code);
  return isAway || lostConnection.test(error.message) || isDatabaseAway(error.cause);
}

/** The messages of node-postgres for its own errors, which have no code. */
const lostConnection =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** SQLSTATEs after which the whole transaction may be tried again: serialization failure and deadlock. */
const repeatable = new Set(['40001', '40P01']);
const attempts = 4;

/**
 * Runs `work` in one transaction: all of it or nothing. It may run more than once, when transactions
 * of others stood in its way, so it must change nothing outside the database.
 */
export async function inTransaction<Result>(
  database: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction(work);
    } catch (error) {
      const code = databaseRefusal(error)?.code;
      if (attempt === attempts || code === undefined || !repeatable.has(code)) throw error;
      await setTimeout(Math.random() * 20 * attempt);
    }
  }
}
