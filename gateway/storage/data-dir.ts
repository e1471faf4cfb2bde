import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '../config.ts';

/**
 * Awaits an operation on the data directory and converts the file system's errors to errors of the setting `DATA_DIR`.
 *
 * @throws {ConfigError} when the directory cannot be read or written.
 */
export async function accessDataDir<Result>(dataDir: string, operation: Promise<Result>): Promise<Result> {
  try {
    return await operation;
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new ConfigError(`DATA_DIR is '${dataDir}': it must be a writable directory (${error.message}).`);
  }
}

/**
 * Creates the data directory if it does not exist, accessible to its owner alone (mode 0700).
 *
 * @throws {ConfigError} when it cannot be created.
 */
export async function createDataDir(dataDir: string): Promise<void> {
  await accessDataDir(dataDir, createDirectory(dataDir));
}

/** Creates a directory and its parents. In Node.js 24, recursive `mkdir` never returns below /proc. */
async function createDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    if (await isDirectory(directory)) return;
    const parent = path.dirname(directory);
    if (await isDirectory(parent)) throw error;
    await createDirectory(parent);
    await mkdir(directory, { mode: 0o700 });
  }
}

async function isDirectory(directory: string): Promise<boolean> {
  return (await stat(directory).catch(() => null))?.isDirectory() === true;
}
