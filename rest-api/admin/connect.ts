import { setTimeout } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { DataDirectoryInUseError } from '../database/data-directory-lock.ts';
import type { Engine } from '../database/engine.ts';
import { openDatabase } from '../database/open.ts';
import { getAdminSocketPath } from './socket-protocol.ts';

const maxConnectAttempts = 30;
const connectRetryMs = 500;

/**
 * Calls `inThisProcess` with the opened database or, if a running service already has the embedded database open,
 * `inService` with its socket. Only one process can open the embedded database at a time.
 * @throws SettingError if the database cannot be opened; DataDirectoryInUseError if it is open in a service that does not
 * listen within 15 seconds.
 */
export async function runWithDatabase<Result>(
  config: Config,
  inThisProcess: (engine: Engine) => Promise<Result>,
  inService: (socketPath: string) => Promise<Result>,
): Promise<Result> {
  let engine: Engine;
  try {
    engine = await openDatabase(config, () => undefined);
  } catch (error) {
    if (!(error instanceof DataDirectoryInUseError)) throw error;
    return connectToService(config.dataDirectory, error, inService);
  }
  try {
    return await inThisProcess(engine);
  } finally {
    await engine.close();
  }
}

/** Connects to the service. Retries, because a service that is starting may not be listening yet. */
async function connectToService<Result>(
  dataDirectory: string,
  inUseError: DataDirectoryInUseError,
  inService: (socketPath: string) => Promise<Result>,
): Promise<Result> {
  const socketPath = getAdminSocketPath(dataDirectory);
  if (socketPath === undefined) throw inUseError;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inService(socketPath);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'ENOENT' && code !== 'ECONNREFUSED') throw error;
      if (attempt === maxConnectAttempts) throw inUseError;
      await setTimeout(connectRetryMs);
    }
  }
}
