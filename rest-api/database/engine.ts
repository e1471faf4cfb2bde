import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import * as backOfficeTables from './back-office-tables.ts';
import * as catalogueTables from './catalogue-tables.ts';
import * as contentTables from './content-tables.ts';
import * as orderTables from './order-tables.ts';
import * as shopperTables from './shopper-tables.ts';

export const schema = {
  ...catalogueTables,
  ...contentTables,
  ...shopperTables,
  ...orderTables,
  ...backOfficeTables,
};

type Schema = typeof schema;

/** A database of either engine, or a transaction in it. Queries are the same for both. */
export type Database = PgDatabase<PgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>;

/** A connection to the embedded database (PGlite) or to PostgreSQL, with the operations that differ between them. */
export interface Engine {
  readonly database: Database;
  /** True if other processes can change the same data (PostgreSQL). */
  readonly isShared: boolean;
  /**
   * A message that the disk has too little space, so the embedded database rejects writes; undefined if there is
   * enough. Always undefined for PostgreSQL, which may run on another machine.
   */
  describeFullDisk(): string | undefined;
  /**
   * Runs pending migrations. Safe to call repeatedly and from several processes concurrently. Calls `onWait` if another
   * process is migrating the database, and continues when that process is done.
   */
  migrate(migrationsFolder: string, onWait: () => void): Promise<void>;
  close(): Promise<void>;
}
