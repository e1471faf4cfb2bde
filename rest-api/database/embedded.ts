import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { type Engine, schema } from './engine.ts';

/**
 * Opens (or creates) the embedded database in `dataDirectory`. It has one connection: statements and
 * transactions of all requests run one after another. The caller holds the directory's lock.
 */
export async function openEmbedded(dataDirectory: string): Promise<Engine> {
  const directory = path.join(dataDirectory, 'database');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const client = await PGlite.create(directory);
  const database = drizzle(client, { schema });
  return {
    database,
    shared: false,
    migrate: (migrationsFolder) => migrate(database, { migrationsFolder }),
    close: () => client.close(),
  };
}
