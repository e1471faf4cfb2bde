import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import * as catalogueTables from './catalogue-tables.ts';
import * as contentTables from './content-tables.ts';
import * as orderTables from './order-tables.ts';
import * as shopperTables from './shopper-tables.ts';

export const schema = { ...catalogueTables, ...contentTables, ...shopperTables, ...orderTables };

type Schema = typeof schema;

/** Either engine's database, or a transaction in it: the queries are the same. */
export type Database = PgDatabase<PgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>;

/** An open database, and what differs between the two engines. */
export interface Engine {
  readonly database: Database;
  /** True when other processes may change the same data (PostgreSQL). */
  readonly shared: boolean;
  /** Brings the tables up to date; safe to run twice and from several processes at once. */
  migrate(migrationsFolder: string): Promise<void>;
  close(): Promise<void>;
}
