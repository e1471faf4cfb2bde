import { createReadStream } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { getTableName, sql } from 'drizzle-orm';
import { extract } from 'tar';
import { isSystemError } from '../database/data-directory-lock.ts';
import type { Database } from '../database/engine.ts';
import { readNewestMigrationTimeMs } from '../database/open.ts';
import { users } from '../database/shopper-tables.ts';
import { findNonEmptyTable, internalTables, listTables } from '../database/tables.ts';
import { findPostgresError } from '../database/transaction.ts';
import { getErrorMessage } from '../error-message.ts';
import { HttpError } from '../http/errors.ts';
import { readLines } from '../read-lines.ts';
import { includedFiles, type Manifest, manifestSchema, type TableDescription } from './manifest.ts';
import { withStagingDirectory } from './staging.ts';

const rowsPerInsert = 1000;

/**
 * `tar` reads the file in chunks, by default of 16 MB, and decompresses each whole chunk into memory, where it can be
 * a thousand times larger.
 */
const maxReadBytes = 64 * 1024;

/**
 * The number of user ids that a restore skips. Sessions of users who registered after the backup are still valid and
 * contain these users' ids, so no other user may get them.
 */
const skippedUserIds = 100_000;

/** SQLSTATEs that show that a backup is damaged: invalid values (22), violated constraints (23), unknown columns. */
const damageCodes = /^(22|23|42703)/;

/**
 * Restores a backup into an empty database, all or nothing, and its files into the data directory. The backup may come
 * from the other database engine. Returns the number of rows.
 * @throws HttpError if the file cannot be extracted or is not a complete backup that this version can read, or the
 * database is not empty.
 */
export async function restoreBackup(
  database: Database,
  dataDirectory: string,
  file: string,
  onProgress: (done: number, total: number) => void,
): Promise<number> {
  await requireEmpty(database);
  return withStagingDirectory(dataDirectory, 'restore', [], async (extractionDirectory) => {
    // The archive of a shop without any files has no `data` directory.
    await mkdir(path.join(extractionDirectory, 'data'));
    await extractArchive(file, extractionDirectory);
    const { tables, migration: migrationTimeMs } = await readManifest(file, extractionDirectory);
    if (migrationTimeMs > (await readNewestMigrationTimeMs(database))) {
      throw new HttpError(400, `${file} was made by a newer version: restore it with that version`);
    }
    requireKnownTables(tables);
    // Before the transaction, which PostgreSQL ends if it is idle for 30 seconds.
    const copies = await copyFiles(path.join(extractionDirectory, 'data'), dataDirectory);
    try {
      return await database.transaction(async (transaction) => {
        const tablesDirectory = path.join(extractionDirectory, 'tables');
        const rowCount = await restoreTables(transaction, tables, tablesDirectory, onProgress);
        // In the transaction, so that no row is restored if this fails.
        for (const { unfinishedFile, destination } of copies) await rename(unfinishedFile, destination);
        return rowCount;
      });
    } finally {
      await removeUnfinished(copies);
    }
  });
}

async function requireEmpty(database: Database): Promise<void> {
  const name = await findNonEmptyTable(database);
  if (name === undefined) return;
  throw new HttpError(
    400,
    `The database is not empty (table ${name}): set DATA_DIR or DATABASE_URL to a new, empty database`,
  );
}

async function extractArchive(file: string, directory: string): Promise<void> {
  try {
    await extract({
      file,
      cwd: directory,
      strict: true,
      maxReadSize: maxReadBytes,
      filter: (entry) => isExpected(entry),
    });
  } catch (error) {
    const reason = getErrorMessage(error);
    // A system error, such as that of a full disk, says nothing about the file.
    throw new HttpError(
      400,
      isSystemError(error)
        ? `Cannot extract ${file} (${reason})`
        : `${file} is not a complete backup (${reason})`,
    );
  }
}

/** Whether backups contain entries with this path. Others could overwrite anything in the data directory. */
function isExpected(entry: string): boolean {
  const name = path.posix.normalize(entry);
  return (
    name === 'manifest.json' ||
    name.startsWith('tables/') ||
    includedFiles.some((included) => name === `data/${included}` || name.startsWith(`data/${included}/`))
  );
}

async function readManifest(file: string, directory: string): Promise<Manifest> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(path.join(directory, 'manifest.json'), 'utf8')));
  } catch {
    throw new HttpError(400, `${file} is not a backup, or this version does not support its format`);
  }
}

/** The name of a table is also a part of its file's path, which must not lead out of the extraction directory. */
function requireKnownTables(tables: readonly TableDescription[]): void {
  const names = listTables();
  const unknown = tables.find(({ name }) => !names.includes(name));
  if (unknown !== undefined) throw createDamageError(`it contains an unknown table, ${unknown.name}`);
}

function createDamageError(reason: string): HttpError {
  return new HttpError(400, `The backup is damaged: ${reason}`);
}

/** Restores all tables, each after those that its foreign keys refer to, and returns the number of rows. */
async function restoreTables(
  transaction: Database,
  tables: readonly TableDescription[],
  directory: string,
  onProgress: (done: number, total: number) => void,
): Promise<number> {
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  const names = listTables();
  for (const table of tables.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))) {
    await restoreTable(transaction, table, path.join(directory, `${table.name}.ndjson`), (rowCount) => {
      done += rowCount;
      onProgress(done, total);
    });
  }
  return total;
}

async function restoreTable(
  transaction: Database,
  { name, columns, rows, lastId }: TableDescription,
  file: string,
  onInserted: (rowCount: number) => void,
): Promise<void> {
  const table = sql.identifier(name);
  const columnList = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  if (internalTables.has(name)) await transaction.execute(sql`delete from ${table}`);
  let insertedCount = 0;
  for await (const chunk of readChunks(file)) {
    // Lists only the columns in the backup: columns that were added since then get their defaults.
    try {
      await transaction.execute(
        sql`insert into ${table} (${columnList}) select ${columnList} from jsonb_populate_recordset(null::${table}, ${`[${chunk.join()}]`}::jsonb)`,
      );
    } catch (error) {
      const isDamage = damageCodes.test(findPostgresError(error)?.code ?? '');
      throw isDamage ? createDamageError(`${name} cannot be restored (${getErrorMessage(error)})`) : error;
    }
    insertedCount += chunk.length;
    onInserted(chunk.length);
  }
  if (insertedCount !== rows) {
    throw createDamageError(`${name} has ${insertedCount} instead of ${rows} rows`);
  }
  const sequenceValue = name === getTableName(users) ? (lastId ?? 0) + skippedUserIds : lastId;
  if (sequenceValue !== null) {
    await transaction.execute(sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${sequenceValue})`);
  }
}

async function* readChunks(file: string): AsyncGenerator<string[]> {
  let chunk: string[] = [];
  try {
    for await (const line of readLines(createReadStream(file))) {
      chunk.push(line);
      if (chunk.length < rowsPerInsert) continue;
      yield chunk;
      chunk = [];
    }
  } catch (error) {
    throw isSystemError(error, 'ENOENT')
      ? createDamageError(`tables/${path.basename(file)} is missing`)
      : error;
  }
  if (chunk.length > 0) yield chunk;
}

/** A copy of a file of a backup, next to the file that it will replace. */
interface FileCopy {
  readonly unfinishedFile: string;
  readonly destination: string;
}

/**
 * Copies each file in `source` to an unfinished file in `target`, next to the one that it will replace. The existing
 * files are replaced only when all copies are complete, so they are unchanged if a copy fails, for example on a full
 * disk.
 */
async function copyFiles(source: string, target: string): Promise<FileCopy[]> {
  // Creates only the directories.
  await cp(source, target, { recursive: true, dereference: true, filter: isDirectory });
  const copies: FileCopy[] = [];
  try {
    for (const file of await listFiles(source)) {
      const destination = path.join(target, path.relative(source, file));
      const unfinishedFile = `${destination}.unfinished`;
      copies.push({ unfinishedFile, destination });
      // Symbolic links in backups by older versions point into the extraction directory, which is deleted.
      await cp(file, unfinishedFile, { preserveTimestamps: true, dereference: true });
    }
    return copies;
  } catch (error) {
    await removeUnfinished(copies);
    throw error;
  }
}

async function removeUnfinished(copies: readonly FileCopy[]): Promise<void> {
  for (const { unfinishedFile } of copies) await rm(unfinishedFile, { force: true });
}

/** Lists the files below a directory, including those behind symbolic links. */
async function listFiles(directory: string): Promise<string[]> {
  const files: string[] = [];
  for (const name of await readdir(directory)) {
    const file = path.join(directory, name);
    if (await isDirectory(file)) files.push(...(await listFiles(file)));
    else files.push(file);
  }
  return files;
}

async function isDirectory(file: string): Promise<boolean> {
  return (await stat(file)).isDirectory();
}
