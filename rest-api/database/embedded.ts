import { existsSync, mkdirSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { z } from 'zod';
import { SettingError } from '../config.ts';
import { getErrorMessage } from '../error-message.ts';
import { getDatabaseDirectory } from './data-directory.ts';
import { type Engine, schema } from './engine.ts';
import { diskFullCode, findPostgresError } from './transaction.ts';

/**
 * Opens or creates the embedded database in `dataDirectory`. It has a single connection, so statements and
 * transactions run one at a time. The caller must hold the directory's lock. After a call of `onFailure`, the database
 * may never respond again, so `onFailure` has to end the process.
 * @throws SettingError if the database cannot be opened or created.
 */
export async function openEmbedded(
  dataDirectory: string,
  onFailure: (error: Error) => void,
): Promise<Engine> {
  const client = await openPglite(dataDirectory, onFailure);
  rejectWritesToFullDisk(client, dataDirectory);
  const database = drizzle(client, { schema });
  return {
    database,
    isShared: false,
    describeFullDisk: () => describeFullDisk(dataDirectory),
    migrate: (migrationsFolder) => migrate(database, { migrationsFolder }),
    close: () => client.close(),
  };
}

/**
 * `shared_buffers`, 128 MB by default, would be allocated in full, although the operating system caches the database's
 * files anyway. A new database is created with the same setting.
 */
const memorySettings = ['-c', 'shared_buffers=16MB'];

async function openPglite(dataDirectory: string, onFailure: (error: Error) => void): Promise<PGlite> {
  const directory = getDatabaseDirectory(dataDirectory);
  rejectOtherOwner(dataDirectory);
  rejectFullDisk(dataDirectory);
  let isOpen = false;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const isNew = !existsSync(path.join(directory, 'PG_VERSION'));
    const client = await PGlite.create(directory, {
      startParams: [...PGlite.defaultStartParams, ...memorySettings],
      initDbStartParams: memorySettings,
      // After a panic, PGlite 0.5 repeats the statement forever, so only this callback can still end the process.
      onStderr: (line) => {
        if (isOpen && /\bPANIC: |^Aborted\(/.test(line)) onFailure(new Error(line));
        return false;
      },
    });
    isOpen = true;
    watchForFullDisk(client, onFailure);
    // PGlite creates a new database in a second instance, whose 300 MB would stay until some later garbage collection.
    if (isNew) globalThis.gc?.();
    return client;
  } catch (error) {
    rejectFullDisk(dataDirectory);
    const reason = describeFileError(error) ?? getErrorMessage(error);
    throw new SettingError(
      'DATA_DIR',
      dataDirectory,
      `the database in its subdirectory "database" cannot be opened; restore it or use another directory (${reason})`,
    );
  }
}

/**
 * Rejects a database that belongs to another user: its owner could not open the files that this process would create,
 * for example as root. The data directory itself may belong to another user: volumes of Kubernetes often belong to root
 * and are accessible through their group.
 */
function rejectOtherOwner(dataDirectory: string): void {
  const owner = statSync(getDatabaseDirectory(dataDirectory), { throwIfNoEntry: false })?.uid;
  const user = process.getuid?.();
  if (owner === undefined || user === undefined || owner === user) return;
  throw new SettingError(
    'DATA_DIR',
    dataDirectory,
    `the database in it belongs to the user with the id ${owner}, not ${user}; run the command as that user, for example with sudo -u "#${owner}"`,
  );
}

/**
 * PostgreSQL writes its write-ahead log in files of 16 MB. One statement, or the startup of the database, may need two
 * more of them. The rest is for the tables, and for other programs that write at the same time.
 */
const minFreeMegabytes = 64;

/** Returns undefined if there is enough space. */
function describeFullDisk(dataDirectory: string): string | undefined {
  const { bavail, bsize } = statfsSync(dataDirectory);
  const freeMegabytes = Math.floor((bavail * bsize) / 1_000_000);
  return freeMegabytes < minFreeMegabytes
    ? `the disk is full: only ${freeMegabytes} MB are free, and the database needs ${minFreeMegabytes} MB`
    : undefined;
}

function rejectFullDisk(dataDirectory: string): void {
  const fullDisk = describeFullDisk(dataDirectory);
  if (fullDisk === undefined) return;
  throw new SettingError(
    'DATA_DIR',
    dataDirectory,
    `the database in it cannot be opened, because ${fullDisk}`,
  );
}

/** The disk has too little space for a statement that writes. The statement was not executed. */
class DiskFullError extends Error {
  readonly code = diskFullCode;
}

/**
 * Makes inserts, updates and deletions fail while the disk has too little space, because PGlite does not survive a full
 * disk. The other statements of migrations, such as `create table`, are not checked: they run immediately after the
 * database was opened, which checks the space too.
 */
function rejectWritesToFullDisk(client: PGlite, dataDirectory: string): void {
  const guardQueries = (target: Pick<PGlite, 'query'>) => {
    const query = target.query.bind(target);
    target.query = async (statement, ...options) => {
      const fullDisk = /^\s*(insert|update|delete)\b/i.test(statement)
        ? describeFullDisk(dataDirectory)
        : undefined;
      if (fullDisk !== undefined) throw new DiskFullError(fullDisk);
      return query(statement, ...options);
    };
  };
  guardQueries(client);
  const transaction = client.transaction.bind(client);
  client.transaction = (work) =>
    transaction((transactionClient) => {
      guardQueries(transactionClient);
      return work(transactionClient);
    });
}

/** Calls `onFailure` when a statement finds the disk full. PGlite 0.5 then fails or hangs in every later statement. */
function watchForFullDisk(client: PGlite, onFailure: (error: Error) => void): void {
  const execute = client.execProtocolStream.bind(client);
  client.execProtocolStream = async (message, options) => {
    try {
      return await execute(message, options);
    } catch (error) {
      if (error instanceof Error && findPostgresError(error)?.code === diskFullCode) onFailure(error);
      throw error;
    }
  };
}

/** Descriptions of the WASI errors that an operator can fix, by their numbers. */
const fileErrors = new Map([
  [2, 'permission denied'],
  [19, 'disk quota exceeded'],
  [29, 'input/output error'],
  [51, 'no space left on device'],
  [54, 'not a directory'],
  [63, 'operation not permitted'],
  [69, 'read-only file system'],
]);

/** PGlite's file system throws objects without a message. Returns undefined for any other error. */
function describeFileError(error: unknown): string | undefined {
  const { data } = z.object({ name: z.literal('ErrnoError'), errno: z.number() }).safeParse(error);
  return data && (fileErrors.get(data.errno) ?? `file error ${data.errno}`);
}
