import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { getUploadsDirectory } from '../database/data-directory.ts';
import { isSystemError } from '../database/data-directory-lock.ts';

const stagingPattern = /^\.(backup|restore)-\w{6}$/;
/**
 * The names of the files that `writeAtomically` in `admin/pictures.ts` has not finished. The UUID distinguishes them
 * from the `.unfinished` files of a restore, which may be in use although their modification times are old.
 */
const unfinishedPicturePattern = /\.[\da-f-]{36}\.unfinished$/;

/**
 * Longer than any backup, restore or upload takes, and shorter than a day, so that a nightly backup deletes what the one
 * before left behind.
 */
const maxStagingAgeMs = 12 * 3_600_000;

/**
 * Runs `work` with a temporary directory in the data directory. Afterwards, deletes this directory and
 * `unfinishedFiles`, even if the process exits meanwhile, because they contain personal data.
 */
export async function withStagingDirectory<Result>(
  dataDirectory: string,
  purpose: 'backup' | 'restore',
  unfinishedFiles: readonly string[],
  work: (directory: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  await deleteAbandonedFiles(dataDirectory);
  // Synchronous, so that no signal can end the process between this line and the one that registers `deleteAll`.
  const directory = mkdtempSync(path.join(dataDirectory, `.${purpose}-`));
  // The extraction of a rejected archive may still be in progress.
  const options = { recursive: true, force: true, maxRetries: 10 };
  const deleteAll = () => {
    for (const file of [directory, ...unfinishedFiles]) rmSync(file, options);
  };
  process.once('exit', deleteAll);
  try {
    return await work(directory);
  } finally {
    for (const file of [directory, ...unfinishedFiles]) await rm(file, options);
    process.off('exit', deleteAll);
  }
}

/**
 * Deletes the staging directories and unfinished pictures of processes that were killed, once they are older than
 * `maxStagingAgeMs`.
 */
export async function deleteAbandonedFiles(dataDirectory: string): Promise<void> {
  await deleteOldEntries(dataDirectory, stagingPattern);
  await deleteOldEntries(getUploadsDirectory(path.join(dataDirectory, 'files')), unfinishedPicturePattern);
}

async function deleteOldEntries(directory: string, pattern: RegExp): Promise<void> {
  const names = await readdir(directory).catch((error: unknown) => {
    // With PostgreSQL, the data directory may not exist yet. The first picture creates the uploads directory.
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  });
  for (const name of names.filter((candidate) => pattern.test(candidate))) {
    const entry = path.join(directory, name);
    // Another process may have deleted it meanwhile.
    const modifiedAt = await stat(entry).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - modifiedAt > maxStagingAgeMs) await rm(entry, { recursive: true, force: true });
  }
}
