import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './engine.ts';

/** Sets the sequence of a table's ids to the highest id: rows with explicit ids do not advance it. */
export async function advanceIdSequence(transaction: Database, table: PgTable): Promise<void> {
  await transaction.execute(
    sql`select setval(pg_get_serial_sequence(${getTableName(table)}, 'id'), (select max(id) from ${table}))`,
  );
}
