import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { schema } from '../database/engine.ts';

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
