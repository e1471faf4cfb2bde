import { is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { type Database, schema } from './engine.ts';

/** Tables that the service writes for its own use, so they may contain rows even if the shop has no data. */
export const internalTables: ReadonlySet<string> = new Set(['catalogue_revision', 'milestones']);

const existsResult = z.object({ rows: z.tuple([z.object({ exists: z.boolean() })]) });

/** The names of all tables. A table comes after those that its foreign keys refer to. */
export function listTables(): string[] {
  const configs = Object.values(schema).flatMap((value) =>
    is(value, PgTable) ? [getTableConfig(value)] : [],
  );
  const references = new Map(
    configs.map(({ name, foreignKeys }) => [
      name,
      foreignKeys.map((key) => getTableConfig(key.reference().foreignTable).name),
    ]),
  );
  const sorted = new Set<string>();
  const add = (name: string): void => {
    for (const referenced of references.get(name) ?? []) if (referenced !== name) add(referenced);
    sorted.add(name);
  };
  for (const name of references.keys()) add(name);
  return [...sorted];
}

/** The name of a table that contains data of a shop; undefined if there is none. */
export async function findNonEmptyTable(database: Database): Promise<string | undefined> {
  for (const name of listTables()) {
    if (internalTables.has(name)) continue;
    const result = await database.execute(sql`select exists (select from ${sql.identifier(name)})`);
    if (existsResult.parse(result).rows[0].exists) return name;
  }
  return undefined;
}
