import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { SettingError } from '../config.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import { isFileError } from './file-error.ts';

/**
 * Makes the data directory, for its owner alone since it holds customers' data, and takes its lock. Gives
 * the function that gives the lock back.
 * @throws SettingError when this process cannot make it or write in it.
 * @throws DataDirectoryInUse when another process has its database open.
 */
export function takeDataDirectory(dataDirectory: string): () => void {
  try {
    makeFolder(dataDirectory);
    return lockDataDirectory(dataDirectory);
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw new SettingError(
      'DATA_DIR',
      dataDirectory,
      `name a folder that this process can write (${error.message})`,
    );
  }
}

/** Makes a folder and those above it; `mkdir` with `recursive` never ends below /proc (Node.js 24). */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (isFolder(folder)) return;
    const above = path.dirname(folder);
    if (!isFileError(error, 'ENOENT') || isFolder(above)) throw error;
    makeFolder(above);
    makeFolder(folder);
  }
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
}
