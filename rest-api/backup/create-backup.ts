import { createWriteStream, existsSync } from 'node:fs';
import { cp, mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { create, type WriteEntry } from 'tar';
import { z } from 'zod';
import type { Database } from '../database/engine.ts';
import { isNewerDatabase, readNewestMigrationTimeMs } from '../database/open.ts';
import { listTables } from '../database/tables.ts';
import { readSnapshot } from '../database/transaction.ts';
import { HttpError } from '../http/errors.ts';
import { includedFiles, type Manifest, type TableDescription } from './manifest.ts';
import { withStagingDirectory } from './staging.ts';

const rowsPerFetch = 1000;

const jsonRows = z.object({ rows: z.array(z.object({ row: z.string() })) });
const namesResult = z.object({ rows: z.array(z.object({ name: z.string() })) });
const lastIds = z.object({ rows: z.tuple([z.object({ last_id: z.coerce.number().nullable() })]) });

/**
 * Writes a backup of the database and of `includedFiles`. The tables are a consistent snapshot, even if the shop is
 * used meanwhile. Returns the number of rows.
 * @throws HttpError if the file exists or its directory doesn't; the reason of `signal` if that is aborted.
 */
export async function createBackup(
  database: Database,
  dataDirectory: string,
  file: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  checkTarget(file);
  const unfinishedFile = `${file}.unfinished`;
  return withStagingDirectory(dataDirectory, 'backup', [unfinishedFile], async (stagingDirectory) => {
    const tables = await dumpTables(database, path.join(stagingDirectory, 'tables'), signal);
    const migration = await readNewestMigrationTimeMs(database);
    const manifest: Manifest = { format: 1, migration, tables };
    await writeFile(path.join(stagingDirectory, 'manifest.json'), JSON.stringify(manifest));
    // Files are archived after the rows that refer to them: a file that is added in between is harmless.
    const existingFiles = includedFiles.filter((name) => existsSync(path.join(dataDirectory, name)));
    const gatewayFiles = existingFiles.filter((existing) => existing.startsWith('gateway/'));
    const otherFiles = existingFiles.filter((existing) => !gatewayFiles.includes(existing));
    // The gateway may append to its files meanwhile, and tar fails if a file grows while it is read.
    for (const existing of gatewayFiles) {
      const copy = path.join(stagingDirectory, 'data', existing);
      const options = { recursive: true, dereference: true, preserveTimestamps: true };
      await cp(path.join(dataDirectory, existing), copy, options);
    }
    const name = path.basename(stagingDirectory);
    await create(
      {
        cwd: dataDirectory,
        file: unfinishedFile,
        gzip: true,
        portable: true,
        mode: 0o600,
        // A directory may be a link to another disk. An archived link would restore nothing.
        follow: true,
        filter: () => signal?.aborted !== true,
        onWriteEntry: (entry: WriteEntry) => {
          entry.path = entry.path.startsWith(`${name}/`)
            ? entry.path.slice(name.length + 1)
            : `data/${entry.path}`;
        },
      },
      [
        `${name}/manifest.json`,
        `${name}/tables`,
        ...gatewayFiles.map((existing) => `${name}/data/${existing}`),
        ...otherFiles,
      ],
    );
    signal?.throwIfAborted();
    await rename(unfinishedFile, file);
    return tables.reduce((sum, { rows }) => sum + rows, 0);
  });
}

function checkTarget(file: string): void {
  if (existsSync(file)) throw new HttpError(400, `${file} already exists: choose another name`);
  const directory = path.dirname(file);
  if (!existsSync(directory))
    throw new HttpError(400, `The directory ${directory} does not exist: create it first`);
}

async function dumpTables(
  database: Database,
  directory: string,
  signal: AbortSignal | undefined,
): Promise<TableDescription[]> {
  await mkdir(directory);
  return readSnapshot(database, async (transaction) => {
    const tables: TableDescription[] = [];
    for (const name of await findTables(transaction)) {
      signal?.throwIfAborted();
      tables.push(await dumpTable(transaction, name, directory));
    }
    return tables;
  });
}

/** After a downgrade, the database also has the newer version's tables. They are included for a later upgrade. */
async function findTables(transaction: Database): Promise<string[]> {
  if (!(await isNewerDatabase(transaction))) return listTables();
  const result = await transaction.execute(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  return namesResult.parse(result).rows.map(({ name }) => name);
}

async function dumpTable(transaction: Database, name: string, directory: string): Promise<TableDescription> {
  const table = sql.identifier(name);
  const columns = namesResult.parse(
    await transaction.execute(
      sql`select attname as name from pg_attribute
        where attrelid = ${name}::regclass and attnum > 0 and not attisdropped order by attnum`,
    ),
  ).rows;
  const names = columns.map((column) => column.name);
  let rowCount = 0;
  async function* fetchLines() {
    await transaction.execute(
      sql`declare backup_rows no scroll cursor for select to_jsonb(backup_row)::text as row from ${table} backup_row`,
    );
    for (;;) {
      const result = await transaction.execute(sql`fetch ${sql.raw(String(rowsPerFetch))} from backup_rows`);
      const chunk = jsonRows.parse(result).rows;
      if (chunk.length === 0) break;
      rowCount += chunk.length;
      yield chunk.map(({ row }) => `${row}\n`).join('');
    }
    await transaction.execute(sql`close backup_rows`);
  }
  await pipeline(
    Readable.from(fetchLines()),
    createWriteStream(path.join(directory, `${name}.ndjson`), { mode: 0o600 }),
  );
  return {
    name,
    columns: names,
    rows: rowCount,
    lastId: names.includes('id') ? await readLastId(transaction, name) : null,
  };
}

/** The last value of the sequence of `id`; null if it is unused, or the ids have no sequence, as in `addresses`. */
async function readLastId(transaction: Database, table: string): Promise<number | null> {
  const result = await transaction.execute(
    sql`select pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass) as last_id`,
  );
  return lastIds.parse(result).rows[0].last_id;
}
