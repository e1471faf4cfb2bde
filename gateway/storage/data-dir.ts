import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '../config.ts';

/**
 * What work on the data folder gives.
 *
 * @throws {ConfigError} when the file system refuses it.
 */
export async function inDataDir<Result>(dataDir: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new ConfigError(
      `DATA_DIR is '${dataDir}': it must be a folder that can be written (${error.message}).`,
    );
  }
}

/**
 * Makes the data folder, for its owner alone.
 *
 * @throws {ConfigError} when the file system refuses it.
 */
export async function makeDataDir(dataDir: string): Promise<void> {
  await inDataDir(dataDir, makeFolder(dataDir));
}

/** Makes a folder and those above it; `mkdir` with `recursive` never ends below /proc (Node.js 24). */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (await isFolder(folder)) return;
    const above = path.dirname(folder);
    if (await isFolder(above)) throw error;
    await makeFolder(above);
    await mkdir(folder, { mode: 0o700 });
  }
}

async function isFolder(folder: string): Promise<boolean> {
  return (await stat(folder).catch(() => null))?.isDirectory() === true;
}
