import { setTimeout } from 'node:timers/promises';
import { type Config, SettingError } from '../config.ts';
import { hasDatabase } from '../database/data-directory.ts';
import { DataDirectoryInUseError, isSystemError } from '../database/data-directory-lock.ts';
import type { Engine } from '../database/engine.ts';
import { openDatabase, type PendingMigrations } from '../database/open.ts';
import { getAdminSocketPath } from './socket-protocol.ts';

const maxAttempts = 30;
const retryMs = 500;

/**
 * Opening the embedded database creates it if it does not exist. For most commands, this would hide a mistake in
 * DATA_DIR: `backup`, for example, would succeed, but back up an empty shop.
 * @throws SettingError if DATA_DIR contains no embedded database, unless DATABASE_URL is set.
 */
export function requireDatabase({ databaseUrl, dataDirectory }: Config): void {
  if (databaseUrl !== undefined || hasDatabase(dataDirectory)) return;
  throw new SettingError(
    'DATA_DIR',
    dataDirectory,
    'there is no shop in this directory; use the DATA_DIR of the service, or import a catalogue first',
  );
}

/**
 * Calls `inThisProcess` with the opened database or, if a running service already has the embedded database open,
 * `inService` with its socket. Only one process can open the embedded database at a time. If another process has
 * it open but is not listening, tries again for 15 seconds: that process may be a service that is about to listen, or a
 * command that is about to end.
 * @throws SettingError if the database cannot be opened; DataDirectoryInUseError if no attempt succeeds.
 */
export async function runWithDatabase<Result>(
  config: Config,
  inThisProcess: (engine: Engine) => Promise<Result>,
  inService: (socketPath: string) => Promise<Result>,
  pendingMigrations?: PendingMigrations,
): Promise<Result> {
  const socketPath = getAdminSocketPath(config.dataDirectory);
  for (let attempt = 1; ; attempt += 1) {
    const opened = await tryOpenDatabase(config, pendingMigrations);
    if (!(opened instanceof DataDirectoryInUseError)) {
      try {
        return await inThisProcess(opened);
      } finally {
        await opened.close();
      }
    }
    try {
      if (socketPath !== undefined) return await inService(socketPath);
    } catch (error) {
      if (!isNotListening(error)) throw error;
    }
    if (attempt === maxAttempts) throw opened;
    await setTimeout(retryMs);
  }
}

function isNotListening(error: unknown): boolean {
  return isSystemError(error, 'ENOENT') || isSystemError(error, 'ECONNREFUSED');
}

async function tryOpenDatabase(
  config: Config,
  pendingMigrations?: PendingMigrations,
): Promise<Engine | DataDirectoryInUseError> {
  const listeners = {
    onConnectionError: () => undefined,
    onMigrationWait: () => {
      process.stderr.write('Waiting for another process that is migrating the database …\n');
    },
    onFailure: (error: Error) => {
      process.stderr.write(`The command failed: ${error.message}\n`);
      process.exit(1);
    },
  };
  try {
    return await openDatabase(config, listeners, pendingMigrations);
  } catch (error) {
    if (error instanceof DataDirectoryInUseError) return error;
    throw error;
  }
}
