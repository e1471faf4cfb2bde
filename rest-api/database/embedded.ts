import { existsSync, mkdirSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { z } from 'zod';
import { SettingError } from '../config.ts';
import { getErrorMessage } from '../error-message.ts';
import { getDatabaseFolder } from './data-directory.ts';
import { type Engine, schema } from './engine.ts';

/**
 * Opens or creates the embedded database in `dataDirectory`. It has a single connection, so statements and
 * transactions run one at a time. The caller must hold the directory's lock.
 * @throws SettingError if the database cannot be opened or created.
 */
export async function openEmbedded(dataDirectory: string): Promise<Engine> {
  const client = await openPglite(dataDirectory);
  const database = drizzle(client, { schema });
  return {
    database,
    isShared: false,
    migrate: (migrationsFolder) => migrate(database, { migrationsFolder }),
    close: () => client.close(),
  };
}

/**
 * PostgreSQL's default of 128 MB would be allocated in full, although the operating system caches the database's files
 * anyway. A new database is created with the same setting.
 */
const memorySettings = ['-c', 'shared_buffers=16MB'];

async function openPglite(dataDirectory: string): Promise<PGlite> {
  const directory = getDatabaseFolder(dataDirectory);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const isNew = !existsSync(path.join(directory, 'PG_VERSION'));
    const client = await PGlite.create(directory, {
      startParams: [...PGlite.defaultStartParams, ...memorySettings],
      initDbStartParams: memorySettings,
    });
    // PGlite creates a new database in a second instance, whose 300 MB would stay until some later garbage collection.
    if (isNew) globalThis.gc?.();
    return client;
  } catch (error) {
    const reason = describeFileError(error) ?? getErrorMessage(error);
    const freeMegabytes = readFreeMegabytes(dataDirectory);
    if (freeMegabytes < minFreeMegabytes) {
      throw new SettingError(
        'DATA_DIR',
        dataDirectory,
        `the database in it cannot be opened, probably because the disk is full: only ${freeMegabytes} MB are free (${reason})`,
      );
    }
    throw new SettingError(
      'DATA_DIR',
      dataDirectory,
      `the database in its subdirectory "database" cannot be opened; restore it or use another directory (${reason})`,
    );
  }
}

/** PostgreSQL writes its log in files of 16 MB, and may need the next one when it starts. */
const minFreeMegabytes = 32;

function readFreeMegabytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return Math.floor((bavail * bsize) / 1_000_000);
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
