import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { SettingError } from '../config.ts';
import { getLockFile, isSystemError, lockDataDirectory } from './data-directory-lock.ts';

/** The directory of the embedded database. */
export function getDatabaseDirectory(dataDirectory: string): string {
  return path.join(dataDirectory, 'database');
}

/** The directory of the pictures that the shop has uploaded, in the directory whose files are served. */
export function getUploadsDirectory(filesDirectory: string): string {
  return path.join(filesDirectory, 'uploads');
}

/** Whether the data directory contains a database, or the lock of a process that may be creating one. */
export function hasDatabase(dataDirectory: string): boolean {
  const files = [path.join(getDatabaseDirectory(dataDirectory), 'PG_VERSION'), getLockFile(dataDirectory)];
  return files.some((file) => !isMissing(file));
}

/**
 * Creates the data directory, readable only by its owner because it contains personal data, and locks it. Returns a
 * function that releases the lock.
 * @throws SettingError if this process cannot create the directory or write to it.
 * @throws DataDirectoryInUseError if another process has locked it.
 */
export function openDataDirectory(dataDirectory: string): () => void {
  try {
    createDirectory(dataDirectory);
    return lockDataDirectory(dataDirectory);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new SettingError(
      'DATA_DIR',
      dataDirectory,
      `use a directory that this process can write to (${error.message})`,
    );
  }
}

/** Creates a directory and its parents. In Node.js 24 `mkdir` with `recursive` never returns for a path in /proc. */
function createDirectory(directory: string): void {
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if (isDirectory(directory)) return;
    const parent = path.dirname(directory);
    if (!isSystemError(error, 'ENOENT') || isDirectory(parent)) throw error;
    createDirectory(parent);
    createDirectory(directory);
  }
}

/** Whether a file does not exist. If this process may not open its directory, the file counts as existing. */
function isMissing(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

function isDirectory(directory: string): boolean {
  return statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true;
}
