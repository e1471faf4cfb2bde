import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { SettingError } from '../config.ts';
import { isSystemError, lockDataDirectory } from './data-directory-lock.ts';

/**
 * Creates the data directory, readable by its owner only since it contains personal data, and locks it. Returns a
 * function that releases the lock.
 * @throws SettingError if this process cannot create the directory or write to it.
 * @throws DataDirectoryInUseError if another process has locked it.
 */
export function openDataDirectory(dataDirectory: string): () => void {
  try {
    createFolder(dataDirectory);
    return lockDataDirectory(dataDirectory);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new SettingError(
      'DATA_DIR',
      dataDirectory,
      `use a folder that this process can write to (${error.message})`,
    );
  }
}

/** Creates a folder and its parents. In Node.js 24 `mkdir` with `recursive` never returns for a path in /proc. */
function createFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (isFolder(folder)) return;
    const parent = path.dirname(folder);
    if (!isSystemError(error, 'ENOENT') || isFolder(parent)) throw error;
    createFolder(parent);
    createFolder(folder);
  }
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
}
